#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include "carom/math/types.h"

namespace carom {

/// How a semidefinite system was solved.
struct [[nodiscard]] SemidefiniteReport {
  int rank_deficit{};  // unknowns less the rank
  double residual{};   // max |G x − b| over the rows, above round-off where b contradicts a redundancy  [unit of b]
};

/// Solves G x = b for a symmetric positive semidefinite G. Where rows are redundant, x is the least-squares solution of
/// least norm. Both are meant after scaling rows and columns to a unit diagonal, so that units and masses do not decide
/// what counts as redundant. Allocates only when made.
class SemidefiniteSolver {
 public:
  explicit SemidefiniteSolver(int size);

  /// Eigenvalues of the scaled matrix below this part of the largest count as zero: squares of angles of about 1e-5
  /// between rows, far above round-off (1e-16 · size) and far below any configuration that is not about to be singular.
  static constexpr double kRankTolerance = 1e-10;

  /// Factors the leading size × size block.
  void factor(const ConstMatrixRef& G);
  SemidefiniteReport solve(const ConstVectorRef& b, VectorRef x);

 private:
  MatrixX G_;  // as given, for the residual
  MatrixX scaled_;
  VectorX scale_;  // 1/√G_ii, zero for rows that act on nothing
  VectorX work_;
  VectorX projected_;
  Eigen::LLT<MatrixX> cholesky_;
  // scaled = Q T Qᵀ with T tridiagonal, T = Z Λ Zᵀ. Eigen's solver for full matrices does both at once but allocates to
  // form Q, as does its way of applying Q to a vector.
  Eigen::Tridiagonalization<MatrixX> tridiagonal_;  // Q
  Eigen::SelfAdjointEigenSolver<MatrixX> eigen_;    // Λ, ascending, and Z
  VectorX diagonal_, subdiagonal_;                  // of T
  bool definite_{};
  int rank_{};
};

}  // namespace carom
