#pragma once

#include <memory>

#include "carom/integrators/adaptive/adaptive_solver.h"
#include "carom/integrators/guarded_system.h"
#include "carom/integrators/options.h"

namespace carom {

/// The implicit method Radau IIA of three stages and order 5, after the program RADAU5 of [hairer1996].
[[nodiscard]] std::unique_ptr<AdaptiveSolver> make_radau_solver(GuardedSystem& system, const AdaptiveOptions& options);

}  // namespace carom
