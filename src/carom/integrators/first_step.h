#pragma once

#include <span>

#include "carom/integrators/guarded_system.h"
#include "carom/integrators/options.h"

namespace carom {

/// A first step whose first neglected terms are a hundredth of the tolerance, from the rate and its change along a tiny
/// step [hairer1993, II.4]. `order` is that of the error estimate. One evaluation, in which `y_scratch` and
/// `rate_scratch` are used up. Zero where y or its rate is too small to tell, or where the rate fails.  [s]
[[nodiscard]] double estimate_first_step(GuardedSystem& system, const AdaptiveOptions& options, double order,
                                         double time, std::span<const double> y, std::span<const double> rate,
                                         std::span<double> y_scratch, std::span<double> rate_scratch);

}  // namespace carom
