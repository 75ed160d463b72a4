#include "carom/integrators/first_step.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "carom/integrators/error_norm.h"

namespace carom {

double estimate_first_step(GuardedSystem& system, const AdaptiveOptions& options, double order, double time,
                           std::span<const double> y, std::span<const double> rate, std::span<double> y_scratch,
                           std::span<double> rate_scratch) {
  const double size = calc_norm(options, y, y);
  const double speed = calc_norm(options, rate, y);
  if (!(size > 1e-5) || !(speed > 1e-5)) return 0.0;
  const double tiny = 0.01 * size / speed;
  for (std::size_t i = 0; i < y.size(); ++i) y_scratch[i] = y[i] + tiny * rate[i];
  if (system.calc_rate(time + tiny, y_scratch, rate_scratch) != RateStatus::Ok) return 0.0;
  for (std::size_t i = 0; i < y.size(); ++i) rate_scratch[i] = (rate_scratch[i] - rate[i]) / tiny;
  const double change = calc_norm(options, rate_scratch, y);
  const double step = std::pow(0.01 / std::max(speed, change), 1.0 / (order + 1.0));
  return std::min({100.0 * tiny, step, options.max_step});
}

}  // namespace carom
