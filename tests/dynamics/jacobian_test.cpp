#include "carom/dynamics/jacobian.h"

#include <gtest/gtest.h>

#include "dynamics/random_motion.h"
#include "dynamics/reference_motion.h"
#include "dynamics/worst_offender.h"

namespace carom {
namespace {

using testing_support::calc_reference_motion;
using testing_support::kTolerance;
using testing_support::kTrees;
using testing_support::RandomMotion;
using testing_support::WorstOffender;

// J v against the exact rates of the reference's positions. J does not see v, so a wrong column would show for a random
// v; and J̇ v against their second derivatives at v̇ = 0.
TEST(Jacobian, TimesVelocityIsTheRateOfPositionAndItsRateTheAccelerationAtConstantVelocity) {
  WorstOffender spins("J v, angular"), velocities("J v, linear"), spin_rates("J̇ v, angular"),
      accelerations("J̇ v, linear");
  for (std::uint64_t seed = 0; seed < kTrees; ++seed) {
    RandomMotion motion(cases::make_random_tree(seed), seed);
    cases::RandomSource random(seed + 2);
    const int body = 1 + random.pick(motion.model.num_bodies() - 1);
    const Vector3 p_BQ = random.vector(0.5);
    const Vector3 arm = as_eigen(motion.kinematics.body(body).R_WB) * p_BQ;
    MatrixX J(6, motion.model.num_velocities());
    calc_jacobian(motion.model, motion.kinematics, body, arm, J);
    std::vector<BodyAcceleration> bias(static_cast<std::size_t>(motion.model.num_bodies()));
    calc_accelerations(motion.model, motion.kinematics, motion.v_rate, bias);
    const Vector6 rate = J * motion.state.v;
    const Vector6 bias_rate = calc_jacobian_bias(motion.kinematics, bias, body, arm);

    const auto reference = calc_reference_motion(motion.model, motion.state.q, motion.state.v, motion.v_rate);
    const auto& pose = reference[static_cast<std::size_t>(body)];
    const auto point = pose.point(p_BQ);
    const auto scale = motion.make_scales().bodies[static_cast<std::size_t>(body)];
    const double reach = scale.position + arm.norm();  // a joint acts on the point over the whole chain at most
    const double spin = scale.angular_velocity;
    spins.note((rate.head<3>() - pose.angular_velocity()).norm(), spin, seed, "body", body);
    velocities.note((rate.tail<3>() - rate_of(point)).norm(), scale.velocity + spin * reach, seed, "body", body);
    spin_rates.note((bias_rate.head<3>() - pose.angular_acceleration()).norm(), scale.angular_acceleration, seed,
                    "body", body);
    accelerations.note((bias_rate.tail<3>() - acceleration_of(point)).norm(),
                       scale.acceleration + (scale.angular_acceleration + spin * spin) * reach, seed, "body", body);
  }
  for (const WorstOffender* worst : {&spins, &velocities, &spin_rates, &accelerations}) {
    worst->expect_below(kTolerance);
  }
}

TEST(Jacobian, JointsOfOtherBranchesDoNotMoveABody) {
  const Model model = cases::make_random_tree(3);
  RandomMotion motion(model, 3);
  MatrixX J(6, model.num_velocities());
  for (int body = 1; body < model.num_bodies(); ++body) {
    calc_jacobian(model, motion.kinematics, body, Vector3::Zero(), J);
    std::vector<bool> carries(static_cast<std::size_t>(model.num_bodies()), false);
    for (int i = body; i > 0; i = model.body(i).parent) carries[static_cast<std::size_t>(i)] = true;
    for (int i = 1; i < model.num_bodies(); ++i) {
      if (carries[static_cast<std::size_t>(i)]) continue;
      EXPECT_TRUE(J.middleCols(model.body(i).velocity_start, model.body(i).degrees).isZero(0.0)) << body << " " << i;
    }
  }
}

}  // namespace
}  // namespace carom
