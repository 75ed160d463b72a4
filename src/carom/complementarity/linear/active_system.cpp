#include "carom/complementarity/linear/active_system.h"

#include <algorithm>
#include <cmath>

namespace carom {

ActiveSystem::ActiveSystem(int size) : row_scale_(size), column_scale_(size), step_(size), w_(size) {
  rows_.reserve(static_cast<std::size_t>(size));
  (void)lu_.resize(size);
}

void ActiveSystem::factor(const ConstMatrixRef& M) {
  const auto count = static_cast<int>(rows_.size());
  Eigen::Map<MatrixX> matrix = lu_.resize(count);
  row_scale_.head(count).setZero();
  for (int j = 0; j < count; ++j) {
    const auto column = M.col(rows_[j]);
    double largest = 0.0;
    for (const int row : rows_) largest = std::max(largest, std::abs(column[row]));
    column_scale_[j] = largest > 0.0 ? 1.0 / largest : 1.0;
    for (int i = 0; i < count; ++i) {
      matrix(i, j) = column[rows_[i]] * column_scale_[j];
      row_scale_[i] = std::max(row_scale_[i], std::abs(matrix(i, j)));
    }
  }
  for (int i = 0; i < count; ++i) row_scale_[i] = row_scale_[i] > 0.0 ? 1.0 / row_scale_[i] : 1.0;
  for (int j = 0; j < count; ++j) matrix.col(j).array() *= row_scale_.head(count).array();
  lu_.factor();
}

bool ActiveSystem::solve(const ConstMatrixRef& M, const ConstVectorRef& q, const std::vector<char>& active,
                         VectorRef z) {
  rows_.clear();
  for (int i = 0; i < M.rows(); ++i) {
    if (!active[i]) continue;
    rows_.push_back(i);
    z[i] = 0.0;
  }
  if (rows_.empty()) return true;
  factor(M);
  constexpr double kRoundOff = 1e-14;
  if (!(lu_.least_pivot() > kRoundOff)) return false;
  constexpr int kPasses = 3;
  const auto count = static_cast<int>(rows_.size());
  for (int pass = 0; pass < kPasses; ++pass) {
    w_ = q;
    for (int j = 0; j < M.cols(); ++j) {
      if (z[j] != 0.0) w_ += z[j] * M.col(j);
    }
    bool is_exact = true;
    for (int i = 0; i < count; ++i) {
      step_[i] = -row_scale_[i] * w_[rows_[i]];
      is_exact = is_exact && step_[i] == 0.0;
    }
    if (is_exact) break;
    lu_.solve(step_.head(count));
    for (int i = 0; i < count; ++i) z[rows_[i]] += column_scale_[i] * step_[i];
  }
  return z.allFinite();
}

}  // namespace carom
