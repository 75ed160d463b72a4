#include "carom/integrators/adaptive/first_step.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "carom/integrators/adaptive/error_norm.h"

namespace carom {

namespace {

// Zero where y or its rate is too small to tell, or where the rate fails.
double estimate(GuardedSystem& system, const AdaptiveOptions& options, double order, const StartPoint& start,
                const FirstStepScratch& scratch) {
  const double size = calc_norm(options, start.y, start.y);
  const double speed = calc_norm(options, start.rate, start.y);
  if (!(size > 1e-5) || !(speed > 1e-5)) return 0.0;
  const double tiny = 0.01 * size / speed;
  for (std::size_t i = 0; i < start.y.size(); ++i) scratch.y[i] = start.y[i] + tiny * start.rate[i];
  if (system.calc_rate(start.time + tiny, scratch.y, scratch.rate) != RateStatus::Ok) return 0.0;
  for (std::size_t i = 0; i < start.y.size(); ++i) scratch.rate[i] = (scratch.rate[i] - start.rate[i]) / tiny;
  const double change = calc_norm(options, scratch.rate, start.y);
  const double step = std::pow(0.01 / std::max(speed, change), 1.0 / (order + 1.0));
  return std::min(100.0 * tiny, step);
}

}  // namespace

double choose_first_step(GuardedSystem& system, const AdaptiveOptions& options, double suggested, double order,
                         const StartPoint& start, const FirstStepScratch& scratch) {
  constexpr double kNothingMoves = 1e-6;  // [s]
  // Of the time: what moves from next to nothing seems to need less than the clock can tell. Too long a step is
  // rejected.
  constexpr double kShortest = 1e5 * std::numeric_limits<double>::epsilon();
  if (options.initial_step > 0.0) return options.initial_step;
  if (suggested > 0.0) return suggested;
  const double estimated = estimate(system, options, order, start, scratch);
  const double step = estimated > 0.0 ? std::max(estimated, kShortest * std::abs(start.time)) : kNothingMoves;
  return std::min(step, options.max_step);
}

}  // namespace carom
