#pragma once

#include "carom/math/types.h"

namespace carom::impact {

/// min |A x − b| over x ≥ 0 by the active set of Lawson and Hanson: finite, and exact up to rounding.
[[nodiscard]] VectorX solve_nonnegative_least_squares(const MatrixX& a, const VectorX& b);

}  // namespace carom::impact
