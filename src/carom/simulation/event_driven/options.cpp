#include "carom/simulation/event_driven/options.h"

#include <cmath>

#include <fmt/format.h>

#include "carom/base/input_error.h"

namespace carom {

void validate(const EventDrivenOptions& options) {
  if (std::isfinite(options.rest_speed) && options.rest_speed >= EventDrivenOptions::kSlowestRest) return;
  throw InputError("rest speed", fmt::format("must be finite and at least {:g} m/s, found {} m/s",
                                             EventDrivenOptions::kSlowestRest, options.rest_speed));
}

}  // namespace carom
