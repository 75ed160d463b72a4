#include "carom/dynamics/force_elements.h"

#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "carom/dynamics/aba.h"
#include "carom/dynamics/energy.h"
#include "carom/dynamics/momentum.h"
#include "carom/model/joints/joint_coordinates.h"
#include "cases/random_tree.h"
#include "dynamics/worst_offender.h"

namespace carom {
namespace {

using testing_support::WorstOffender;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// Force elements of a model in a state.
struct Elements {
  explicit Elements(Model model_in) : model(std::move(model_in)), kinematics(model), elements(model), applied(model) {}

  void calc(const State& state) {
    calc_kinematics(model, state.q, state.v, kinematics);
    calc_force_elements(model, state.time, state.q, state.v, kinematics, elements, applied);
  }
  [[nodiscard]] double calc_stored(const VectorX& q) {
    Kinematics at(model);
    calc_kinematics(model, q, VectorX::Zero(model.num_velocities()), at);
    const StoredEnergy energy = calc_stored_energy(model, q, at);
    return energy.joint_springs + energy.joint_stops + energy.springs;
  }
  [[nodiscard]] double calc_given_power() const {
    double sum = elements.powers.motors + elements.powers.body_forces;
    for (const double power : elements.powers.callbacks) sum += power;
    return sum;
  }
  [[nodiscard]] double calc_dissipated() const {
    return elements.powers.joint_damping + elements.powers.stop_damping + elements.powers.spring_damping;
  }

