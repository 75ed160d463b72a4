#include "carom/dynamics/constrained_dynamics.h"

#include <limits>

#include <gtest/gtest.h>

#include "carom/dynamics/projection.h"
#include "cases/linkages.h"
#include "dynamics/random_constraints.h"
#include "dynamics/random_motion.h"
#include "dynamics/worst_offender.h"

namespace carom {
namespace {

using testing_support::kPairConstraints;
using testing_support::kTolerance;
using testing_support::make_satisfied_constraint;
using testing_support::RandomMotion;
using testing_support::WorstOffender;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// A tree with one constraint of a random type to a free body, which leaves all its rows independent; it is satisfied in
// the state that RandomMotion will give it. `copies` says how often it is added.
Model make_looped_tree(std::uint64_t seed, double driven_share, int copies) {
  ModelBuilder builder = cases::make_random_tree_builder(seed, {.most_degrees = 40, .driven_share = driven_share});
  builder.add_body({.name = "probe",
                    .mass = {1.0, Vector3(0.1, 0.2, 0.3), 0.1 * Matrix3::Identity()},
                    .joint = {.type = JointType::Free}});
  const Model tree = builder.build();
  cases::RandomSource random(seed + 11);
  const ConstraintType type = kPairConstraints[static_cast<std::size_t>(random.pick(kPairConstraints.size()))];
  const ConstraintSpec spec = make_satisfied_constraint(tree, cases::make_random_state(tree, seed), type, random);
  for (int i = 0; i < copies; ++i) builder.add_constraint(spec);
  return builder.build();
}

ConstrainedDynamicsReport accelerate(RandomMotion& motion, ConstraintWorkspace& workspace) {
  return calc_constrained_dynamics(motion.model, motion.kinematics, motion.state.q, motion.applied, motion.articulated,
                                   workspace, motion.v_rate);
}

// M v̇ + c = τ + Jᵀλ for joints that are not driven, and J v̇ + J̇v = 0.
TEST(ConstrainedDynamics, SatisfiesTheEquationsOfMotionAndTheConstraints) {
  WorstOffender efforts("equations of motion"), rows("constraints");
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomMotion motion(make_looped_tree(seed, seed % 2 == 0 ? 0.0 : 0.3, 1), seed);
    const Model& model = motion.model;
    ConstraintWorkspace workspace(model);
    ASSERT_EQ(accelerate(motion, workspace).singular_body, -1);
    const VectorX constraint_efforts = workspace.J.transpose() * workspace.multipliers;
    const VectorX left_over = motion.calc_efforts(motion.applied, motion.v_rate) - constraint_efforts;
    const VectorX scales =
        motion.make_scales().efforts + workspace.J.cwiseAbs().transpose() * workspace.multipliers.cwiseAbs();
    for (const Body& body : model.bodies()) {
      if (body.driven) continue;
      for (int k = body.velocity_start; k < body.velocity_start + body.degrees; ++k) {
        efforts.note(left_over[k], scales[k], seed, "velocity", k);
      }
    }
    const VectorX violation = workspace.J * (motion.v_rate - workspace.driven_rate);
    const VectorX terms =
        workspace.J.cwiseAbs() * motion.v_rate.cwiseAbs() + workspace.G.cwiseAbs() * workspace.multipliers.cwiseAbs();
    for (int r = 0; r < violation.size(); ++r) {
      const double bias = workspace.rows[static_cast<std::size_t>(r)].bias;
      rows.note(violation[r] + bias, terms[r] + std::abs(bias), seed, "row", r);
    }
  }
  efforts.expect_below(kTolerance);
  rows.expect_below(kTolerance);
}

// The whole system [M −Jᵀ; J 0] (v̇, λ) = (τ − c, −J̇v) at once. Either way of solving errs by some ε times its
// condition.
TEST(ConstrainedDynamics, AgreesWithTheSystemSolvedAsOne) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    RandomMotion motion(make_looped_tree(seed, 0.0, 1), seed);
    ConstraintWorkspace workspace(motion.model);
    const ConstrainedDynamicsReport report = accelerate(motion, workspace);
    ASSERT_TRUE(report.ok());
    ASSERT_EQ(report.rank_deficit, 0) << "tree " << seed;
    const int n = motion.model.num_velocities(), m = motion.model.num_constraint_rows();
    MatrixX K = MatrixX::Zero(n + m, n + m);
    K.topLeftCorner(n, n) = motion.make_mass_matrix();
    K.topRightCorner(n, m) = -workspace.J.transpose();
    K.bottomLeftCorner(m, n) = workspace.J;
    VectorX right_side(n + m);
    right_side.head(n) = -motion.calc_efforts(motion.applied, VectorX::Zero(n));
    for (int r = 0; r < m; ++r) right_side[n + r] = -workspace.rows[static_cast<std::size_t>(r)].bias;
    const Eigen::FullPivLU<MatrixX> factored(K);
    const VectorX solution = factored.solve(right_side);
    const double tolerance = 10.0 * (n + m) * kEpsilon / factored.rcond();
    EXPECT_LT((solution.head(n) - motion.v_rate).norm(), tolerance * solution.norm()) << "tree " << seed;
    EXPECT_LT((solution.tail(m) - workspace.multipliers).norm(), tolerance * solution.norm()) << "tree " << seed;
  }
}

