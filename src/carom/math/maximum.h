#pragma once

#include <cmath>

namespace carom {

struct Maximum {
  double x{};
  double value{};
};

/// The largest value of f between two points, for an f that first rises and then falls there: parabolas through the
/// three best points where they help, else golden sections, until the bracket is as narrow as `tolerance`. The value is
/// then off by the square of that. f may be NaN: the search ends there.
template <class Function>
[[nodiscard]] Maximum find_maximum(Function&& f, double low, double high, double tolerance) {
  constexpr double kGolden = 0.381966011250105;  // (3 − √5)/2
  constexpr int kMostEvaluations = 60;
  double x = low + kGolden * (high - low), second = x, third = x;
  double fx = f(x), f_second = fx, f_third = fx;
  double step = 0.0, step_before = 0.0;
  for (int i = 0; i < kMostEvaluations && high - low > 2.0 * tolerance && std::isfinite(fx); ++i) {
    // The top of the parabola through the three best points, if it lies inside and the steps shrink.
    const double r = (x - second) * (fx - f_third), q = (x - third) * (fx - f_second);
    double denominator = 2.0 * (r - q);
    double numerator = (x - third) * q - (x - second) * r;
    if (denominator < 0.0) {
      denominator = -denominator;
      numerator = -numerator;
    }
    const double limit = step_before;
    step_before = step;
    const bool helps = std::abs(numerator) < std::abs(0.5 * denominator * limit) &&
                       numerator > denominator * (low - x) && numerator < denominator * (high - x);
    if (helps) {
      step = numerator / denominator;
    } else {
      step_before = x < 0.5 * (low + high) ? high - x : low - x;
      step = kGolden * step_before;
    }
    // Closer than the tolerance two values tell nothing.
    if (std::abs(step) < 0.5 * tolerance) step = std::copysign(0.5 * tolerance, step);
    const double next = x + step, f_next = f(next);
    if (!std::isfinite(f_next)) break;
    if (f_next >= fx) {
      (next > x ? low : high) = x;
      third = second, f_third = f_second;
      second = x, f_second = fx;
      x = next, fx = f_next;
    } else {
      (next > x ? high : low) = next;
      if (f_next >= f_second || second == x) {
        third = second, f_third = f_second;
        second = next, f_second = f_next;
      } else if (f_next >= f_third || third == x || third == second) {
        third = next, f_third = f_next;
      }
    }
  }
  return {x, fx};
}

}  // namespace carom
