#pragma once

#include <vector>

#include "carom/report/figure/figure.h"
#include "carom/report/run/loaded_run.h"

namespace carom {

/// The figures of a run: its default charts, the energy account with its residual, and the paths of the ends of the
/// mechanism, seen from where they are widest.
[[nodiscard]] std::vector<Figure> make_run_figures(const LoadedRun& run);

}  // namespace carom
