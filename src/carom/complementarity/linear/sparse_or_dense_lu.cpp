#include "carom/complementarity/linear/sparse_or_dense_lu.h"

namespace carom {

bool SparseOrDenseLu::factor(const Eigen::SparseMatrix<double>& A) {
  constexpr int kSmall = 100;
  constexpr double kWellFilled = 0.1;
  const auto size = static_cast<double>(A.rows());
  dense_ = A.rows() <= kSmall || static_cast<double>(A.nonZeros()) > kWellFilled * size * size;
  if (dense_) {
    if (A.rows() == 0) return true;
    dense_lu_.compute(MatrixX(A));
    const auto pivots = dense_lu_.matrixLU().diagonal().cwiseAbs();
    return pivots.minCoeff() > 0.0 && dense_lu_.matrixLU().allFinite();
  }
  sparse_lu_.compute(A);
  return sparse_lu_.info() == Eigen::Success;
}

VectorX SparseOrDenseLu::solve(const VectorX& b) const {
  if (b.size() == 0) return b;
  if (dense_) return dense_lu_.solve(b);
  return sparse_lu_.solve(b);
}

}  // namespace carom
