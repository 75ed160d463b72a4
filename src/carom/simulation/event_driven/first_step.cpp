#include "carom/simulation/event_driven/first_step.h"

#include <algorithm>
#include <cmath>

#include "carom/integrators/adaptive/error_norm.h"

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

double FirstStep::estimate(double time, std::span<const double> y) {
  if (!adaptive_) return 0.0;
  if (options_.initial_step > 0.0) return options_.initial_step;
  if (system_.calc_rate(time, y, rate_) != RateStatus::Ok) return 0.0;
  const auto count = static_cast<std::size_t>(system_.num_active());
  const std::span<const double> active = y.first(count);
  const double size = calc_norm(options_, active, active);
  const double speed = calc_norm(options_, std::span<const double>(rate_).first(count), active);
  // Where nothing moves any step is good, and one from zero is told by no size: the method corrects either.
  if (!(speed > 1e-5)) return std::min(1.0, options_.max_step);
  if (!(size > 1e-5)) return std::min(1e-3, options_.max_step);
  const double tiny = 0.01 * size / speed;
  for (std::size_t i = 0; i < y.size(); ++i) moved_[i] = y[i] + tiny * rate_[i];
  if (system_.calc_rate(time + tiny, moved_, moved_rate_) != RateStatus::Ok) return 1e-3 * tiny;
  for (std::size_t i = 0; i < y.size(); ++i) moved_rate_[i] = (moved_rate_[i] - rate_[i]) / tiny;
  const double change = calc_norm(options_, std::span<const double>(moved_rate_).first(count), active);
  constexpr double kOrder = 7.0;  // of the error estimate of the method that is taken unless another is asked for
  const double step = std::pow(0.01 / std::max(speed, change), 1.0 / (kOrder + 1.0));
  return std::min({100.0 * tiny, step, options_.max_step});
}

}  // namespace carom
