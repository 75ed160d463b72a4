#pragma once

#include <memory>

#include "carom/integrators/adaptive/adaptive_solver.h"
#include "carom/integrators/guarded_system.h"
#include "carom/integrators/integrator.h"
#include "carom/integrators/options.h"

namespace carom {

/// The explicit pair of orders 3(2) of Bogacki and Shampine, with error control.                    [bogacki1989]
[[nodiscard]] std::unique_ptr<AdaptiveSolver> make_bogacki_shampine_solver(GuardedSystem& system,
                                                                           const AdaptiveOptions& options);

/// An integrator for motion that events soon end: three evaluations a step and none for its dense output, where the
/// method of order 8 needs twelve and three. Long steps are not its business. `options.method` does not count.
[[nodiscard]] std::unique_ptr<Integrator> make_short_step_integrator(OdeSystem& system, EventFunctions* events,
                                                                     const AdaptiveOptions& options);

}  // namespace carom
