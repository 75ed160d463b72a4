#include "carom/contact/resistance.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace carom {
namespace {

TEST(RollingResistance, OpposesRollingAndSpinningEachWithItsArm) {
  const RollingResistance resistance{.rolling = 2e-3, .spinning = 5e-4};
  const Vector3 normal = Vector3::UnitZ();
  EXPECT_NEAR((resistance.calc_torque({3.0, 4.0, 0.0}, normal, 10.0) - Vector3(-0.012, -0.016, 0.0)).norm(), 0.0,
              1e-17);
  EXPECT_NEAR((resistance.calc_torque({0.0, 0.0, -7.0}, normal, 10.0) - Vector3(0.0, 0.0, 0.005)).norm(), 0.0, 1e-17);
  EXPECT_EQ(resistance.calc_torque({3.0, 4.0, 1.0}, normal, 0.0).norm(), 0.0);
  EXPECT_EQ(resistance.calc_torque(Vector3::Zero(), normal, 10.0).norm(), 0.0);
}

RC_GTEST_PROP(RollingResistance, TakesEnergyAndStaysBounded, ()) {
  const auto pick = [] { return 1e-3 * *rc::gen::inRange(-1000, 1001); };
  const RollingResistance resistance{.rolling = 2e-3, .spinning = 5e-4, .smoothing_speed = 0.1};
  const Vector3 normal = Vector3(pick(), pick(), 1.5).normalized(), spin(pick(), pick(), pick());
  const Vector3 torque = resistance.calc_torque(spin, normal, 10.0);
  RC_ASSERT(torque.dot(spin) <= 0.0);
  const double about_normal = std::abs(torque.dot(normal));
  RC_ASSERT(about_normal <= 5e-3 * (1.0 + 1e-12));
  RC_ASSERT((torque - normal * torque.dot(normal)).norm() <= 2e-2 * (1.0 + 1e-12));
}

}  // namespace
}  // namespace carom
