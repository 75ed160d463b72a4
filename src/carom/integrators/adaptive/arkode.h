#pragma once

#include <memory>

#include "carom/integrators/adaptive/adaptive_solver.h"
#include "carom/integrators/guarded_system.h"
#include "carom/integrators/options.h"

namespace carom {

/// SUNDIALS' ARKODE, explicit or diagonally implicit as the options say.
[[nodiscard]] std::unique_ptr<AdaptiveSolver> make_arkode_solver(GuardedSystem& system, const AdaptiveOptions& options);

}  // namespace carom
