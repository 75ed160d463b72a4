#include "carom/collision/step_crossing.h"

#include <algorithm>

namespace carom {

double bound_gap_within(const GapSample& before, const GapSample& after, double step) {
  const double lower_end = std::min(before.gap, after.gap);
  // Unless the gap first closes and then opens, an end is lowest.
  if (!(before.gap_rate < 0.0 && after.gap_rate > 0.0)) return lower_end;
  // before.gap + before.gap_rate t = after.gap − after.gap_rate (step − t)
  const double t = (before.gap - after.gap + after.gap_rate * step) / (after.gap_rate - before.gap_rate);
  return std::min(lower_end, before.gap + before.gap_rate * std::clamp(t, 0.0, step));
}

StepCrossing find_step_crossing(const GapSample& before, const GapSample& after, double step) {
  if (before.gap <= 0.0) return after.gap <= 0.0 ? StepCrossing::Kept : StepCrossing::Opened;
  if (after.gap <= 0.0) return StepCrossing::Closed;
  return bound_gap_within(before, after, step) <= 0.0 ? StepCrossing::MayHavePassed : StepCrossing::None;
}

}  // namespace carom
