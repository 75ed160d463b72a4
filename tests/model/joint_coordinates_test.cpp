#include "carom/model/joints/joint_coordinates.h"

#include <cmath>

#include <gtest/gtest.h>

#include "carom/math/rotation.h"
#include "cases/random_tree.h"

namespace carom {
namespace {

// q̇ against a central difference of move_positions: h²/6 times third derivatives (up to |w/2|³ ≈ 5) for h = 1e-5 is
// 1e-10, its round-off ε/h ≈ 2e-11.
TEST(JointCoordinates, RatesAreTheDerivativeOfMoving) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Model model = cases::make_random_tree(seed);
    const State state = cases::make_random_state(model, seed);
    VectorX rate(model.num_positions()), forth = state.q, back = state.q;
    calc_position_rate(model, state.q, state.v, rate);
    const double h = 1e-5;
    move_positions(model, state.v, h, forth);
    move_positions(model, state.v, -h, back);
    EXPECT_LT(((forth - back) / (2.0 * h) - rate).cwiseAbs().maxCoeff(), 1e-9) << "tree " << seed;
  }
}

// At constant v, one long step is many short ones: quaternions follow the exponential map.
TEST(JointCoordinates, ConstantVelocityIsFollowedExactly) {
  const Model model = cases::make_random_tree(6, {.floating = true});
  const State state = cases::make_random_state(model, 6);
  VectorX once = state.q, often = state.q;
  move_positions(model, state.v, 1.0, once);
  for (int i = 0; i < 64; ++i) move_positions(model, state.v, 1.0 / 64.0, often);
  EXPECT_LT((once - often).cwiseAbs().maxCoeff(), 64 * 8 * 2.3e-16);
  EXPECT_LT(calc_quaternion_drift(model, often), 4e-16);
}

// v of a ball joint is w_FB in F: a turn about F's z-axis goes in front of the rotation, not behind.
TEST(JointCoordinates, AngularVelocityIsMeasuredInTheJointsFrame) {
  ModelBuilder builder;
  builder.add_body(
      {.name = "ball", .mass = {1.0, Vector3::Zero(), Matrix3::Identity()}, .joint = {.type = JointType::Spherical}});
  const Model model = builder.build();
  const Quaternion start = quaternion_from_rotation_vector({0.3, 0.4, -0.2});
  VectorX q = start;
  move_positions(model, Vector3(0.0, 0.0, 2.0), 0.5, q);
  const Matrix3 expected = matrix_from_axis_angle(Vector3::UnitZ(), 1.0) * matrix_from_quaternion(start);
  EXPECT_LT((matrix_from_quaternion(q) - expected).norm(), 4e-15);
}

TEST(JointCoordinates, NormalizingRemovesDrift) {
  const Model model = cases::make_random_tree(6, {.floating = true});
  VectorX q = cases::make_random_state(model, 6).q;
  q.head<4>() *= 1.25;
  EXPECT_NEAR(calc_quaternion_drift(model, q), 0.25, 1e-15);
  normalize_quaternions(model, q);
  EXPECT_LT(calc_quaternion_drift(model, q), 4e-16);
}

TEST(JointCoordinates, DrivenJointsAreWhereTheirFunctionsHaveThem) {
  const Model model = cases::make_random_tree(9, {.driven_share = 1.0});
  ASSERT_FALSE(model.joint_drives().empty());
  State state = cases::make_random_state(model, 9);
  set_driven_coordinates(model, 2.5, state.q, state.v);
  for (const JointDrive& drive : model.joint_drives()) {
    EXPECT_EQ(state.q[drive.position], drive.motion.sample(2.5).value);
    EXPECT_EQ(state.v[drive.velocity], drive.motion.sample(2.5).rate);
  }
}

}  // namespace
}  // namespace carom
