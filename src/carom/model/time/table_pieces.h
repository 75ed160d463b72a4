#pragma once

#include "carom/math/piecewise_cubic.h"
#include "carom/model/time/time_function.h"

namespace carom {

/// A table of any kind as cubics. The table is one that TimeFunction accepts.
[[nodiscard]] PiecewiseCubic make_pieces(const time_functions::Table& table);

}  // namespace carom
