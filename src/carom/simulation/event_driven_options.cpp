#include "carom/simulation/event_driven_options.h"

#include <cmath>

#include <fmt/format.h>

#include "carom/base/input_error.h"

namespace carom {

std::string_view name_of(InconsistencyPolicy policy) {
  switch (policy) {
    case InconsistencyPolicy::Stop:
      return "stop";
    case InconsistencyPolicy::Impact:
      return "impact";
    case InconsistencyPolicy::Compliant:
      return "compliant";
    case InconsistencyPolicy::Separate:
      return "separate";
    case InconsistencyPolicy::Keep:
      return "keep";
  }
  return "";
}

void validate(const EventDrivenOptions& options) {
  if (options.no_solution == InconsistencyPolicy::Separate || options.no_solution == InconsistencyPolicy::Keep) {
    throw InputError("no solution", fmt::format("must be stop, impact or compliant, found {}: there is none to choose",
                                                name_of(options.no_solution)));
  }
  if (options.max_island < 2)
    throw InputError("max island", fmt::format("must be at least 2, found {}", options.max_island));
  if (!(std::isfinite(options.fallback_step) && options.fallback_step > 0.0)) {
    throw InputError("fallback step", fmt::format("must be finite and above 0 s, found {} s", options.fallback_step));
  }
  if (std::isfinite(options.rest_speed) && options.rest_speed >= EventDrivenOptions::kSlowestRest) return;
  throw InputError("rest speed", fmt::format("must be finite and at least {:g} m/s, found {} m/s",
                                             EventDrivenOptions::kSlowestRest, options.rest_speed));
}

}  // namespace carom
