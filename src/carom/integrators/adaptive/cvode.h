#pragma once

#include <memory>

#include "carom/integrators/adaptive/adaptive_solver.h"
#include "carom/integrators/guarded_system.h"
#include "carom/integrators/options.h"

namespace carom {

/// SUNDIALS' CVODE, Adams or backward differences as the options say.
[[nodiscard]] std::unique_ptr<AdaptiveSolver> make_cvode_solver(GuardedSystem& system, const AdaptiveOptions& options);

}  // namespace carom
