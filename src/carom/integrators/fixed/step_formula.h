#pragma once

#include <span>

#include "carom/integrators/guarded_system.h"

namespace carom {

/// One step of a one-step method with a given length.
class StepFormula {
 public:
  virtual ~StepFormula() = default;

  /// Writes y at time + step, from y at time and its rate. On the manifold up to the order of the method only.
  [[nodiscard]] virtual RateStatus advance(GuardedSystem& system, double time, double step, std::span<const double> y,
                                           std::span<const double> rate, std::span<double> y_end) = 0;
};

}  // namespace carom
