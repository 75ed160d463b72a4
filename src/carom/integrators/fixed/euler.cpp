#include "carom/integrators/fixed/euler.h"

#include <algorithm>
#include <cstddef>

#include "carom/math/packed.h"

namespace carom {
namespace {

CAROM_VECTORIZED void add_scaled(const double* y, double step, const double* rate, std::size_t count, double* sum) {
  for (std::size_t i = 0; i < count; ++i) sum[i] = y[i] + step * rate[i];
}

}  // namespace

RateStatus EulerFormula::advance(GuardedSystem& system, double time, double step, std::span<const double> y,
                                 std::span<const double> rate, std::span<double> y_end) {
  const Partition partition = system.system().partition();
  const auto positions = static_cast<std::size_t>(partition.positions);
  const auto velocities = static_cast<std::size_t>(partition.velocities);

  if (system.system().depends_on_time()) {
    const RateStatus status = system.calc_mean_rate(time, step, y, mean_rate_);
    if (status != RateStatus::Ok) return status;
    rate = mean_rate_;
  }
  std::copy_n(y.begin(), positions, y_end.begin());
  add_scaled(y.data() + positions, step, rate.data() + positions, y.size() - positions, y_end.data() + positions);
  if (positions > 0) {
    const std::span<const double> moved_with = variant_ == Variant::Explicit ? y : std::span<const double>(y_end);
    system.system().move_positions(y_end.first(positions), moved_with.subspan(positions, velocities), step);
  }
  return RateStatus::Ok;
}

}  // namespace carom