// The same loop closed twice: the motion is the same, and by least norm each copy carries half.
TEST(ConstrainedDynamics, RedundantConstraintsShareTheForceAndLeaveTheMotion) {
  WorstOffender accelerations("accelerations"), halves("multipliers");
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    RandomMotion once(make_looped_tree(seed, 0.0, 1), seed), twice(make_looped_tree(seed, 0.0, 2), seed);
    ConstraintWorkspace one(once.model), two(twice.model);
    const ConstrainedDynamicsReport alone = accelerate(once, one), doubled = accelerate(twice, two);
    ASSERT_TRUE(alone.ok() && doubled.ok()) << "tree " << seed << " " << doubled.contradiction;
    const auto rows = static_cast<int>(one.rows.size());
    ASSERT_EQ(alone.rank_deficit, 0);
    ASSERT_EQ(doubled.rank_deficit, rows) << "tree " << seed;
    // λ solves G λ = b: it errs by |G⁻¹| times the round-off of its terms, and v̇ by M⁻¹Jᵀ times that.
    const MatrixX G_inverse = one.G.inverse();
    const VectorX terms = one.G.cwiseAbs() * one.multipliers.cwiseAbs() + one.J.cwiseAbs() * once.v_rate.cwiseAbs() +
                          one.right_side.cwiseAbs();
    const VectorX multiplier_scale = G_inverse.cwiseAbs() * terms;
    const VectorX scale = once.v_rate.cwiseAbs() + one.M_inverse_Jt.cwiseAbs() * multiplier_scale;
    for (int k = 0; k < scale.size(); ++k) {
      accelerations.note(once.v_rate[k] - twice.v_rate[k], scale[k], seed, "velocity", k);
    }
    for (int r = 0; r < rows; ++r) {
      halves.note(two.multipliers[r] - 0.5 * one.multipliers[r], multiplier_scale[r], seed, "row", r);
      halves.note(two.multipliers[rows + r] - 0.5 * one.multipliers[r], multiplier_scale[r], seed, "row", rows + r);
    }
  }
  accelerations.expect_below(kTolerance);
  halves.expect_below(kTolerance);
}

