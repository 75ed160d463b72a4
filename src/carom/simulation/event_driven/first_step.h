#pragma once

#include <span>
#include <vector>

#include "carom/integrators/ode_system.h"
#include "carom/integrators/options.h"

namespace carom {

/// How long the first step after an event should be: its first neglected terms are a hundredth of the tolerance, from
/// the rate and its change along a tiny step [hairer1993, II.4]. Looks at positions and velocities alone: rows of the
/// ledger round in the order of bodies, and the same motion is to take the same steps in any order.
class FirstStep {
 public:
  FirstStep(OdeSystem& system, const IntegratorOptions& options);

  /// Zero: no estimate, or the steps are fixed.  [s]
  [[nodiscard]] double estimate(double time, std::span<const double> y);

 private:
  OdeSystem& system_;
  bool adaptive_{};
  AdaptiveOptions options_{};
  std::vector<double> moved_, rate_, moved_rate_;
};

}  // namespace carom
