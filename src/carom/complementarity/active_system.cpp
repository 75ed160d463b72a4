#include "carom/complementarity/active_system.h"

#include <algorithm>
#include <cmath>

namespace carom {

ActiveSystem::ActiveSystem(int size)
    : matrix_(size, size), row_scale_(size), column_scale_(size), work_(size), step_(size), lu_(std::max(size, 1)) {}

void ActiveSystem::factor(const ConstMatrixRef& M, const std::vector<char>& active) {
  const auto size = static_cast<int>(M.rows());
  matrix_.setIdentity();
  row_scale_.setZero();
  for (int j = 0; j < size; ++j) {
    if (!active[j]) continue;
    double largest = 0.0;
    for (int i = 0; i < size; ++i) {
      if (active[i]) largest = std::max(largest, std::abs(M(i, j)));
    }
    column_scale_[j] = largest > 0.0 ? 1.0 / largest : 1.0;
    for (int i = 0; i < size; ++i) {
      if (active[i]) matrix_(i, j) = M(i, j) * column_scale_[j];
    }
  }
  for (int i = 0; i < size; ++i) {
    if (!active[i]) continue;
    const double largest = matrix_.row(i).cwiseAbs().maxCoeff();
    row_scale_[i] = largest > 0.0 ? 1.0 / largest : 1.0;
    matrix_.row(i) *= row_scale_[i];
  }
  lu_.compute(matrix_);
}

bool ActiveSystem::solve(const ConstMatrixRef& M, const ConstVectorRef& q, const std::vector<char>& active,
                         VectorRef z) {
  const auto size = static_cast<int>(M.rows());
  if (size == 0) return true;
  factor(M, active);
  constexpr double kRoundOff = 1e-14;
  const bool regular = lu_.matrixLU().diagonal().cwiseAbs().minCoeff() > kRoundOff;
  for (int i = 0; i < size; ++i) {
    if (active[i]) z[i] = 0.0;
  }
  if (!regular) return false;
  constexpr int kPasses = 3;
  for (int pass = 0; pass < kPasses; ++pass) {
    work_ = q;
    work_.noalias() += M * z;
    work_ = -row_scale_.cwiseProduct(work_);
    step_ = lu_.solve(work_);
    for (int i = 0; i < size; ++i) {
      if (active[i]) z[i] += column_scale_[i] * step_[i];
    }
  }
  return z.allFinite();
}

}  // namespace carom
