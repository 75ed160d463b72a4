#pragma once

#include <cstddef>
#include <vector>

#include "carom/integrators/fixed/step_formula.h"

namespace carom {

/// Both Euler methods. With y = (q | v | rest), a = v̇ and h the step:
///   explicit:        q₁ = q₀ ⊞ h v₀,  v₁ = v₀ + h a₀
///   semi-implicit:   v₁ = v₀ + h a₀,  q₁ = q₀ ⊞ h v₁
/// and the rest moves with its rate at the start; what depends on time alone acts in a₀ with its mean over the step, so
/// that a force that changes within a step exerts all of its impulse. Positions follow the exponential map, so that
/// unit quaternions stay so. Without positions in the partition the two are the same.
class EulerFormula final : public StepFormula {
 public:
  enum class Variant { Explicit, SemiImplicit };
  EulerFormula(Variant variant, int size) : variant_(variant), mean_rate_(static_cast<std::size_t>(size)) {}

  [[nodiscard]] RateStatus advance(GuardedSystem& system, double time, double step, std::span<const double> y,
                                   std::span<const double> rate, std::span<double> y_end) override;

 private:
  Variant variant_;
  std::vector<double> mean_rate_;
};

}  // namespace carom
