#include "carom/dynamics/constraint_rows.h"

#include <map>

#include <gtest/gtest.h>

#include "dynamics/random_constraints.h"
#include "dynamics/random_motion.h"
#include "dynamics/reference_constraints.h"
#include "dynamics/worst_offender.h"

namespace carom {
namespace {

using testing_support::calc_reference_motion;
using testing_support::calc_reference_rows;
using testing_support::kTolerance;
using testing_support::make_randomly_constrained_tree;
using testing_support::RandomMotion;
using testing_support::ReferenceRow;
using testing_support::WorstOffender;

// φ, J v and J v̇ + bias against the definition of each type, differentiated exactly along a motion in which driven
// joints accelerate too.
TEST(ConstraintRows, OfEveryTypeAreTheDerivativesOfItsDefinition) {
  std::map<std::string, std::array<WorstOffender, 3>> worst;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomMotion motion(make_randomly_constrained_tree(seed, {.most_degrees = 40, .driven_share = 0.2}), seed);
    const Model& model = motion.model;
    const VectorX driven_rate = motion.v_rate;
    cases::RandomSource random(seed + 3);
    motion.v_rate = cases::make_random_vector(model.num_velocities(), 5.0, random);
    for (const JointDrive& drive : model.joint_drives()) motion.v_rate[drive.velocity] = driven_rate[drive.velocity];

    std::vector<BodyAcceleration> bias(static_cast<std::size_t>(model.num_bodies()));
    calc_accelerations(model, motion.kinematics, driven_rate, bias);
    std::vector<ConstraintRow> rows(static_cast<std::size_t>(model.num_constraint_rows()));
    calc_constraint_rows(model, motion.kinematics, motion.state.q, driven_rate, bias, rows);
    MatrixX J(model.num_constraint_rows(), model.num_velocities());
    calc_constraint_matrix(model, motion.kinematics, rows, J);
    const VectorX rate = J * motion.state.v;
    const VectorX acceleration = J * (motion.v_rate - driven_rate);

    const auto poses = calc_reference_motion(model, motion.state.q, motion.state.v, motion.v_rate);
    const auto scales = motion.make_scales();
    for (const Constraint& constraint : model.constraints()) {
      const std::string name(traits(constraint.type).name);
      worst.try_emplace(name, std::array{WorstOffender(name + ", φ"), WorstOffender(name + ", J v"),
                                         WorstOffender(name + ", J v̇ + bias")});
      const auto reference = calc_reference_rows(constraint, poses, motion.state.q, motion.state.v, motion.v_rate);
      ASSERT_EQ(static_cast<int>(reference.size()), traits(constraint.type).rows);
      // The bodies' own round-off enters too.
      const auto& a = scales.bodies[static_cast<std::size_t>(constraint.body_a)];
      const auto& b = scales.bodies[static_cast<std::size_t>(constraint.body_b)];
      const double spin = a.angular_velocity + b.angular_velocity, reach = a.position + b.position + 3.0;
      const double speed = a.velocity + b.velocity + spin * reach;
      const double pull =
          a.acceleration + b.acceleration + spin * speed + (a.angular_acceleration + b.angular_acceleration) * reach;
      for (int r = 0; r < traits(constraint.type).rows; ++r) {
        const int i = constraint.first_row + r;
        const ConstraintRow& row = rows[static_cast<std::size_t>(i)];
        const ReferenceRow& expected = reference[static_cast<std::size_t>(r)];
        auto& [phi, velocity, total] = worst.at(name);
        EXPECT_EQ(row.holonomic, r < traits(constraint.type).holonomic_rows);
        phi.note(row.residual - expected.phi.value, expected.scale.value, seed, "row", r);
        velocity.note(rate[i] - expected.phi.rate, expected.scale.rate + speed, seed, "row", r);
        total.note(acceleration[i] + row.bias - expected.phi.acceleration, expected.scale.acceleration + pull, seed,
                   "row", r);
      }
    }
  }
  EXPECT_EQ(worst.size(), 10U);
  for (const auto& [name, three] : worst) {
    for (const WorstOffender& one : three) one.expect_below(kTolerance);
  }
}

// Read as forces, multipliers do the work λᵀ J v.
TEST(ConstraintRows, ForcesAreTheTransposeOfTheMatrix) {
  WorstOffender efforts("Jᵀλ");
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    RandomMotion motion(make_randomly_constrained_tree(seed, {.most_degrees = 30, .has_gravity = false}), seed);
    const Model& model = motion.model;
    motion.state.v.setZero();
    calc_kinematics(model, motion.state.q, motion.state.v, motion.kinematics);
    const VectorX zero = VectorX::Zero(model.num_velocities());
    std::vector<BodyAcceleration> bias(static_cast<std::size_t>(model.num_bodies()));
    std::vector<ConstraintRow> rows(static_cast<std::size_t>(model.num_constraint_rows()));
    calc_constraint_rows(model, motion.kinematics, motion.state.q, zero, bias, rows);
    MatrixX J(model.num_constraint_rows(), model.num_velocities());
    calc_constraint_matrix(model, motion.kinematics, rows, J);
    cases::RandomSource random(seed);
    const VectorX lambda = cases::make_random_vector(model.num_constraint_rows(), 1.0, random);
    motion.applied.set_zero();
    for (int r = 0; r < lambda.size(); ++r) {
      add_constraint_force(rows[static_cast<std::size_t>(r)], lambda[r], motion.applied);
    }
    // At rest and without gravity, inverse dynamics of v̇ = 0 is −Jᵀ of what is applied.
    const VectorX found = -motion.calc_efforts(motion.applied, zero);
    const VectorX scales = motion.make_scales().efforts + J.cwiseAbs().transpose() * lambda.cwiseAbs();
    const VectorX difference = found - J.transpose() * lambda;
    for (int k = 0; k < difference.size(); ++k) efforts.note(difference[k], scales[k], seed, "velocity", k);
  }
  efforts.expect_below(kTolerance);
}

}  // namespace
}  // namespace carom
