#pragma once

#include <span>
#include <vector>

#include "carom/integrators/guarded_system.h"

namespace carom {

/// Dense output of one step of a one-step method, from its two states and rates inside it.
///
/// Let θ = (t − t₀)/h. The derivative of the polynomial takes the given rates at their nodes θⱼ, and its integral leads
/// from y₀ to y₁:  y(θ) = y₀ + A(θ) (y₁ − y₀) + h Σⱼ Bⱼ(θ) fⱼ.
/// With the rates at both ends this is the cubic Hermite polynomial, of error O(h⁴). raise_order() adds rates evaluated
/// on the polynomial itself and reaches O(h⁶), the local error of a method of order 5 [enright1986].
class HermiteCurve {
 public:
  explicit HermiteCurve(int size);

  /// The caller fills these before evaluating.
  struct End {
    double time{};  // [s]
    std::vector<double> y;
    std::vector<double> rate;
  };
  End start;
  End end;

  /// To be called when an end was changed: back to the cubic polynomial.
  void reset_order() { rates_inside_ = 0; }

  /// Three evaluations of the rate; false where one failed. Unfit for stiff systems, which amplify the error of the
  /// cubic polynomial.
  [[nodiscard]] bool raise_order(GuardedSystem& system);
  [[nodiscard]] bool has_raised_order() const { return rates_inside_ == 2; }

  void calc_state(double time, std::span<double> y) const;

 private:
  int rates_inside_{0};                  // 0: cubic, 1: quartic, 2: quintic
  std::vector<double> rate_third_;       // at θ = 1/3
  std::vector<double> rate_two_thirds_;  // at θ = 2/3
  std::vector<double> y_scratch_;
  std::vector<double> rate_scratch_;
};

}  // namespace carom
