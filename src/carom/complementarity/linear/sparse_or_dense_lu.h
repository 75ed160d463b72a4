#pragma once

#include <Eigen/LU>
#include <Eigen/SparseLU>

#include "carom/math/types.h"

namespace carom {

/// Factors a matrix the cheaper way: as a dense one where it is small or well filled.
class SparseOrDenseLu {
 public:
  /// False if it is singular to round-off.
  [[nodiscard]] bool factor(const Eigen::SparseMatrix<double>& A);
  [[nodiscard]] VectorX solve(const VectorX& b) const;

 private:
  bool dense_{};
  Eigen::PartialPivLU<MatrixX> dense_lu_;
  Eigen::SparseLU<Eigen::SparseMatrix<double>> sparse_lu_;
};

}  // namespace carom