  Model model;
  Kinematics kinematics;
  ForceElements elements;
  AppliedForces applied;
};

// Every kind of element on a random tree.
Model make_busy_tree(std::uint64_t seed) {
  cases::RandomSource random(seed + 5);
  ModelBuilder builder;
  std::vector<std::string> names{"world"};
  for (BodySpec& body : cases::make_random_bodies(seed, {.most_degrees = 20})) {
    JointSpec& joint = body.joint;
    const JointTraits& type = traits(joint.type);
    const auto count = static_cast<std::size_t>(type.velocities);
    if (count > 0) {
      joint.damping = {random.uniform(0.0, 2.0)};
      joint.stiffness = {random.uniform(0.0, 20.0)};
      joint.motor = {Motor{.effort = TimeFunction(time_functions::Constant{random.uniform(-3.0, 3.0)})}};
      if (!type.has_quaternion) {
        joint.limits = {JointLimits{.lower = -0.5, .upper = 0.3, .stiffness = 50.0, .dissipation = 0.2}};
        joint.motor[0].target = TimeFunction(time_functions::Sine{.amplitude = 1.0, .angular_frequency = 2.0});
        joint.motor[0].position_gain = 5.0;
        joint.motor[0].velocity_gain = 0.5;
        joint.motor[0].limit = 4.0;
        joint.rest_position.assign(static_cast<std::size_t>(type.positions), 0.2);
      } else if (joint.type == JointType::Spherical) {
        const Quaternion rest = random.rotation();
        joint.rest_position = {rest[0], rest[1], rest[2], rest[3]};
      }
    }
    names.push_back(body.name);
    builder.add_body(std::move(body));
  }
  const auto any = [&] { return names[static_cast<std::size_t>(random.pick(static_cast<int>(names.size())))]; };
  for (int i = 0; i < 3; ++i) {
    const std::string body_a = any();
    std::string body_b = any();
    while (body_b == body_a) body_b = any();
    builder.add_spring_damper({.name = "spring" + std::to_string(i),
                               .body_a = body_a,
                               .body_b = body_b,
                               .at_a = random.vector(0.5),
                               .at_b = random.vector(0.5) + Vector3(2.0, 0.0, 0.0),
                               .stiffness = 30.0,
                               .damping = 1.5,
                               .rest_length = 0.4});
    builder.add_body_force({.name = "push" + std::to_string(i),
                            .body = any(),
                            .at = random.vector(0.5),
                            .force = random.vector(10.0),
                            .torque = random.vector(2.0),
                            .scale = TimeFunction(time_functions::Sine{.amplitude = 1.0, .angular_frequency = 3.0}),
                            .turns_with_body = i == 0});
  }
  builder.add_callback_force({.name = "thrust", .add = [](const CallbackMoment& moment, AppliedForces& forces) {
                                forces.efforts[0] += std::cos(moment.time);
                                forces.add_force(1, moment.bodies.body(1).mass_moment, {1.0, 2.0, 3.0});
                                forces.add_torque(1, {0.1, -0.2, 0.3});
                              }});
  return builder.build();
}

// d(stored)/dt + dissipated = −(power on the mechanism − power of what is given). The rate of stored energy by a
// central difference of fourth order: with h = 1e-4 s and rates up to 10/s its truncation is h⁴ (10/s)⁵/30 < 1e-12/s
// of the energy, and its round-off some ε/h ≈ 2e-12/s of it for each term; 1e-10 leaves room for their number.
TEST(ForceElements, PowerGoesIntoSpringsDampersAndWhatIsGiven) {
  WorstOffender balance("power balance");
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Elements busy(make_busy_tree(seed));
    const State state = cases::make_random_state(busy.model, seed);
    busy.calc(state);
    const double power = calc_power(busy.applied, busy.kinematics, state.v);
    const auto stored_at = [&](double time) {
      VectorX q = state.q;
      move_positions(busy.model, state.v, time, q);
      return busy.calc_stored(q);
    };
    const double h = 1e-4;
    // A stop that is met within the difference has a kink in its force; such states show nothing.
    bool kink = false;
    for (const JointStop& stop : busy.model.joint_stops()) {
      const double q = state.q[stop.position], reach = 2.0 * h * std::abs(state.v[stop.velocity]);
      kink = kink || std::abs(q - stop.limits.lower) < reach || std::abs(q - stop.limits.upper) < reach;
    }
    if (kink) continue;
    const double rate =
        (8.0 * (stored_at(h) - stored_at(-h)) - (stored_at(2.0 * h) - stored_at(-2.0 * h))) / (12.0 * h);
    const double scale = std::abs(power) + std::abs(rate) + busy.calc_dissipated() + busy.calc_stored(state.q) + 1.0;
    balance.note(rate + busy.calc_dissipated() + power - busy.calc_given_power(), scale, seed, "bodies",
                 busy.model.num_bodies());
    EXPECT_GE(busy.elements.powers.joint_damping, 0.0);
    EXPECT_GE(busy.elements.powers.stop_damping, 0.0);
    EXPECT_GE(busy.elements.powers.spring_damping, 0.0);
  }
  balance.expect_below(1e-10);
}

// One hinge with a disk of 1 kg·m², for what can be said in closed form.
ModelBuilder make_hinge(JointSpec joint) {
  ModelBuilder builder;
  joint.type = JointType::Revolute;
  builder.add_body(
      {.name = "disk", .mass = {1.0, Vector3::Zero(), Vector3(0.5, 0.5, 1.0).asDiagonal()}, .joint = std::move(joint)});
  return builder;
}

double calc_effort(Elements& one, double q, double v, double time = 0.0) {
  one.calc({.time = time, .q = VectorX::Constant(1, q), .v = VectorX::Constant(1, v)});
  return one.applied.efforts[0];
}

TEST(ForceElements, StopsPushBackNeverPullAndStartFromZero) {
  Elements hinge(
      make_hinge({.limits = {{.lower = -0.5, .upper = 1.0, .stiffness = 100.0, .dissipation = 0.5}}}).build());
  for (const double v : {-10.0, -1.0, 0.0, 1.0, 10.0}) {
    EXPECT_EQ(calc_effort(hinge, 1.0, v), 0.0);
    EXPECT_EQ(calc_effort(hinge, 0.2, v), 0.0);
    EXPECT_EQ(calc_effort(hinge, -0.5, v), 0.0);
    double before_upper = 0.0, before_lower = 0.0;
    for (double depth = 1e-3; depth < 0.2; depth += 1e-3) {
      const double upper = calc_effort(hinge, 1.0 + depth, v), lower = calc_effort(hinge, -0.5 - depth, v);
      EXPECT_LE(upper, 0.0);
      EXPECT_GE(lower, 0.0);
      // −k δ (1 + c δ̇)₊: no jump larger than its slope over the step
      const double slope = 100.0 * (1.0 + 0.5 * std::abs(v)) * 1e-3 * (1.0 + 1e-9);
      EXPECT_LE(std::abs(upper - before_upper), slope);
      EXPECT_LE(std::abs(lower - before_lower), slope);
      before_upper = upper;
      before_lower = lower;
    }
  }
  // By the formula: 100 · 0.1 · (1 + 0.5 · 2), and nothing when it recedes faster than 1/c.
  EXPECT_NEAR(calc_effort(hinge, 1.1, 2.0), -20.0, 1e-13);
  EXPECT_EQ(calc_effort(hinge, 1.1, -2.5), 0.0);
  EXPECT_NEAR(calc_effort(hinge, -0.6, -2.0), 20.0, 1e-13);
}

TEST(ForceElements, MotorsFollowTheirTargetUpToTheirLimit) {
  Elements hinge(
      make_hinge({.motor = {{.effort = TimeFunction(time_functions::Constant{0.5}),
                             .target = TimeFunction(time_functions::ConstantSpeed{.offset = 1.0, .speed = 2.0}),
                             .position_gain = 10.0,
                             .velocity_gain = 3.0,
                             .limit = 6.0}}})
          .build());
  // 0.5 + 10 (1 + 2·0.1 − 1.1) + 3 (2 − 2.5) = 0
  EXPECT_NEAR(calc_effort(hinge, 1.1, 2.5, 0.1), 0.0, 16.0 * 20.0 * kEpsilon);
  EXPECT_NEAR(calc_effort(hinge, 1.1, 1.5, 0.1), 3.0, 16.0 * 20.0 * kEpsilon);
  EXPECT_NEAR(hinge.elements.powers.motors, 4.5, 16.0 * 30.0 * kEpsilon);
  EXPECT_EQ(calc_effort(hinge, -5.0, 0.0), 6.0);
  EXPECT_EQ(calc_effort(hinge, 5.0, 0.0), -6.0);
}

// Turned by φ about any axis from its rest, a ball joint's spring turns back with k |φ| about the same axis.
TEST(ForceElements, SpringOfABallJointTurnsBackTheShortestWay) {
  const Quaternion rest = quaternion_from_rotation_vector({0.4, -0.2, 0.9});
  ModelBuilder builder;
  builder.add_body(
      {.name = "ball",
       .mass = {1.0, Vector3::Zero(), Matrix3::Identity()},
       .joint = {
           .type = JointType::Spherical, .stiffness = {7.0}, .rest_position = {rest[0], rest[1], rest[2], rest[3]}}});
  Elements ball(builder.build());
  for (const double angle : {0.0, 1e-9, 1e-3, 1.0, 3.1}) {
    const Vector3 axis = Vector3(1.0, -2.0, 0.5).normalized();
    const Quaternion q = compose(quaternion_from_rotation_vector(angle * axis), rest);
    ball.calc({.time = 0.0, .q = -q, .v = Vector3::Zero()});  // −q is the same rotation
    EXPECT_LT((ball.applied.efforts + 7.0 * angle * axis).norm(), 64.0 * kEpsilon * 7.0 * (1.0 + angle)) << angle;
    EXPECT_NEAR(calc_stored_energy(ball.model, q, ball.kinematics).joint_springs, 3.5 * angle * angle,
                64.0 * kEpsilon * 3.5 * (1.0 + angle));
  }
}

TEST(ForceElements, CallbacksAddWhatTheySayAndAreBookedByThemselves) {
  ModelBuilder builder = make_hinge({.damping = {2.0}});
  builder.add_callback_force({.name = "effort", .add = [](const CallbackMoment& moment, AppliedForces& forces) {
                                forces.efforts[0] += moment.time + moment.q[0] - moment.v[0] + 3.0;
                              }});
  builder.add_callback_force({.name = "twist", .add = [](const CallbackMoment&, AppliedForces& forces) {
                                forces.add_torque(1, {0.0, 0.0, 5.0});
                              }});
  Elements hinge(builder.build());
  EXPECT_EQ(calc_effort(hinge, 0.0, 3.0, 4.0), 4.0 - 6.0);
  EXPECT_EQ(hinge.applied.wrenches[1].torque[2], 5.0);
  EXPECT_EQ(hinge.elements.powers.callbacks, (std::vector<double>{12.0, 15.0}));
  EXPECT_EQ(hinge.elements.powers.joint_damping, 18.0);
}

// Springs and dampers between bodies of a floating mechanism are inner forces: its momentum changes by its weight
// alone.
TEST(ForceElements, InnerSpringsLeaveTheMomentumOfAFloatingMechanism) {
  WorstOffender forces("force"), torques("torque");
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    ModelBuilder builder = cases::make_random_tree_builder(seed, {.most_degrees = 30, .floating = true});
    const Model tree = builder.build();
    if (tree.num_bodies() < 3) continue;
    cases::RandomSource random(seed);
    for (int i = 0; i < 4; ++i) {
      const int a = 1 + random.pick(tree.num_bodies() - 1);
      const int b = 1 + (a + random.pick(tree.num_bodies() - 2)) % (tree.num_bodies() - 1);  // any but a
      builder.add_spring_damper({.name = "spring" + std::to_string(i),
                                 .body_a = tree.spec(BodyIndex(a)).name,
                                 .body_b = tree.spec(BodyIndex(b)).name,
                                 .at_a = random.vector(0.5),
                                 .at_b = random.vector(0.5),
                                 .stiffness = 100.0,
                                 .damping = 10.0,
                                 .rest_length = 0.1});
    }
    Elements floating(builder.build());
    floating.calc(cases::make_random_state(floating.model, seed));
    Vector3 force = Vector3::Zero(), torque = Vector3::Zero();
    double force_scale = 0.0, torque_scale = 0.0;
    for (int i = 1; i < tree.num_bodies(); ++i) {
      const Wrench& wrench = floating.applied.wrenches[static_cast<std::size_t>(i)];
      const Vector3 p = as_eigen(floating.kinematics.body(i).p_WB);
      force += as_eigen(wrench.force);
      torque += as_eigen(wrench.torque) + p.cross(as_eigen(wrench.force));
      force_scale += as_eigen(wrench.force).norm();
      torque_scale += as_eigen(wrench.torque).norm() + p.norm() * as_eigen(wrench.force).norm();
    }
    forces.note(force.norm(), force_scale, seed, "bodies", tree.num_bodies());
    torques.note(torque.norm(), torque_scale, seed, "bodies", tree.num_bodies());
  }
  forces.expect_below(1e-11);
  torques.expect_below(1e-11);
}

TEST(ForceElements, ASpringOfNoLengthHasNoDirectionAndNoForce) {
  ModelBuilder builder = make_hinge({});
  builder.add_spring_damper({.name = "spring", .body_b = "disk", .stiffness = 10.0, .rest_length = 1.0});
  Elements hinge(builder.build());
  EXPECT_EQ(calc_effort(hinge, 0.3, 1.0), 0.0);
  EXPECT_TRUE(as_eigen(hinge.applied.wrenches[1].force).isZero(0.0));
}

}  // namespace
}  // namespace carom
