#pragma once

#include <vector>

#include "carom/math/types.h"

namespace carom {

/// LU factors of a full matrix with rows exchanged, for the many small systems of contacts and circuits: up to some
/// dozen rows Eigen's takes most of its time for what does not depend on the size. Allocates only to grow.
class DenseLu {
 public:
  /// To be filled before factor(), which overwrites it.
  [[nodiscard]] Eigen::Map<MatrixX> resize(int size);
  void factor();
  /// In place. A singular matrix shows as numbers that are not finite.
  void solve(VectorRef x) const;
  /// Size of the least pivot.
  [[nodiscard]] double least_pivot() const;

 private:
  [[nodiscard]] const double* column(int j) const { return values_.data() + static_cast<std::ptrdiff_t>(j) * size_; }
  [[nodiscard]] double* column(int j) { return values_.data() + static_cast<std::ptrdiff_t>(j) * size_; }

  int size_{};
  std::vector<double> values_;  // column by column
  std::vector<int> exchanges_;  // the row that came into the place of each
};

}  // namespace carom
