#pragma once

#include <memory>

#include "carom/integrators/adaptive/adaptive_solver.h"
#include "carom/integrators/guarded_system.h"
#include "carom/integrators/options.h"

namespace carom {

/// The explicit pair of orders 8(5,3) of Dormand and Prince, after the program DOP853 of [hairer1993].
[[nodiscard]] std::unique_ptr<AdaptiveSolver> make_dormand_prince_solver(GuardedSystem& system,
                                                                         const AdaptiveOptions& options);

}  // namespace carom
