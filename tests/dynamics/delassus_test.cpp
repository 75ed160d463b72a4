#include "carom/dynamics/delassus.h"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include "dynamics/random_constraints.h"
#include "dynamics/random_motion.h"
#include "dynamics/worst_offender.h"

namespace carom {
namespace {

using testing_support::kTolerance;
using testing_support::make_randomly_constrained_tree;
using testing_support::RandomMotion;
using testing_support::WorstOffender;

// J M⁻¹ Jᵀ by Cholesky, and |J||M⁻¹||M||M⁻¹||J|ᵀ: what an error of ε in each entry of M makes of it.
struct DenseDelassus {
  MatrixX G;
  MatrixX scale;
};
DenseDelassus make_dense(RandomMotion& motion, const MatrixX& J) {
  MatrixX M = motion.make_mass_matrix();
  // Driven joints are held: as if they had no velocity.
  MatrixX held = J;
  for (const JointDrive& drive : motion.model.joint_drives()) {
    M.row(drive.velocity).setZero();
    M.col(drive.velocity).setZero();
    M(drive.velocity, drive.velocity) = 1.0;
    held.col(drive.velocity).setZero();
  }
  const MatrixX inverse = Eigen::LLT<MatrixX>(M).solve(MatrixX::Identity(M.rows(), M.cols()));
  const MatrixX reach = held.cwiseAbs() * inverse.cwiseAbs();
  return {held * inverse * held.transpose(), reach * M.cwiseAbs() * reach.transpose()};
}

// The operator subtracts the motions of two bodies that may be the same: the sizes of both.
double calc_terms(const ConstraintRow& row, const ArticulatedBodies& articulated) {
  const ArticulatedBody& a = articulated.bodies[static_cast<std::size_t>(row.body_a)];
  const ArticulatedBody& b = articulated.bodies[static_cast<std::size_t>(row.body_b)];
  const auto size = [](const PackedVector3& x) { return as_eigen(x).norm(); };
  return size(row.angular_a) * size(a.angular_acceleration) + size(row.linear_a) * size(a.linear_acceleration) +
         size(row.angular_b) * size(b.angular_acceleration) + size(row.linear_b) * size(b.linear_acceleration);
}

TEST(Delassus, MatrixAndOperatorAreTheInverseInertiaAlongTheRows) {
  WorstOffender dense("matrix"), matrix_free("operator");
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    RandomMotion motion(make_randomly_constrained_tree(seed, {.most_degrees = 40, .driven_share = 0.2}), seed);
    const Model& model = motion.model;
    ASSERT_TRUE(motion.accelerate().ok());
    std::vector<BodyAcceleration> bias(static_cast<std::size_t>(model.num_bodies()));
    std::vector<ConstraintRow> rows(static_cast<std::size_t>(model.num_constraint_rows()));
    const VectorX zero = VectorX::Zero(model.num_velocities());
    calc_constraint_rows(model, motion.kinematics, motion.state.q, zero, bias, rows);
    const int count = model.num_constraint_rows();
    MatrixX J(count, model.num_velocities()), M_inverse_Jt(model.num_velocities(), count), G(count, count);
    calc_constraint_matrix(model, motion.kinematics, rows, J);
    AppliedForces scratch(model);
    calc_delassus_matrix(model, motion.kinematics, J, motion.articulated, scratch, M_inverse_Jt, G);
    const DenseDelassus expected = make_dense(motion, J);
    for (int i = 0; i < count; ++i) {
      for (int j = 0; j < count; ++j) dense.note(G(i, j) - expected.G(i, j), expected.scale(i, j), seed, "row", i);
    }

    cases::RandomSource random(seed);
    const VectorX x = cases::make_random_vector(count, 1.0, random);
    VectorX G_x(count);
    DelassusOperator(model).apply(model, motion.kinematics, rows, motion.articulated, x, G_x);
    const VectorX difference = G_x - expected.G * x;
    const VectorX scale = expected.scale * x.cwiseAbs();
    for (int i = 0; i < count; ++i) {
      const double terms = calc_terms(rows[static_cast<std::size_t>(i)], motion.articulated);
      matrix_free.note(difference[i], scale[i] + terms, seed, "row", i);
    }
  }
  dense.expect_below(kTolerance);
  matrix_free.expect_below(kTolerance);
}

}  // namespace
}  // namespace carom
