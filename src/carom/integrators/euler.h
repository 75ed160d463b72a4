#pragma once

#include "carom/integrators/step_formula.h"

namespace carom {

/// Both Euler methods. With y = (q | v | rest), a = v̇ and h the step:
///   explicit:        q₁ = q₀ ⊞ h v₀,  v₁ = v₀ + h a₀
///   semi-implicit:   v₁ = v₀ + h a₀,  q₁ = q₀ ⊞ h v₁
/// and the rest moves with its rate at the start. Positions follow the exponential map, so that unit quaternions stay
/// so. Without positions in the partition the two are the same.
class EulerFormula final : public StepFormula {
 public:
  enum class Variant { Explicit, SemiImplicit };
  explicit EulerFormula(Variant variant) : variant_(variant) {}

  [[nodiscard]] RateStatus advance(GuardedSystem& system, double time, double step, std::span<const double> y,
                                   std::span<const double> rate, std::span<double> y_end) override;

 private:
  Variant variant_;
};

}  // namespace carom
