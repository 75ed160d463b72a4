// Once the workspaces are made, nothing that a step calls allocates.
#include <functional>

#include <gtest/gtest.h>

#include "carom/dynamics/energy.h"
#include "carom/dynamics/force_elements.h"
#include "carom/dynamics/jacobian.h"
#include "carom/dynamics/momentum.h"
#include "carom/dynamics/projection.h"
#include "carom/model/joints/joint_coordinates.h"
#include "cases/rod_linkages.h"
#include "dynamics/random_constraints.h"
#include "dynamics/random_motion.h"
#include "support/allocation_counter.h"

namespace carom {
namespace {

using testing_support::allocation_count;
using testing_support::RandomMotion;

void expect_no_allocation(const char* what, const std::function<void()>& call) {
  const auto before = allocation_count();
  call();
  EXPECT_EQ(allocation_count() - before, 0) << what;
}

// A model with everything: constraints of every type, drives, springs, motors, stops, callbacks.
Model make_full_model(std::uint64_t seed) {
  ModelBuilder builder;
  const Model constrained = testing_support::make_randomly_constrained_tree(seed, {.driven_share = 0.2});
  for (int i = 1; i < constrained.num_bodies(); ++i) {
    BodySpec body = constrained.spec(BodyIndex(i));
    const JointTraits& type = traits(body.joint.type);
    if (type.velocities > 0) {
      body.joint.damping = {0.1};
      body.joint.stiffness = {1.0};
      if (body.joint.drive.empty()) body.joint.motor = {Motor{}};
      if (!type.has_quaternion) body.joint.limits = {{.lower = -0.1, .upper = 0.1, .stiffness = 10.0}};
    }
    builder.add_body(body);
  }
  for (const ConstraintSpec& spec : constrained.constraint_specs()) builder.add_constraint(spec);
  builder.add_spring_damper({.name = "spring", .body_b = constrained.spec(BodyIndex(1)).name, .stiffness = 1.0});
  builder.add_body_force({.name = "force", .body = constrained.spec(BodyIndex(1)).name, .force = {1.0, 0.0, 0.0}});
  builder.add_callback_force(
      {.name = "callback", .add = [](const CallbackMoment&, AppliedForces& forces) { forces.efforts[0] += 1.0; }});
  return builder.build();
}

TEST(Allocation, AlgorithmsAllocateNothing) {
  if (!testing_support::counts_allocations()) GTEST_SKIP() << "the sanitizer counts for itself";
  RandomMotion motion(make_full_model(4), 4);
  const Model& model = motion.model;
  State& state = motion.state;
  const int n = model.num_velocities(), m = model.num_constraint_rows();
  ASSERT_GT(m, 20);
  ForceElements elements(model);
  ConstraintWorkspace workspace(model);
  DelassusOperator delassus(model);
  VectorX efforts(n), q_rate(model.num_positions()), G_x(m), x = VectorX::Ones(m);
  MatrixX M(n, n), J(6, n), A(6, n);
  std::vector<BodyAcceleration> bias(static_cast<std::size_t>(model.num_bodies()));
  double sum = 0.0;

  expect_no_allocation("coordinates", [&] {
    set_driven_coordinates(model, 0.3, state.q, state.v);
    move_positions(model, state.v, 1e-3, state.q);
    normalize_quaternions(model, state.q);
    calc_position_rate(model, state.q, state.v, q_rate);
    sum += calc_quaternion_drift(model, state.q);
  });
  expect_no_allocation("kinematics", [&] { calc_kinematics(model, state.q, state.v, motion.kinematics); });
  expect_no_allocation("force elements", [&] {
    calc_force_elements(model, 0.3, state.q, state.v, motion.kinematics, elements, motion.applied);
    sum += calc_stored_energy(model, state.q, motion.kinematics).springs;
    sum += calc_power(motion.applied, motion.kinematics, state.v);
  });
  expect_no_allocation("forward dynamics", [&] { ASSERT_TRUE(motion.accelerate().ok()); });
  expect_no_allocation(
      "response", [&] { calc_response(model, motion.kinematics, motion.applied, motion.articulated, motion.v_rate); });
  expect_no_allocation("inverse dynamics", [&] {
    calc_inverse_dynamics(model, motion.kinematics, motion.applied, motion.v_rate, motion.inverse, efforts);
    calc_accelerations(model, motion.kinematics, motion.v_rate, bias);
  });
  expect_no_allocation("mass matrix", [&] { calc_mass_matrix(model, motion.kinematics, motion.composites, M); });
  expect_no_allocation("Jacobians", [&] {
    calc_jacobian(model, motion.kinematics, model.num_bodies() - 1, Vector3::UnitX(), J);
    sum += calc_jacobian_bias(motion.kinematics, bias, 1, Vector3::UnitX()).norm();
  });
  expect_no_allocation("momentum and energy", [&] {
    calc_centroidal_momentum_matrix(model, motion.kinematics, A);
    sum += calc_centroidal_momentum(model, motion.kinematics).mass;
    sum += calc_kinetic_energy(model, motion.kinematics) + calc_gravity_energy(model, motion.kinematics);
  });
  expect_no_allocation("constrained dynamics", [&] {
    const auto report = calc_constrained_dynamics(model, motion.kinematics, state.q, motion.applied, motion.articulated,
                                                  workspace, motion.v_rate);
    ASSERT_EQ(report.singular_body, -1);
  });
  expect_no_allocation("Delassus operator",
                       [&] { delassus.apply(model, motion.kinematics, workspace.rows, motion.articulated, x, G_x); });
  EXPECT_TRUE(std::isfinite(sum));
}

// Rows enough for Eigen to work in blocks, and both ways of the solver.
TEST(Allocation, SolvingForManyRowsAllocatesNothing) {
  if (!testing_support::counts_allocations()) GTEST_SKIP() << "the sanitizer counts for itself";
  for (const int size : {1, 2, 100}) {
    SemidefiniteSolver solver(size);
    VectorX b = VectorX::Ones(size), x(size);
    for (const MatrixX& G : {MatrixX(MatrixX::Identity(size, size) * 3.0), MatrixX(b * b.transpose())}) {
      expect_no_allocation("solver", [&] {
        solver.factor(G);
        EXPECT_LT(solver.solve(b, x).residual, 1e-12);
      });
    }
  }
}

// Both ways of the solver: the four-bar's closure is redundant, the tree's is not.
TEST(Allocation, ProjectionAllocatesNothing) {
  if (!testing_support::counts_allocations()) GTEST_SKIP() << "the sanitizer counts for itself";
  ModelBuilder builder = cases::make_random_tree_builder(2, {.floating = true});
  const Model tree = builder.build();
  cases::RandomSource random(2);
  const State closed = cases::make_random_state(tree, 2);
  builder.add_constraint(testing_support::make_satisfied_constraint(tree, closed, ConstraintType::Point, random));
  for (const Model& model : {builder.build(), cases::make_rod_four_bar({}).build()}) {
    State state = model.num_positions() == tree.num_positions() ? closed : model.make_initial_state();
    move_positions(model, VectorX::Ones(model.num_velocities()), 1e-3, state.q);
    Projector projector(model);
    expect_no_allocation("projection", [&] { EXPECT_TRUE(projector.project(state.q, state.v).converged); });
    expect_no_allocation("violation", [&] { EXPECT_LT(projector.calc_violation(state.q, state.v).position, 1e-9); });
  }
}

}  // namespace
}  // namespace carom
