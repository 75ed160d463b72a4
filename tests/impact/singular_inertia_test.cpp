// Contacts that cannot move in every direction.
#include <gtest/gtest.h>

#include "carom/impact/resolve_impact.h"

namespace carom {
namespace {

const std::vector<ImpactLaw>& every_law() {
  static const std::vector<ImpactLaw> laws{
      impact::Newton{.restitution = 0.6, .friction = 0.3}, impact::Poisson{.restitution = 0.6, .friction = 0.3},
      impact::Stronge{.restitution = 0.6, .friction = 0.3}, impact::Brach{.restitution = 0.6, .friction = 0.3},
      impact::Aghili{.restitution = 0.6, .friction = 0.3}};
  return laws;
}

// A piston on a moving belt: its impulse cannot stop the slip, so friction takes all that the cone has, P_t = −μ P_n,
// and P_n = (1 + e) |v_n|/c.
TEST(SingularInertia, SlipThatNoImpulseStopsGoesOnAgainstAllOfTheFriction) {
  const Matrix3 inverse_inertia = Vector3(0.0, 0.0, 1.0).asDiagonal();
  const Vector3 velocity(0.6, -0.8, -1.2);
  for (const ImpactLaw& law : every_law()) {
    const ImpactResult result = resolve_impact(law, inverse_inertia, velocity);
    EXPECT_EQ(result.verdict, ImpactVerdict::Consistent) << info(law).name;
    const Vector3 expected(-0.3 * 0.6 * 1.92, 0.3 * 0.8 * 1.92, 1.92);
    EXPECT_LT((result.impulse - expected).norm(), 1e-12) << info(law).name;
    EXPECT_LT((result.velocity - Vector3(0.6, -0.8, 0.72)).norm(), 1e-12) << info(law).name;
  }
}

// A contact that can move along one line only, steep friction: the slip turns towards a direction in which friction
// cancels the normal impulse, and the impulse would grow for ever. No law may answer with what rounding leaves of that.
TEST(SingularInertia, AnImpulseWithoutEndIsNoSolution) {
  const Matrix3 inverse_inertia = Matrix3::Ones();
  const Vector3 velocity(0.7, -0.4, -1.2);
  for (ImpactLaw law : every_law()) {
    std::visit([](auto& member) { member.friction = 3.0; }, law);
    const ImpactResult result = resolve_impact(law, inverse_inertia, velocity);
    EXPECT_EQ(result.verdict, ImpactVerdict::NoSolution) << info(law).name;
    EXPECT_EQ(result.impulse, Vector3(0, 0, 0)) << info(law).name;
    EXPECT_EQ(result.velocity, velocity) << info(law).name;
  }
}

}  // namespace
}  // namespace carom
