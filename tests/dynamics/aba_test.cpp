#include "carom/dynamics/aba.h"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include "dynamics/random_motion.h"
#include "dynamics/worst_offender.h"

namespace carom {
namespace {

using testing_support::kTolerance;
using testing_support::kTrees;
using testing_support::RandomMotion;
using testing_support::WorstOffender;

// Places in v of the joints that are not driven.
std::vector<int> find_free_velocities(const Model& model) {
  std::vector<int> places;
  for (const Body& body : model.bodies()) {
    if (body.driven) continue;
    for (int k = 0; k < body.degrees; ++k) places.push_back(body.velocity_start + k);
  }
  return places;
}

// M a = τ − c for the joints that are not driven. The right side carries errors of some ε of its terms, so the solution
// carries |M⁻¹| times that: this is the scale of a, in every component.
struct DenseSolution {
  VectorX acceleration;
  VectorX scale;
};
DenseSolution solve_dense(RandomMotion& motion, const std::vector<int>& places) {
  const MatrixX M = motion.make_mass_matrix()(places, places);
  // Driven joints' given accelerations belong to the right side.
  VectorX given = motion.v_rate;
  for (const int k : places) given[k] = 0.0;
  const VectorX right_side = -motion.calc_efforts(motion.applied, given)(places);
  const Eigen::LLT<MatrixX> factored(M);
  const MatrixX inverse = factored.solve(MatrixX::Identity(M.rows(), M.cols()));
  return {factored.solve(right_side), inverse.cwiseAbs() * motion.make_scales().efforts(places)};
}

void compare_with_dense_solution(const cases::RandomTreeOptions& options) {
  WorstOffender accelerations("accelerations"), efforts("efforts that come back");
  for (std::uint64_t seed = 0; seed < kTrees; ++seed) {
    RandomMotion motion(cases::make_random_tree(seed, options), seed);
    ASSERT_TRUE(motion.accelerate().ok()) << "tree " << seed;
    const std::vector<int> places = find_free_velocities(motion.model);
    if (places.empty()) continue;
    const DenseSolution dense = solve_dense(motion, places);
    const VectorX left_over = motion.calc_efforts(motion.applied, motion.v_rate);
    const VectorX scales = motion.make_scales().efforts;
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto k = static_cast<int>(i);
      accelerations.note(motion.v_rate[places[i]] - dense.acceleration[k], dense.scale[k], seed, "velocity", places[i]);
      efforts.note(left_over[places[i]], scales[places[i]], seed, "velocity", places[i]);
    }
  }
  accelerations.expect_below(kTolerance);
  efforts.expect_below(kTolerance);
}

TEST(ForwardDynamics, AgreesWithMassMatrixAndInverseDynamics) { compare_with_dense_solution({}); }

// Bodies that are alone take a shorter way: what is compared above must have them, also beside others.
TEST(ForwardDynamics, IsComparedForBodiesThatAreAlone) {
  int beside_others = 0, only = 0;
  for (std::uint64_t seed = 0; seed < kTrees; ++seed) {
    const Model model = cases::make_random_tree(seed, {});
    for (const Body& body : model.bodies()) (model.num_bodies() == 2 ? only : beside_others) += body.alone ? 1 : 0;
  }
  EXPECT_GT(beside_others, 20);
  EXPECT_GT(only, 0);
}

TEST(ForwardDynamics, OfDrivenJointsAgreesWithThePartitionedMassMatrix) {
  compare_with_dense_solution({.driven_share = 0.4});
}

TEST(ForwardDynamics, LeavesTheGivenAccelerationsOfDrivenJoints) {
  RandomMotion motion(cases::make_random_tree(5, {.driven_share = 1.0}), 5);
  ASSERT_FALSE(motion.model.joint_drives().empty());
  ASSERT_TRUE(motion.accelerate().ok());
  for (const JointDrive& drive : motion.model.joint_drives()) {
    EXPECT_EQ(motion.v_rate[drive.velocity], drive.motion.sample(motion.state.time).acceleration);
  }
}

// What a drive must give is what inverse dynamics asks beyond the applied effort: with it in place of the drive, the
// same joint accelerates by itself as the drive would have it.
TEST(ForwardDynamics, DriveEffortsFromInverseDynamicsMoveAnUndrivenJointAlike) {
  WorstOffender accelerations("accelerations under drive efforts");
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    RandomMotion driven(cases::make_random_tree(seed, {.driven_share = 0.4}), seed);
    ASSERT_TRUE(driven.accelerate().ok());
    const VectorX drive_efforts = driven.calc_efforts(driven.applied, driven.v_rate);
    ModelBuilder builder;
    builder.set_gravity(driven.model.gravity());
    for (int i = 1; i < driven.model.num_bodies(); ++i) {
      BodySpec body = driven.model.spec(BodyIndex(i));
      body.joint.drive.clear();
      builder.add_body(body);
    }
    RandomMotion released(builder.build(), seed);
    released.state = driven.state;
    calc_kinematics(released.model, released.state.q, released.state.v, released.kinematics);
    released.applied = driven.applied;
    for (const JointDrive& drive : driven.model.joint_drives()) {
      released.applied.efforts[drive.velocity] += drive_efforts[drive.velocity];
    }
    ASSERT_TRUE(released.accelerate().ok());
    const MatrixX M = released.make_mass_matrix();
    const MatrixX inverse = Eigen::LLT<MatrixX>(M).solve(MatrixX::Identity(M.rows(), M.cols()));
    const VectorX scale = inverse.cwiseAbs() * released.make_scales().efforts;
    for (int k = 0; k < M.rows(); ++k) {
      accelerations.note(released.v_rate[k] - driven.v_rate[k], scale[k], seed, "velocity", k);
    }
  }
  accelerations.expect_below(kTolerance);
}

