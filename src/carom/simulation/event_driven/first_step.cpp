#include "carom/simulation/event_driven/first_step.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {

FirstStep::FirstStep(OdeSystem& system, const IntegratorOptions& options)
    : system_(system),
      moved_(static_cast<std::size_t>(system.size())),
      rate_(moved_.size()),
      moved_rate_(moved_.size()) {
  if (const auto* adaptive = std::get_if<AdaptiveOptions>(&options)) {
    adaptive_ = true;
    options_ = *adaptive;
  }
}

double FirstStep::calc_norm(std::span<const double> y, std::span<const double> values) const {
  const auto count = static_cast<std::size_t>(system_.num_active());
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const double part = values[i] / (options_.relative_tolerance * std::abs(y[i]) + options_.absolute_tolerance);
    sum += part * part;
  }
  return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(count, 1)));
}

double FirstStep::estimate(double time, std::span<const double> y) {
  if (!adaptive_) return 0.0;
  if (options_.initial_step > 0.0) return options_.initial_step;
  if (system_.calc_rate(time, y, rate_) != RateStatus::Ok) return 0.0;
  const double size = calc_norm(y, y), speed = calc_norm(y, rate_);
  // Where nothing moves any step is good: one that the clock can tell, from which the method then grows its steps.
  if (!(size > 1e-5) || !(speed > 1e-5)) return 1e-3;
  const double tiny = 0.01 * size / speed;
  for (std::size_t i = 0; i < y.size(); ++i) moved_[i] = y[i] + tiny * rate_[i];
  if (system_.calc_rate(time + tiny, moved_, moved_rate_) != RateStatus::Ok) return 1e-3 * tiny;
  for (std::size_t i = 0; i < y.size(); ++i) moved_rate_[i] = (moved_rate_[i] - rate_[i]) / tiny;
  const double change = std::max(speed, calc_norm(y, moved_rate_));
  constexpr double kOrder = 4.0;  // of the lower method of both pairs
  return std::min({100.0 * tiny, std::pow(0.01 / change, 1.0 / (kOrder + 1.0)), options_.max_step});
}

}  // namespace carom
