#pragma once

#include <string_view>

#include "carom/integrators/options.h"
#include "carom/integrators/step_report.h"

namespace carom {

/// What to try after a failure, as follows "try": only what the method at hand has and what may help. The step is that
/// which failed [s].
[[nodiscard]] std::string_view advise(StepStatus failure, const AdaptiveOptions& options, double step);
[[nodiscard]] std::string_view advise(StepStatus failure, const FixedStepOptions& options);

}  // namespace carom
