#pragma once

#include <vector>

#include "carom/complementarity/linear/dense_lu.h"
#include "carom/math/types.h"

namespace carom {

/// The linear system behind a choice of active rows: w = M z + q vanishes there, while z of the other rows stays as it
/// is. Solved with scaled rows and columns and refined. Allocates only when made.
class ActiveSystem {
 public:
  explicit ActiveSystem(int size);

  /// Changes z in the active rows. False, with z of little worth, if the rows are dependent up to round-off.
  [[nodiscard]] bool solve(const ConstMatrixRef& M, const ConstVectorRef& q, const std::vector<char>& active,
                           VectorRef z);

 private:
  void factor(const ConstMatrixRef& M);

  std::vector<int> rows_;                    // active ones
  VectorX row_scale_, column_scale_, step_;  // of each of them
  VectorX w_;
  DenseLu lu_;
};

}  // namespace carom
