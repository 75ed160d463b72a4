#pragma once

#include <vector>

#include "carom/report/figure/figure.h"

namespace carom {

/// The edges of the cells around grid points: half way between neighbours (of logarithms, on a logarithmic axis), and
/// as far beyond the first and the last. One more than there are points; a single point has a cell of length 1.
[[nodiscard]] std::vector<double> find_cell_edges(const std::vector<double>& points, AxisScale scale);

}  // namespace carom
