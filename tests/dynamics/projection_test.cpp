#include "carom/dynamics/projection.h"

#include <numbers>

#include <gtest/gtest.h>

#include "carom/model/joints/joint_coordinates.h"
#include "cases/rod_linkages.h"
#include "dynamics/random_constraints.h"
#include "dynamics/worst_offender.h"

namespace carom {
namespace {

using testing_support::kPairConstraints;
using testing_support::make_satisfied_constraint;
using testing_support::WorstOffender;

constexpr double kClosed = 1e-12;  // [m] or [rad]

void perturb(const Model& model, double size, std::uint64_t seed, VectorX& q) {
  cases::RandomSource random(seed);
  move_positions(model, cases::make_random_vector(model.num_velocities(), size, random), 1.0, q);
}

// Newton squares the violation: with a constant of order one, from 1e-2 it takes three steps to below 1e-13 and from
// 1e-4 two. One more is allowed for the constant, and from 1e-2 a second: away from its motion all of Bricard's rows
// are independent, some barely.
TEST(Projection, ConvergesQuadratically) {
  for (const Model& model : {cases::make_rod_four_bar({}).build(), cases::make_rod_bricard()}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Projector projector(model);
      for (const auto& [size, steps] : {std::pair{1e-2, 5}, std::pair{1e-4, 3}, std::pair{1e-7, 2}}) {
        State state = model.make_initial_state();
        perturb(model, size, seed, state.q);
        const ProjectionReport report = projector.project(state.q, state.v);
        EXPECT_TRUE(report.converged);
        EXPECT_LE(report.iterations, steps) << size << " seed " << seed;
        EXPECT_LT(projector.calc_violation(state.q, state.v).position, kClosed);
      }
    }
  }
}

// Round the whole turn of its crank, driven step by step along what the closure leaves free.
TEST(Projection, FourBarStaysClosedRoundAWholeTurn) {
  const Model model = cases::make_rod_four_bar({}).build();
  State state = model.make_initial_state();
  Projector projector(model);
  const double start = state.q[0];
  for (int step = 0; step < 200; ++step) {
    // The sense of the crank settles which way the free motion goes.
    state.v = Vector3(1.0, -1.0, 0.5);
    ASSERT_TRUE(projector.project(state.q, state.v).converged);
    ASSERT_GT(std::abs(state.v[0]), 1e-3);
    move_positions(model, state.v, 0.05 / state.v[0], state.q);
    ASSERT_TRUE(projector.project(state.q, state.v).converged) << step;
    ASSERT_LT(projector.calc_violation(state.q, state.v).position, kClosed) << step;
  }
  EXPECT_GT(state.q[0] - start, 6.3);
}

// Six hinges on a loop would allow no motion by count; this one moves, and one of its five rows is always redundant.
TEST(Projection, BricardsLinkageMovesAndStaysClosed) {
  const Model model = cases::make_rod_bricard();
  State state = model.make_initial_state();
  Projector projector(model);
  ASSERT_LT(projector.calc_violation(state.q, state.v).position, kClosed);
  Kinematics kinematics(model);
  ArticulatedBodies articulated(model);
  ConstraintWorkspace workspace(model);
  VectorX direction = VectorX::Ones(5), v_rate(5);
  const VectorX start = state.q;
  for (int step = 0; step < 100; ++step) {
    state.v = direction;
    ASSERT_TRUE(projector.project(state.q, state.v).converged);
    ASSERT_GT(state.v.norm(), 0.1) << "the linkage locked at step " << step;
    direction = state.v.normalized();
    move_positions(model, direction, 0.02, state.q);
    ASSERT_TRUE(projector.project(state.q, state.v).converged) << step;
    ASSERT_LT(projector.calc_violation(state.q, state.v).position, kClosed) << step;
    calc_kinematics(model, state.q, state.v, kinematics);
    const auto report =
        calc_constrained_dynamics(model, kinematics, state.q, AppliedForces(model), articulated, workspace, v_rate);
    ASSERT_TRUE(report.ok()) << report.contradiction;
    ASSERT_EQ(report.rank_deficit, 1) << step;
  }
  EXPECT_GT((state.q - start).norm(), 1.0);
}

// Two sliders that are to meet: each goes its share of the way, the heavy one less.
TEST(Projection, MovesTheLighterPartMore) {
  ModelBuilder builder;
  builder.add_body({.name = "light", .mass = {.mass = 1.0}, .joint = {.type = JointType::Prismatic}});
  builder.add_body({.name = "heavy", .mass = {.mass = 3.0}, .joint = {.type = JointType::Prismatic}});
  builder.add_constraint({.name = "meet", .type = ConstraintType::Coupling, .joint_a = "light", .joint_b = "heavy"});
  const Model model = builder.build();
  VectorX q = Eigen::Vector2d(0.0, 1.0), v = Eigen::Vector2d(4.0, 0.0);
  ASSERT_TRUE(Projector(model).project(q, v).converged);
  EXPECT_NEAR(q[0], 0.75, 1e-15);
  EXPECT_NEAR(q[1], 0.75, 1e-15);
  EXPECT_NEAR(v[0], 1.0, 1e-14);  // momentum 4 kg·m/s shared by 4 kg
  EXPECT_NEAR(v[1], 1.0, 1e-14);
}

TEST(Projection, LeavesDrivenJointsWhereTheyArePut) {
  ModelBuilder builder;
  builder.add_body({.name = "driven",
                    .mass = {.mass = 1.0},
                    .joint = {.type = JointType::Prismatic,
                              .drive = {TimeFunction(time_functions::ConstantSpeed{.offset = 0.2, .speed = 0.7})}}});
  builder.add_body({.name = "follower", .mass = {.mass = 1e-3}, .joint = {.type = JointType::Prismatic}});
  builder.add_constraint({.name = "gear",
                          .type = ConstraintType::Coupling,
                          .joint_a = "driven",
                          .joint_b = "follower",
                          .ratio = -2.0,
                          .offset = 0.1});
  const Model model = builder.build();
  State state = model.make_initial_state();
  ASSERT_TRUE(Projector(model).project(state.q, state.v).converged);
  EXPECT_EQ(state.q[0], 0.2);
  EXPECT_EQ(state.v[0], 0.7);
  EXPECT_NEAR(state.q[1], -0.3, 1e-15);
  EXPECT_NEAR(state.v[1], -1.4, 1e-15);
}

TEST(Projection, ClosesLoopsOfEveryTypeInRandomTrees) {
  WorstOffender positions("positions"), velocities("velocities");
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    ModelBuilder builder = cases::make_random_tree_builder(seed, {.most_degrees = 30, .floating = true});
    const Model tree = builder.build();
    if (tree.num_bodies() < 3) continue;
    const State closed = cases::make_random_state(tree, seed);
    cases::RandomSource random(seed);
    const ConstraintType type = kPairConstraints[seed % kPairConstraints.size()];
    builder.add_constraint(make_satisfied_constraint(tree, closed, type, random));
    const Model model = builder.build();
    Projector projector(model);
    State state = closed;
    perturb(model, 1e-4, seed, state.q);
    const ProjectionReport report = projector.project(state.q, state.v);
    ASSERT_TRUE(report.converged) << "tree " << seed << " " << traits(type).name << " left " << report.left.position;
    const ConstraintViolation left = projector.calc_violation(state.q, state.v);
    positions.note(left.position, 1.0, seed, traits(type).name.data(), 0);
    velocities.note(left.velocity, 1.0 + state.v.norm(), seed, traits(type).name.data(), 0);
  }
  positions.expect_below(kClosed);
  velocities.expect_below(kClosed);
}

