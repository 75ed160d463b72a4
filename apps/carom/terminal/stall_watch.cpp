#include "apps/carom/terminal/stall_watch.h"

#include <algorithm>

namespace carom::app {
namespace {

constexpr double kWindow = 1.0;  // [s] of wall time
constexpr double kSlow = 1e-2;   // of the fastest window: a contact may well take a tenth
constexpr int kSure = 3;         // windows one after another: an impact takes moments
constexpr double kWorse = 0.1;   // than what was told before

}  // namespace

std::optional<StallWatch::Stall> StallWatch::look(double wall, double time, std::int64_t steps) {
  if (wall - window_wall_ < kWindow) return std::nullopt;
  const double speed = (time - window_time_) / (wall - window_wall_);
  const double step = (time - window_time_) / static_cast<double>(std::max<std::int64_t>(steps - window_steps_, 1));
  window_wall_ = wall, window_time_ = time, window_steps_ = steps;
  fastest_ = std::max(fastest_, speed);
  const double part = fastest_ > 0.0 ? speed / fastest_ : 1.0;
  slow_windows_ = part < kSlow ? slow_windows_ + 1 : 0;
  if (slow_windows_ < kSure || part > kWorse * told_) return std::nullopt;
  told_ = part;
  return Stall{.time = time, .slower = 1.0 / std::max(part, 1e-99), .speed = speed, .step = step};
}

}  // namespace carom::app
