// Walton's hard spheres: both branches of an oblique impact against the closed forms.
#include <cmath>

#include <gtest/gtest.h>

#include "carom/impact/resolve_impact.h"

namespace carom {
namespace {

constexpr double kMass = 0.2, kNormalSpeed = 2.0;

// A solid sphere on a wall: the slip feels 2/7 of its mass.
const Matrix3 kInverse = Eigen::Vector3d(3.5 / kMass, 3.5 / kMass, 1.0 / kMass).asDiagonal();

impact::Walton make_law(double friction, double tangential) {
  return {.restitution = 0.8, .friction = friction, .tangential_restitution = tangential};
}

TEST(Walton, TurnsSlowSlipRoundAndSlidesThroughFastSlip) {
  for (const double tangential : {0.0, 0.4, 1.0}) {
    const double friction = 0.25;
    // (1 + β₀) 2/7 m v_t = μ (1 + e) m v_n
    const double limit = friction * 1.8 * kNormalSpeed * 3.5 / (1.0 + tangential);
    for (const double part : {0.01, 0.5, 0.999, 1.001, 3.0, 100.0}) {
      const double slip = part * limit;
      const Vector3 before(0.6 * slip, 0.8 * slip, -kNormalSpeed);
      const ImpactResult result = resolve_impact(make_law(friction, tangential), kInverse, before);
      EXPECT_NEAR(result.velocity.z(), 0.8 * kNormalSpeed, 1e-14);
      const double after = part < 1.0 ? -tangential * slip : slip - 3.5 * friction * 1.8 * kNormalSpeed;
      EXPECT_NEAR(result.velocity.x(), 0.6 * after, 1e-13 * (1.0 + slip));
      EXPECT_NEAR(result.velocity.y(), 0.8 * after, 1e-13 * (1.0 + slip));
      EXPECT_EQ(result.kind, part < 1.0 ? ImpactCase::AverageStick : ImpactCase::AverageSlip);
      EXPECT_EQ(result.verdict, ImpactVerdict::Consistent);
      EXPECT_GE(result.dissipation, 0.0);
    }
  }
}

// In the units of Foerster et al., ψ = v_t/v_n before and after: ψ' = −β₀ ψ, or ψ − 7/2 (1 + e) μ.       [foerster1994]
TEST(Walton, HasTheTwoLinesOfMeasuredImpacts) {
  const Eigen::Matrix2d inverse{{3.5 / kMass, 0.0}, {0.0, 1.0 / kMass}};
  for (double psi = 0.0; psi < 5.0; psi += 0.05) {
    const PlanarImpactResult result = resolve_impact(make_law(0.092, 0.44), inverse, Eigen::Vector2d(psi, -1.0));
    const double turned = -0.44 * psi, slid = psi - 3.5 * 1.8 * 0.092;
    EXPECT_NEAR(result.velocity.x(), std::max(turned, slid), 1e-14) << psi;
  }
}

TEST(Walton, DoesNothingToWhatSeparatesAndRefusesWhatIsNoCoefficient) {
  const Vector3 away(1.0, 0.0, 0.5);
  EXPECT_EQ(resolve_impact(make_law(0.3, 0.5), kInverse, away).velocity, away);
  EXPECT_TRUE(validate(ImpactLaw(make_law(0.3, 0.5))).empty());
  EXPECT_ANY_THROW((void)validate(ImpactLaw(make_law(0.3, 1.5))));
  EXPECT_ANY_THROW((void)validate(ImpactLaw(make_law(-0.3, 0.5))));
}

}  // namespace
}  // namespace carom