// (⅔ m L² + M L²) θ̈ = −g L (m + M) cos θ: cranks m = L (1 kg/m) and a coupler M that only translates.
TEST(ConstrainedDynamics, AParallelogramFallsAsItsClosedFormSays) {
  const double L = 0.4, m = L, M = 1.0, g = ModelBuilder::kStandardGravity;
  for (const double angle : {0.4, 1.0, 2.0}) {
    for (const ConstraintType closure : {ConstraintType::Hinge, ConstraintType::Point}) {
      cases::FourBar linkage = cases::make_parallelogram(L, M, angle);
      linkage.closure = closure;
      const Model model = cases::make_four_bar_builder(linkage).build();
      const State state = model.make_initial_state();
      Kinematics kinematics(model);
      calc_kinematics(model, state.q, state.v, kinematics);
      ArticulatedBodies articulated(model);
      ConstraintWorkspace workspace(model);
      VectorX v_rate = VectorX::Zero(3);
      const auto report =
          calc_constrained_dynamics(model, kinematics, state.q, AppliedForces(model), articulated, workspace, v_rate);
      ASSERT_TRUE(report.ok());
      // In the plane two rows would do.
      EXPECT_EQ(report.rank_deficit, closure == ConstraintType::Hinge ? 3 : 1);
      const double expected = -g * L * (m + M) * std::cos(angle) / (2.0 / 3.0 * m * L * L + M * L * L);
      // Solving through G errs by ε times its condition, here under 1e3.
      EXPECT_NEAR(v_rate[0], expected, 1e3 * kEpsilon * std::abs(g / L)) << angle;
    }
  }
}

// Loops within a tree may have more rows than joints between their bodies. Once they move as their constraints allow,
// the redundant rows agree with each other.
TEST(ConstrainedDynamics, RedundantLoopsInATreeAgreeOnceTheyAreProjected) {
  WorstOffender rows("constraints");
  int redundant = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    ModelBuilder builder = cases::make_random_tree_builder(seed, {.most_degrees = 20});
    const Model tree = builder.build();
    cases::RandomSource random(seed);
    const ConstraintType type = kPairConstraints[seed % kPairConstraints.size()];
    builder.add_constraint(make_satisfied_constraint(tree, cases::make_random_state(tree, seed), type, random));
    RandomMotion motion(builder.build(), seed);
    ASSERT_TRUE(Projector(motion.model).project(motion.state.q, motion.state.v).converged) << "tree " << seed;
    calc_kinematics(motion.model, motion.state.q, motion.state.v, motion.kinematics);
    ConstraintWorkspace workspace(motion.model);
    const ConstrainedDynamicsReport report = accelerate(motion, workspace);
    ASSERT_TRUE(report.ok()) << "tree " << seed << " " << traits(type).name << " " << report.contradiction;
    redundant += report.rank_deficit > 0 ? 1 : 0;
    rows.note(report.contradiction, 1.0, seed, "rows", motion.model.num_constraint_rows());
  }
  EXPECT_GT(redundant, 20);
  rows.expect_below(1e-9);
}

// A floating four-bar that falls without turning asks nothing of its redundant closure: what is left of the rows is
// round-off, and round-off does not contradict itself.
TEST(ConstrainedDynamics, FreeFallOfARedundantLoopIsNoContradiction) {
  ModelBuilder builder;
  builder.set_gravity({1.3, -2.7, -9.1});
  const Quaternion tilt = quaternion_from_rotation_vector({0.3, -0.7, 1.1});
  const MassProperties mass{1.0, {0.5, 0.0, 0.0}, Vector3(0.01, 0.08, 0.08).asDiagonal()};
  builder.add_body(
      {.name = "base",
       .mass = mass,
       .joint = {.type = JointType::Free, .position = {tilt[0], tilt[1], tilt[2], tilt[3], 0.1, 0.2, 0.3}}});
  const char* parents[] = {"base", "a", "b"};
  const char* names[] = {"a", "b", "c"};
  for (int i = 0; i < 3; ++i) {  // a square
    builder.add_body({.name = names[i],
                      .mass = mass,
                      .joint = {.type = JointType::Revolute,
                                .parent = parents[i],
                                .at = {1.0, 0.0, 0.0},
                                .position = {1.5707963267948966}}});
  }
  builder.add_constraint(
      {.name = "closure", .type = ConstraintType::Hinge, .body_a = "base", .body_b = "c", .at_b = {1.0, 0.0, 0.0}});
  const Model model = builder.build();
  const State state = model.make_initial_state();
  Kinematics kinematics(model);
  calc_kinematics(model, state.q, state.v, kinematics);
  ArticulatedBodies articulated(model);
  ConstraintWorkspace workspace(model);
  VectorX v_rate = VectorX::Zero(model.num_velocities());
  const auto report =
      calc_constrained_dynamics(model, kinematics, state.q, AppliedForces(model), articulated, workspace, v_rate);
  EXPECT_EQ(report.rank_deficit, 3);
  EXPECT_TRUE(report.ok()) << report.contradiction;
}

