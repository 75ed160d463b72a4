#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "carom/integrators/options.h"

namespace carom {

/// What the error of one number may be: rtol |y| + atol.
[[nodiscard]] inline double calc_allowance(const AdaptiveOptions& options, double y) {
  return options.relative_tolerance * std::abs(y) + options.absolute_tolerance;
}

/// √(1/n Σ (xᵢ / (rtol |yᵢ| + atol))²): at most 1 where x is within the tolerances.
[[nodiscard]] inline double calc_norm(const AdaptiveOptions& options, std::span<const double> x,
                                      std::span<const double> y) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double part = x[i] / calc_allowance(options, y[i]);
    sum += part * part;
  }
  return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(x.size(), 1)));
}

}  // namespace carom
