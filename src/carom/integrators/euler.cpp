#include "carom/integrators/euler.h"

#include <algorithm>
#include <cstddef>

namespace carom {

RateStatus EulerFormula::advance(GuardedSystem& system, double /*time*/, double step, std::span<const double> y,
                                 std::span<const double> rate, std::span<double> y_end) {
  const Partition partition = system.system().partition();
  const auto positions = static_cast<std::size_t>(partition.positions);
  const auto velocities = static_cast<std::size_t>(partition.velocities);

  std::copy_n(y.begin(), positions, y_end.begin());
  for (std::size_t i = positions; i < y.size(); ++i) y_end[i] = y[i] + step * rate[i];
  if (positions > 0) {
    const std::span<const double> moved_with = variant_ == Variant::Explicit ? y : std::span<const double>(y_end);
    system.system().move_positions(y_end.first(positions), moved_with.subspan(positions, velocities), step);
  }
  return RateStatus::Ok;
}

}  // namespace carom
