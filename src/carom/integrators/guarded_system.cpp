#include "carom/integrators/guarded_system.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "carom/math/packed.h"

namespace carom {
namespace {

constexpr double kLargestDrift = 1e-9;  // what the project promises of every state it reports

// The last stage of a step and its result are the same sum in another order.
bool differ_by_rounding(double a, double b) {
  return std::abs(a - b) <= 2.0 * std::numeric_limits<double>::epsilon() * std::abs(a);
}

// All ones in the exponent carry into the sign: almost always one pass without a branch tells.
CAROM_VECTORIZED bool all_are_finite(const double* values, std::size_t count) {
  constexpr std::uint64_t kExponent = 0x7ff0'0000'0000'0000, kUnit = 0x0010'0000'0000'0000;
  std::uint64_t carries = 0;
  for (std::size_t i = 0; i < count; ++i) carries |= (std::bit_cast<std::uint64_t>(values[i]) & kExponent) + kUnit;
  return carries >> 63 == 0;
}

}  // namespace

int find_not_finite(std::span<const double> values) {
  if (all_are_finite(values.data(), values.size())) return -1;
  const auto found = std::find_if(values.begin(), values.end(), [](double value) { return !std::isfinite(value); });
  return found == values.end() ? -1 : static_cast<int>(found - values.begin());
}

RateStatus GuardedSystem::calc_rate(double time, std::span<const double> y, std::span<double> rate) {
  if (has_last_ && time == last_time_ && std::ranges::equal(y, last_y_, differ_by_rounding)) {
    std::ranges::copy(last_rate_, rate.begin());
    return RateStatus::Ok;
  }
  ++evaluations_;
  has_last_ = false;
  const RateStatus status = check(system_.calc_rate(time, y, rate), time, rate);
  if (status == RateStatus::Ok && remembers_) remember(time, y, rate);
  return status;
}

RateStatus GuardedSystem::calc_mean_rate(double time, double step, std::span<const double> y, std::span<double> rate) {
  ++evaluations_;
  return check(system_.calc_mean_rate(time, step, y, rate), time, rate);
}

RateStatus GuardedSystem::check(RateStatus status, double time, std::span<const double> rate) {
  const int component = status == RateStatus::Ok ? find_not_finite(rate) : -1;
  if (status == RateStatus::Ok && component < 0) return RateStatus::Ok;
  if (rate_failed_for_good()) return failure_;  // what comes after it is no news
  failure_ = status == RateStatus::Fatal ? RateStatus::Fatal : RateStatus::Recoverable;
  failure_time_ = time;
  failure_component_ = component;
  return failure_;
}

void GuardedSystem::remember(double time, std::span<const double> y, std::span<const double> rate) {
  has_last_ = true;
  last_time_ = time;
  std::ranges::copy(y, last_y_.begin());
  std::ranges::copy(rate, last_rate_.begin());
}

bool GuardedSystem::keep_on_manifold(double time, std::span<double> y) {
  if (is_on_manifold(time, y)) return true;
  ++projections_;
  return system_.project(time, y) && system_.calc_drift(time, y) <= std::max(kLargestDrift, projection_threshold_);
}

StepReport GuardedSystem::make_failure_report(double step) const {
  if (failure_component_ < 0) return {.status = StepStatus::RateFailed, .time = failure_time_, .step = step};
  return {.status = StepStatus::NotFinite,
          .time = failure_time_,
          .step = step,
          .quantity = Quantity::Rate,
          .index = failure_component_};
}

}  // namespace carom
