#include "carom/complementarity/mlcp/condensation.h"

#include <Eigen/SparseLU>

namespace carom {

CondensedProblem condense(const GlobalFrictionProblem& problem) {
  Eigen::SparseLU<Eigen::SparseMatrix<double>> lu;
  lu.compute(problem.M);
  if (lu.info() != Eigen::Success) return {};
  const Eigen::SparseMatrix<double> H_transposed = problem.H.transpose();
  const Eigen::SparseMatrix<double> velocities = lu.solve(problem.H);
  const VectorX free_velocity = lu.solve(problem.q);
  return {H_transposed * velocities, H_transposed * free_velocity + problem.b, true};
}

}  // namespace carom