// x = M⁻¹ y, as M x = y: with driven joints, of the block of the others. Wrenches act as their Jᵀ.
TEST(Response, IsTheInverseOfTheMassMatrix) {
  WorstOffender residuals("M x = y");
  for (std::uint64_t seed = 0; seed < kTrees; ++seed) {
    const double driven_share = seed % 2 == 0 ? 0.0 : 0.4;
    RandomMotion motion(cases::make_random_tree(seed, {.driven_share = driven_share}), seed);
    ASSERT_TRUE(motion.accelerate().ok());
    const int count = motion.model.num_velocities();
    AppliedForces nothing(motion.model);
    VectorX x(count);
    calc_response(motion.model, motion.kinematics, motion.applied, motion.articulated, x);
    // Jᵀ of the wrenches and efforts: how inverse dynamics changes when they are applied.
    const VectorX zero = VectorX::Zero(count);
    const VectorX y = motion.calc_efforts(nothing, zero) - motion.calc_efforts(motion.applied, zero);
    const MatrixX M = motion.make_mass_matrix();
    motion.v_rate = x;
    const VectorX scales = motion.make_scales().efforts;
    const VectorX residual = M * x - y;
    for (const int k : find_free_velocities(motion.model)) residuals.note(residual[k], scales[k], seed, "velocity", k);
    for (const JointDrive& drive : motion.model.joint_drives()) EXPECT_EQ(x[drive.velocity], 0.0);
  }
  residuals.expect_below(kTolerance);
}

// The closed form against M itself: M M⁻¹ = 1 to what |M| |M⁻¹| rounds, for centres of mass anywhere.
TEST(LoneInverse, IsTheInverseOfTheMassMatrix) {
  WorstOffender residuals("M M⁻¹ = 1");
  int lone = 0;
  for (std::uint64_t seed = 0; seed < kTrees; ++seed) {
    RandomMotion motion(cases::make_random_tree(seed, {}), seed);
    ASSERT_TRUE(motion.accelerate().ok());
    const MatrixX M = motion.make_mass_matrix();
    for (int i = 1; i < motion.model.num_bodies(); ++i) {
      const Body& body = motion.model.body(i);
      if (!body.alone) continue;
      ++lone;
      Matrix6 inverse;
      calc_lone_inverse(motion.model, motion.kinematics, motion.articulated, i, {inverse.data(), 36});
      const Matrix6 own = M.block<6, 6>(body.velocity_start, body.velocity_start);
      const Matrix6 residual = own * inverse - Matrix6::Identity();
      const Matrix6 scales = own.cwiseAbs() * inverse.cwiseAbs();
      for (int k = 0; k < 36; ++k) residuals.note(residual.data()[k], scales.data()[k], seed, "place", k);
    }
  }
  EXPECT_GT(lone, 20);
  residuals.expect_below(kTolerance);
}

// Two hinges with a massless cross between them are a universal joint.
TEST(ForwardDynamics, LinksWithoutMassMayStandBetweenJoints) {
  const MassProperties mass{2.0, {0.1, -0.2, 0.3}, Vector3(0.1, 0.15, 0.2).asDiagonal()};
  ModelBuilder one, two;
  one.add_body({.name = "b",
                .mass = mass,
                .joint = {.type = JointType::Universal, .axis = Vector3::UnitX(), .second_axis = Vector3::UnitY()}});
  two.add_body({.name = "cross", .joint = {.type = JointType::Revolute, .axis = Vector3::UnitX()}});
  two.add_body(
      {.name = "b", .mass = mass, .joint = {.type = JointType::Revolute, .parent = "cross", .axis = Vector3::UnitY()}});
  const Model models[] = {one.build(), two.build()};
  VectorX accelerations[2];
  for (int m = 0; m < 2; ++m) {
    Kinematics kinematics(models[m]);
    calc_kinematics(models[m], Eigen::Vector2d(0.4, -0.9), Eigen::Vector2d(1.2, 0.7), kinematics);
    ArticulatedBodies articulated(models[m]);
    accelerations[m] = VectorX::Zero(2);
    ASSERT_TRUE(
        calc_forward_dynamics(models[m], kinematics, AppliedForces(models[m]), articulated, accelerations[m]).ok());
  }
  EXPECT_LT((accelerations[0] - accelerations[1]).norm(), 1e-13 * accelerations[0].norm());
}

// A point mass on its own axis: allowed to be built where a later position gives it a lever, refused while running.
TEST(ForwardDynamics, NamesTheJointThatMovesNoInertia) {
  ModelBuilder builder;
  builder.add_body({.name = "axle", .joint = {.type = JointType::Revolute, .axis = Vector3::UnitZ()}});
  builder.add_body(
      {.name = "slider",
       .mass = {.mass = 1.0},
       .joint = {.type = JointType::Prismatic, .parent = "axle", .at = {1.0, 0.0, 0.0}, .axis = Vector3::UnitX()}});
  const Model model = builder.build();
  Kinematics kinematics(model);
  ArticulatedBodies articulated(model);
  VectorX v_rate = VectorX::Zero(2);
  for (const double slide : {-1.0, 0.5}) {
    calc_kinematics(model, Eigen::Vector2d(0.0, slide), Eigen::Vector2d(0.0, 0.0), kinematics);
    const auto report = calc_forward_dynamics(model, kinematics, AppliedForces(model), articulated, v_rate);
    EXPECT_EQ(report.singular_body, slide == -1.0 ? model.find_body("axle").value() : -1);
  }
}

}  // namespace
}  // namespace carom
