#include "carom/integrators/fixed/explicit_runge_kutta.h"

#include <algorithm>
#include <cstddef>

namespace carom {
namespace {

// y_out = y + h Σ wⱼ fⱼ over as many rates as there are weights
void combine(std::span<const double> y, double step, std::span<const double> weights,
             std::span<const std::vector<double>> rates, std::span<double> y_out) {
  for (std::size_t i = 0; i < y.size(); ++i) {
    double slope = 0.0;
    for (std::size_t j = 0; j < weights.size(); ++j) slope += weights[j] * rates[j][i];
    y_out[i] = y[i] + step * slope;
  }
}

}  // namespace

ExplicitRungeKutta::ExplicitRungeKutta(const Tableau& tableau, int size)
    : tableau_(tableau),
      stage_(static_cast<std::size_t>(size)),
      rates_(static_cast<std::size_t>(tableau.stages()), std::vector<double>(static_cast<std::size_t>(size))) {}

RateStatus ExplicitRungeKutta::advance(GuardedSystem& system, double time, double step, std::span<const double> y,
                                       std::span<const double> rate, std::span<double> y_end) {
  std::ranges::copy(rate, rates_[0].begin());
  std::size_t row_start = 0;
  for (std::size_t i = 1; i < rates_.size(); ++i) {
    combine(y, step, tableau_.a.subspan(row_start, i), rates_, stage_);
    row_start += i;
    const RateStatus status = system.calc_rate(time + tableau_.c[i] * step, stage_, rates_[i]);
    if (status != RateStatus::Ok) return status;
  }
  combine(y, step, tableau_.b, rates_, y_end);
  return RateStatus::Ok;
}

}  // namespace carom