// Turned by 170 degrees, the nearest zero of the rows is half a turn from where the frames coincide.
TEST(Projection, DoesNotCloseTheWrongWayRound) {
  for (const ConstraintType type :
       {ConstraintType::Hinge, ConstraintType::Weld, ConstraintType::Cylindrical, ConstraintType::Prismatic}) {
    const bool turns = type == ConstraintType::Hinge || type == ConstraintType::Cylindrical;
    for (const int axis : {0, 1, 2}) {
      ModelBuilder builder;
      builder.add_body({.name = "block",
                        .mass = {1.0, Vector3::Zero(), Vector3(0.1, 0.2, 0.25).asDiagonal()},
                        .joint = {.type = JointType::Free}});
      builder.add_constraint({.name = "closure", .type = type, .body_b = "block"});
      const Model model = builder.build();
      const auto project = [&](double angle) {
        State state = model.make_initial_state();
        state.q.head<4>() = quaternion_from_rotation_vector(angle * Vector3::Unit(axis));
        return Projector(model).project(state.q, state.v);
      };
      EXPECT_TRUE(project(0.2).converged) << traits(type).name << " about " << axis;
      const ProjectionReport report = project(170.0 / 180.0 * std::numbers::pi);
      const bool may_turn = turns && axis == 2;
      EXPECT_EQ(report.converged, may_turn) << traits(type).name << " about " << axis;
      EXPECT_EQ(report.opposite, may_turn ? -1 : 0) << traits(type).name << " about " << axis;
    }
  }
}

// A rod of 1 m cannot reach two points 3 m apart.
TEST(Projection, LeavesEverythingAloneWhereThereIsNoSolution) {
  ModelBuilder builder;
  builder.add_body({.name = "rod",
                    .mass = {1.0, {0.5, 0.0, 0.0}, Vector3(0.01, 0.1, 0.1).asDiagonal()},
                    .joint = {.type = JointType::Revolute, .position = {0.3}, .velocity = {1.0}}});
  builder.add_constraint({.name = "pin", .body_b = "rod", .at_a = {3.0, 0.0, 0.0}, .at_b = {1.0, 0.0, 0.0}});
  const Model model = builder.build();
  State state = model.make_initial_state();
  const ProjectionReport report = Projector(model).project(state.q, state.v);
  EXPECT_FALSE(report.converged);
  EXPECT_GT(report.left.position, 1.0);
  EXPECT_EQ(state.q[0], 0.3);
  EXPECT_EQ(state.v[0], 1.0);
}

}  // namespace
}  // namespace carom
