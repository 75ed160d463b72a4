#include "carom/analysis/admissible_map.h"

#include <cmath>

#include <gtest/gtest.h>

namespace carom {
namespace {

// A rod at 45 degrees. By hand with G = W⁻¹ = [[0.625, 0.375], [0.375, 0.625]] and v = (0.6, −1): ξ = G v = (0, −0.4),
// so that μ_cr(e) = |0.375 e|/|0.4 + 0.625 e|.
ImpactData make_rod() {
  return {.inverse_inertia = Eigen::Matrix2d{{2.5, -1.5}, {-1.5, 2.5}}, .velocity = Eigen::Vector2d(0.6, -1.0)};
}

TEST(AdmissibleMap, CriticalFrictionOfTheRodIsItsClosedForm) {
  const std::vector<double> restitutions{0.0, 0.2, 0.5, 1.0};
  const AdmissibleMap map = calc_admissible_map(make_rod(), restitutions);
  ASSERT_EQ(map.restitution, restitutions);
  for (std::size_t i = 0; i < restitutions.size(); ++i) {
    const double e = restitutions[i];
    EXPECT_NEAR(map.critical_friction[i], 0.375 * e / (0.4 + 0.625 * e), 1e-14) << "e = " << e;
    EXPECT_EQ(map.critical_friction[i], calc_critical_friction(make_rod(), e));
    EXPECT_NEAR(map.printed_friction[i], 0.0, 1e-14) << "e = " << e;  // ξ_t = 0, whatever e
  }
  EXPECT_NEAR(map.critical_friction[2], 0.263158, 5e-7);
}

TEST(AdmissibleMap, LimitsOfTheRodAreTheirClosedForms) {
  const AdmissibleMap map = calc_admissible_map(make_rod(), {});
  EXPECT_NEAR(map.limits.restitution, std::sqrt(0.4 / 0.625), 1e-14);  // vᵀGv = 0.4, v_n = −1
  EXPECT_NEAR(map.limits.restitution_any_velocity, 1.0 / std::sqrt(0.625 * 2.5), 1e-14);
  EXPECT_NEAR(map.limits.friction, 2.5 / 1.5, 1e-14);
}

// The same contact in space, with nothing along the second tangent.
TEST(AdmissibleMap, PlaneInSpaceIsThePlane) {
  ImpactData space{.inverse_inertia = MatrixX::Zero(3, 3), .velocity = Vector3(0.6, 0.0, -1.0)};
  space.inverse_inertia << 2.5, 0.0, -1.5, 0.0, 1.0, 0.0, -1.5, 0.0, 2.5;
  for (const double e : {0.0, 0.3, 0.9}) {
    EXPECT_NEAR(calc_critical_friction(space, e), calc_critical_friction(make_rod(), e), 1e-14);
  }
}

TEST(AdmissibleMap, RegionsHaveNames) {
  EXPECT_EQ(name_of(AdmissibleRegion::Stick), "stick");
  EXPECT_EQ(name_of(AdmissibleRegion::Slip), "slip");
  EXPECT_EQ(name_of(AdmissibleRegion::Inadmissible), "inadmissible");
}

}  // namespace
}  // namespace carom
