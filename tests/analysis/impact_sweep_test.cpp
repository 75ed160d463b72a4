#include "carom/analysis/impact_sweep.h"

#include <cmath>

#include <gtest/gtest.h>

namespace carom {
namespace {

// Wang & Kumar's rod at 45 degrees: a = b = 2.5, c = 1.5, S₀ = 0.6, C₀ = −1.
ImpactData make_rod() {
  return {.inverse_inertia = Eigen::Matrix2d{{2.5, -1.5}, {-1.5, 2.5}}, .velocity = Eigen::Vector2d(0.6, -1.0)};
}

TEST(ImpactSweep, SummaryOfTheRodHasItsCornersAndItsEnergy) {
  const ImpactSummary found = summarize_impact(impact::Stronge{.restitution = 0.5, .friction = 0.4}, make_rod());
  // P_yS = 0.24, P_yC = 0.374736842105 and P_yT = 0.584978755267 by the corrected formulas of the appendix.
  ASSERT_EQ(found.path.size(), 4U);
  EXPECT_NEAR(found.slip_end_impulse, 0.24, 1e-12);
  EXPECT_NEAR(found.compression_impulse, 0.374736842105, 1e-12);
  EXPECT_NEAR(found.impulse(1), 0.584978755267, 1e-12);
  EXPECT_EQ(found.path.front().impulse.norm(), 0.0);
  EXPECT_LT((found.path.back().velocity - found.velocity).norm(), 1e-15);
  // −½ (v + v')·P
  const VectorX sum = make_rod().velocity + found.velocity;
  EXPECT_NEAR(found.dissipation, -0.5 * sum.dot(found.impulse), 1e-15);
}

// A frictionless central impact loses ½ m v² (1 − e²), whatever the law.
TEST(ImpactSweep, CentralImpactLosesOneLessRestitutionSquared) {
  const ImpactData ball{.inverse_inertia = 0.5 * Matrix3::Identity(), .velocity = Vector3(0.0, 0.0, -3.0)};
  const std::vector<double> restitutions{0.0, 0.25, 0.5, 1.0};
  for (const char* name : {"newton", "poisson", "stronge", "brach", "aghili"}) {
    const DissipationCurve curve = calc_dissipation_curve(*make_impact_law(name, 0.5, 0.0), ball, restitutions);
    ASSERT_EQ(curve.restitution, restitutions);
    for (std::size_t i = 0; i < restitutions.size(); ++i) {
      const double e = restitutions[i];
      EXPECT_NEAR(curve.total[i], 0.5 * 2.0 * 9.0 * (1.0 - e * e), 1e-14) << name << ", e = " << e;
      EXPECT_NEAR(curve.normal[i], curve.total[i], 1e-14) << name << ", e = " << e;
    }
  }
}

// Newton's law gains energy at the rod above e = 0.948973 for μ = 0.4; Stronge's never does.
TEST(ImpactSweep, ThresholdFromWhichNewtonsLawGainsEnergy) {
  const auto newton = find_gain_threshold(impact::Newton{.restitution = 0.5, .friction = 0.4}, make_rod());
  ASSERT_TRUE(newton);
  EXPECT_NEAR(*newton, 0.948973, 5e-7);
  EXPECT_FALSE(find_gain_threshold(impact::Stronge{.restitution = 0.5, .friction = 0.4}, make_rod()));
}

}  // namespace
}  // namespace carom
