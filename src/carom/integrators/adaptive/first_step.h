#pragma once

#include <span>

#include "carom/integrators/guarded_system.h"
#include "carom/integrators/options.h"

namespace carom {

/// What the choice of a first step may use up.
struct FirstStepScratch {
  std::span<double> y, rate;
};

/// Where an integration starts.
struct StartPoint {
  double time{};  // [s]
  std::span<const double> y, rate;
};

/// The step of the options, else the suggested one; where there is neither (zero), one whose first neglected terms are
/// a hundredth of the tolerance, from the rate and its change along a tiny step, which costs one evaluation
/// [hairer1993, II.4]. `order` is that of the error estimate.  [s]
[[nodiscard]] double choose_first_step(GuardedSystem& system, const AdaptiveOptions& options, double suggested,
                                       double order, const StartPoint& start, const FirstStepScratch& scratch);

}  // namespace carom
