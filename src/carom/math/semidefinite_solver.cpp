#include "carom/math/semidefinite_solver.h"

#include <algorithm>
#include <cmath>

#include "carom/math/symmetric_eigen.h"

namespace carom {

SemidefiniteSolver::SemidefiniteSolver(int size)
    : G_(size, size),
      scaled_(size, size),
      scale_(size),
      work_(size),
      projected_(size),
      cholesky_(std::max(size, 1)),
      eigenvectors_(size, size),
      eigenvalues_(size) {}

void SemidefiniteSolver::factor(const ConstMatrixRef& G, double rank_tolerance) {
  G_ = G;
  // A row that acts on nothing has the square of round-off on its diagonal, 1e-32 of the others or less.
  const double least_diagonal = scale_.size() > 0 ? 1e-24 * G.diagonal().maxCoeff() : 0.0;
  for (int i = 0; i < scale_.size(); ++i) scale_[i] = G(i, i) > least_diagonal ? 1.0 / std::sqrt(G(i, i)) : 0.0;
  scaled_.noalias() = scale_.asDiagonal() * G;
  scaled_ *= scale_.asDiagonal();

  // The cheap way first: it serves unless a pivot shows that rows nearly depend on each other.
  cholesky_.compute(scaled_);
  const auto pivots = cholesky_.matrixLLT().diagonal();
  const double least_pivot = pivots.minCoeff() * pivots.minCoeff();
  definite_ = cholesky_.info() == Eigen::Success && least_pivot > std::max(1e-6, rank_tolerance);
  clear_rank_ = least_pivot > kClearlyNot;
  rank_ = static_cast<int>(scale_.size());
  if (definite_) return;
  calc_symmetric_eigen(scaled_, eigenvectors_);
  eigenvalues_ = scaled_.diagonal();
  const double largest = std::max(eigenvalues_.maxCoeff(), 0.0);
  clear_rank_ = (eigenvalues_.array() < kRoundOff * largest || eigenvalues_.array() > kClearlyNot * largest).all();
  for (double& eigenvalue : eigenvalues_) eigenvalue = eigenvalue > rank_tolerance * largest ? eigenvalue : 0.0;
  rank_ = static_cast<int>((eigenvalues_.array() > 0.0).count());
}

SemidefiniteReport SemidefiniteSolver::solve(const ConstVectorRef& b, VectorRef x) {
  const auto size = static_cast<int>(scale_.size());
  work_ = scale_.cwiseProduct(b);
  if (definite_) {
    cholesky_.solveInPlace(work_);
    x = scale_.cwiseProduct(work_);
  } else {
    // Only directions that the rows can act on.
    projected_.noalias() = eigenvectors_.transpose().lazyProduct(work_);
    for (int i = 0; i < size; ++i) projected_[i] = eigenvalues_[i] > 0.0 ? projected_[i] / eigenvalues_[i] : 0.0;
    work_.noalias() = eigenvectors_.lazyProduct(projected_);
    x = scale_.cwiseProduct(work_);
  }
  work_ = b;
  work_.noalias() -= G_.lazyProduct(x);
  const double size_of_b = b.cwiseAbs().maxCoeff();
  return {size - rank_, size_of_b > 0.0 ? work_.cwiseAbs().maxCoeff() / size_of_b : 0.0, clear_rank_};
}

}  // namespace carom
