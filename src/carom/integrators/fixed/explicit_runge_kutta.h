#pragma once

#include <vector>

#include "carom/integrators/fixed/step_formula.h"
#include "carom/integrators/fixed/tableau.h"

namespace carom {

/// Any explicit Runge–Kutta method. It works in the space around the manifold; the projection at the end of the step
/// keeps its order [hairer2006, ch. IV.4].
class ExplicitRungeKutta final : public StepFormula {
 public:
  ExplicitRungeKutta(const Tableau& tableau, int size);

  [[nodiscard]] RateStatus advance(GuardedSystem& system, double time, double step, std::span<const double> y,
                                   std::span<const double> rate, std::span<double> y_end) override;

 private:
  Tableau tableau_;
  std::vector<double> stage_;               // Yᵢ
  std::vector<std::vector<double>> rates_;  // f at each stage
};

}  // namespace carom
