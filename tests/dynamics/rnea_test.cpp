#include "carom/dynamics/rnea.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "carom/model/model_builder.h"

namespace carom {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// Two rods, 1 m and 2 kg each, in the x-z plane about −y; both hang out at angles θ₁ and θ₁ + θ₂ from x.
struct DoubleRod {
  DoubleRod() {
    ModelBuilder builder;
    const MassProperties rod{2.0, {0.5, 0.0, 0.0}, Vector3(0.0, 2.0 / 12.0, 2.0 / 12.0).asDiagonal()};
    builder.add_body({.name = "upper", .mass = rod, .joint = {.type = JointType::Revolute, .axis = -Vector3::UnitY()}});
    builder.add_body(
        {.name = "lower",
         .mass = rod,
         .joint = {.type = JointType::Revolute, .parent = "upper", .at = {1.0, 0.0, 0.0}, .axis = -Vector3::UnitY()}});
    model = builder.build();
  }
  Model model;
};

// Held still, each joint carries the moment of what hangs on it: m g (½ + 1 + ½ …) cos θ.
TEST(InverseDynamics, HoldsAgainstGravityWithTheMomentOfTheWeight) {
  const Model model = DoubleRod().model;
  const double g = ModelBuilder::kStandardGravity, first = 0.3, second = 0.5;
  Kinematics kinematics(model);
  calc_kinematics(model, Eigen::Vector2d(first, second), Eigen::Vector2d::Zero(), kinematics);
  InverseDynamics inverse(model);
  Eigen::Vector2d efforts;
  VectorX held(2);
  calc_inverse_dynamics(model, kinematics, AppliedForces(model), Eigen::Vector2d::Zero(), inverse, held);
  efforts = held;
  const double lower = 2.0 * g * 0.5 * std::cos(first + second);
  const double upper = 2.0 * g * 0.5 * std::cos(first) + 2.0 * g * (std::cos(first) + 0.5 * std::cos(first + second));
  EXPECT_NEAR(efforts[1], lower, 32.0 * kEpsilon * 2.0 * g);
  EXPECT_NEAR(efforts[0], upper, 32.0 * kEpsilon * 6.0 * g);
  // The world carries the whole weight through the first joint.
  EXPECT_LT((as_eigen(inverse.wrenches[1].force) - Vector3(0.0, 0.0, 4.0 * g)).norm(), 32.0 * kEpsilon * 4.0 * g);
}

// What is applied need not be given: efforts and wrenches are taken off.
TEST(InverseDynamics, AsksOnlyForWhatIsNotApplied) {
  const Model model = DoubleRod().model;
  Kinematics kinematics(model);
  calc_kinematics(model, Eigen::Vector2d(0.3, 0.5), Eigen::Vector2d(1.0, -2.0), kinematics);
  InverseDynamics inverse(model);
  const Eigen::Vector2d rates(3.0, 4.0);
  VectorX needed(2), rest(2);
  AppliedForces applied(model);
  calc_inverse_dynamics(model, kinematics, applied, rates, inverse, needed);
  applied.efforts = needed;
  calc_inverse_dynamics(model, kinematics, applied, rates, inverse, rest);
  EXPECT_TRUE(rest.isZero(0.0));

  // A torque on the last body works on both joints alike, about −y.
  applied.set_zero();
  applied.add_torque(2, {0.0, -7.0, 0.0});
  calc_inverse_dynamics(model, kinematics, applied, rates, inverse, rest);
  EXPECT_LT((needed - rest - Eigen::Vector2d(7.0, 7.0)).norm(), 64.0 * kEpsilon * needed.norm());
}

}  // namespace
}  // namespace carom
