#include "carom/math/semidefinite_solver.h"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

// x ← H x for the i-th reflection of Q = H₀ H₁ …: H = 1 − 2 u uᵀ/|u|² with u = (0 … 0, 1, essential part), and H = 1
// where the essential part is zero. Eigen keeps 2/|u|² too but hands it out only as a copy, which allocates.
void reflect(const Eigen::Tridiagonalization<MatrixX>& tridiagonal, int i, VectorX& x) {
  const auto essential = tridiagonal.packedMatrix().col(i).tail(x.size() - i - 2);
  const double square = essential.squaredNorm();
  if (square == 0.0) return;
  auto tail = x.tail(x.size() - i - 2);
  const double along = 2.0 / (1.0 + square) * (x[i + 1] + essential.dot(tail));
  x[i + 1] -= along;
  tail -= along * essential;
}

}  // namespace

SemidefiniteSolver::SemidefiniteSolver(int size)
    : G_(size, size),
      scaled_(size, size),
      scale_(size),
      work_(size),
      projected_(size),
      cholesky_(std::max(size, 1)),
      tridiagonal_(std::max(size, 1)),
      eigen_(std::max(size, 1)),
      diagonal_(size),
      subdiagonal_(std::max(size - 1, 0)) {}

void SemidefiniteSolver::factor(const ConstMatrixRef& G) {
  G_ = G;
  // A row that acts on nothing has the square of round-off on its diagonal, 1e-32 of the others or less.
  const double least_diagonal = scale_.size() > 0 ? 1e-24 * G.diagonal().maxCoeff() : 0.0;
  for (int i = 0; i < scale_.size(); ++i) scale_[i] = G(i, i) > least_diagonal ? 1.0 / std::sqrt(G(i, i)) : 0.0;
  scaled_.noalias() = scale_.asDiagonal() * G * scale_.asDiagonal();

  // The cheap way first: it serves unless a pivot shows that rows nearly depend on each other.
  cholesky_.compute(scaled_);
  const auto pivots = cholesky_.matrixLLT().diagonal();
  definite_ = cholesky_.info() == Eigen::Success && pivots.minCoeff() * pivots.minCoeff() > 1e-6;
  rank_ = static_cast<int>(scale_.size());
  if (definite_) return;
  tridiagonal_.compute(scaled_);
  diagonal_ = tridiagonal_.diagonal();
  subdiagonal_ = tridiagonal_.subDiagonal();
  eigen_.computeFromTridiagonal(diagonal_, subdiagonal_);
  const VectorX& eigenvalues = eigen_.eigenvalues();
  const double least_eigenvalue = kRankTolerance * std::max(eigenvalues.maxCoeff(), 0.0);
  rank_ = static_cast<int>((eigenvalues.array() > least_eigenvalue).count());
}

SemidefiniteReport SemidefiniteSolver::solve(const ConstVectorRef& b, VectorRef x) {
  const auto size = static_cast<int>(scale_.size());
  work_ = scale_.cwiseProduct(b);
  if (definite_) {
    cholesky_.solveInPlace(work_);
    x = scale_.cwiseProduct(work_);
  } else {
    // Only directions that the rows can act on; eigenvalues ascend.
    for (int i = 0; i < size - 1; ++i) reflect(tridiagonal_, i, work_);
    projected_.noalias() = eigen_.eigenvectors().transpose() * work_;
    projected_.head(size - rank_).setZero();
    projected_.tail(rank_).array() /= eigen_.eigenvalues().tail(rank_).array();
    work_.noalias() = eigen_.eigenvectors() * projected_;
    for (int i = size - 2; i >= 0; --i) reflect(tridiagonal_, i, work_);
    x = scale_.cwiseProduct(work_);
  }
  work_ = b;
  work_.noalias() -= G_ * x;
  return {size - rank_, work_.cwiseAbs().maxCoeff()};
}

}  // namespace carom
