#pragma once

#include <vector>

#include "carom/report/figure/figure.h"
#include "carom/report/run/loaded_run.h"

namespace carom {

/// Pressure and size of the traction over each contact whose maps were recorded, at the sample of the largest force.
[[nodiscard]] std::vector<Figure> make_map_figures(const LoadedRun& run);

}  // namespace carom
