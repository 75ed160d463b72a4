#include <variant>

#include "carom/integrators/adaptive/adaptive.h"
#include "carom/integrators/fixed/fixed_step.h"
#include "carom/integrators/integrator.h"

namespace carom {

std::unique_ptr<Integrator> make_integrator(OdeSystem& system, EventFunctions* events,
                                            const IntegratorOptions& options) {
  validate(options);
  if (const auto* fixed = std::get_if<FixedStepOptions>(&options)) {
    return std::make_unique<FixedStepIntegrator>(system, events, *fixed);
  }
  return std::make_unique<AdaptiveIntegrator>(system, events, std::get<AdaptiveOptions>(options));
}

}  // namespace carom
