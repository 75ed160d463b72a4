#include "carom/dynamics/kinematics.h"

#include <gtest/gtest.h>

#include "carom/model/model_builder.h"
#include "dynamics/random_motion.h"
#include "dynamics/reference_motion.h"
#include "dynamics/worst_offender.h"

namespace carom {
namespace {

using testing_support::BodyScale;
using testing_support::calc_reference_motion;
using testing_support::kTolerance;
using testing_support::kTrees;
using testing_support::RandomMotion;
using testing_support::ReferencePose;
using testing_support::WorstOffender;

// The reference multiplies out the joints' definitions and differentiates them exactly.
TEST(Kinematics, BodiesMoveAsTheDefinitionsOfTheirJointsSay) {
  WorstOffender rotations("rotations"), positions("positions"), spins("angular velocities"), velocities("velocities"),
      spin_rates("angular accelerations"), accelerations("accelerations");
  for (std::uint64_t seed = 0; seed < kTrees; ++seed) {
    RandomMotion motion(cases::make_random_tree(seed), seed);
    cases::RandomSource random(seed + 2);
    motion.v_rate = cases::make_random_vector(motion.model.num_velocities(), 5.0, random);
    const auto scales = motion.make_scales();
    const auto reference = calc_reference_motion(motion.model, motion.state.q, motion.state.v, motion.v_rate);
    std::vector<BodyAcceleration> found(reference.size());
    calc_accelerations(motion.model, motion.kinematics, motion.v_rate, found);
    for (int i = 1; i < motion.model.num_bodies(); ++i) {
      const auto body = static_cast<std::size_t>(i);
      const ReferencePose& pose = reference[body];
      const BodyScale& scale = scales.bodies[body];
      const BodyMotion& m = motion.kinematics.body(i);
      const auto note = [&](WorstOffender& worst, const auto& difference, double size) {
        worst.note(difference.norm(), size, seed, "body", i);
      };
      note(rotations, as_eigen(m.R_WB) - value_of(pose.R_WB), 1.0);
      note(positions, as_eigen(m.p_WB) - value_of(pose.p_WB), scale.position);
      note(spins, as_eigen(m.w_WB) - pose.angular_velocity(), scale.angular_velocity);
      note(velocities, as_eigen(m.v_WB) - rate_of(pose.p_WB), scale.velocity);
      note(spin_rates, as_eigen(found[body].angular) - pose.angular_acceleration(), scale.angular_acceleration);
      note(accelerations, as_eigen(found[body].linear) - acceleration_of(pose.p_WB), scale.acceleration);
    }
  }
  for (const WorstOffender* worst : {&rotations, &positions, &spins, &velocities, &spin_rates, &accelerations}) {
    worst->expect_below(kTolerance);
  }
}

TEST(Kinematics, OnlyTheDirectionOfAQuaternionCounts) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    RandomMotion motion(cases::make_random_tree(seed, {.floating = true}), seed);
    Kinematics stretched(motion.model);
    VectorX q = motion.state.q;
    for (const Body& body : motion.model.bodies()) {
      if (traits(body.type).has_quaternion) q.segment<4>(body.position_start) *= -4.0;  // a power of two: exact
    }
    calc_kinematics(motion.model, q, motion.state.v, stretched);
    for (int i = 0; i < motion.model.num_bodies(); ++i) {
      // s = 2/|q|² takes up the factor exactly, so not even the last bit changes.
      EXPECT_EQ(as_eigen(stretched.body(i).R_WB), as_eigen(motion.kinematics.body(i).R_WB)) << "tree " << seed;
    }
  }
}

TEST(Kinematics, APointOfABodyTurnsWithIt) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    RandomMotion motion(cases::make_random_tree(seed), seed);
    const auto reference = calc_reference_motion(motion.model, motion.state.q, motion.state.v, motion.v_rate);
    const auto scales = motion.make_scales();
    const int last = motion.model.num_bodies() - 1;
    const Vector3 p_BQ(0.3, -0.2, 0.7);
    const PointMotion point = calc_point_motion(motion.kinematics, last, p_BQ);
    const auto expected = reference.back().point(p_BQ);
    const BodyScale& scale = scales.bodies.back();
    EXPECT_LT((point.position - value_of(expected)).norm(), kTolerance * (scale.position + p_BQ.norm()));
    EXPECT_LE((point.velocity - rate_of(expected)).norm(),
              kTolerance * (scale.velocity + scale.angular_velocity * p_BQ.norm()));
  }
}

// Whoever gives an axis alone thinks of x and y about z, of x and z about −y, of y and z about x.
TEST(Kinematics, APlanarJointHasItsCoordinatesAlongTheAxesOfItsFrame) {
  struct Case {
    Vector3 axis, first, second;
  };
  const Vector3 x = Vector3::UnitX(), y = Vector3::UnitY(), z = Vector3::UnitZ();
  for (const Case& expected : {Case{z, x, y}, Case{-y, x, z}, Case{y, x, -z}, Case{x, y, z}}) {
    ModelBuilder builder;
    builder.add_body({.name = "plate",
                      .mass = {.mass = 1.0, .inertia_about_center = Matrix3::Identity()},
                      .joint = {.type = JointType::Planar, .axis = expected.axis, .position = {2.0, 3.0, 0.0}}});
    const Model model = builder.build();
    const State state = model.make_initial_state();
    Kinematics kinematics(model);
    calc_kinematics(model, state.q, state.v, kinematics);
    EXPECT_EQ(as_eigen(kinematics.body(1).p_WB), Vector3(2.0 * expected.first + 3.0 * expected.second))
        << "axis " << expected.axis.transpose();
  }
}

}  // namespace
}  // namespace carom