// One slider tied to two drives that go different ways.
TEST(ConstrainedDynamics, ReportsConstraintsThatContradictEachOther) {
  ModelBuilder builder;
  const MassProperties mass{.mass = 1.0};
  builder.add_body({.name = "slider", .mass = mass, .joint = {.type = JointType::Prismatic}});
  for (const char* name : {"left", "right"}) {
    const double sign = name[0] == 'l' ? 1.0 : -1.0;
    builder.add_body({.name = name,
                      .mass = mass,
                      .joint = {.type = JointType::Prismatic,
                                .drive = {TimeFunction(time_functions::Polynomial{{0.0, 0.0, sign}})}}});
    builder.add_constraint(
        {.name = name, .type = ConstraintType::Coupling, .joint_a = name, .joint_b = "slider", .ratio = 1.0});
  }
  RandomMotion motion(builder.build(), 1);
  ConstraintWorkspace workspace(motion.model);
  const ConstrainedDynamicsReport report = accelerate(motion, workspace);
  EXPECT_FALSE(report.ok());
  EXPECT_EQ(report.singular_body, -1);
  EXPECT_EQ(report.rank_deficit, 1);
  // Between ±2 m/s² least squares leaves half of the difference to each row.
  EXPECT_GT(report.contradiction, 0.1);
}

// Whatever moves as the constraints allow feels no power from them: λᵀ J v = 0.
TEST(ConstrainedDynamics, ConstraintsDoNoWork) {
  WorstOffender powers("power of constraints");
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    RandomMotion motion(make_looped_tree(seed, 0.0, 1), seed);
    Projector projector(motion.model);
    const VectorX v_before = motion.state.v;
    ASSERT_TRUE(projector.project(motion.state.q, motion.state.v).converged) << "tree " << seed;
    calc_kinematics(motion.model, motion.state.q, motion.state.v, motion.kinematics);
    ConstraintWorkspace workspace(motion.model);
    ASSERT_EQ(accelerate(motion, workspace).singular_body, -1);
    const double power = workspace.multipliers.dot(workspace.J * motion.state.v);
    // What projection took away counts too: its round-off is what is left of J v.
    const VectorX speeds = motion.state.v.cwiseAbs() + v_before.cwiseAbs();
    const double scale = workspace.multipliers.cwiseAbs().dot(workspace.J.cwiseAbs() * speeds);
    powers.note(power, scale, seed, "rows", motion.model.num_constraint_rows());
  }
  powers.expect_below(kTolerance);
}

TEST(ConstrainedDynamics, WithoutConstraintsIsForwardDynamics) {
  RandomMotion motion(cases::make_random_tree(8), 8);
  ConstraintWorkspace workspace(motion.model);
  VectorX expected = motion.v_rate;
  ASSERT_TRUE(
      calc_forward_dynamics(motion.model, motion.kinematics, motion.applied, motion.articulated, expected).ok());
  ASSERT_TRUE(accelerate(motion, workspace).ok());
  EXPECT_EQ(motion.v_rate, expected);
}

}  // namespace
}  // namespace carom
