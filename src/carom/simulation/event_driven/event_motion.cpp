// Steps from event to event, and what is done where they fail or hardly advance.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "carom/simulation/event_driven/event_stepper.h"

namespace carom {

StepReport EventStepper::step_by_events(double limit) {
  if (restarts_) {
    const StepReport report = begin();
    if (report.failed()) return pass_kink(limit, report);
  }
  const double start = time_;
  const std::int64_t evaluations = current_->statistics().rate_evaluations;
  StepReport report = step_to(std::min(limit, flight_end_));
  if (report.failed()) return pass_kink(limit, report);
  time_ = current_->time();
  ordered_.restore(current_->state(), y_);
  learn_from(report);
  if (time_ >= flight_end_) flight_end_ = kNever;
  if (report.status == StepStatus::ReachedLimit && time_ < limit) report.status = StepStatus::Ok;
  const bool located = report.status == StepStatus::EventLocated;
  if (located) move_back_to(report.events.front().time);
  const bool misses = misses_something();
  if (misses) move_back_to(find_missed(start));
  stuck_ = !yields_ && leads_nowhere(start, report);  // springs of contacts that yield make short steps, too
  if (!stuck_ && !located && !misses) {
    const std::int64_t cost = current_->statistics().rate_evaluations - evaluations;
    const bool changes_method = yields_ && !flies_quickly() && choice_.changes_after(time_ - start, cost);
    restarts_ = notes_strikes() || flies_quickly() || changes_method || contacts_.reach_left() < 0.0 ||
                !contacts_.displaced().empty();
    return report;
  }
  restarts_ = true;
  // Where only the search for contacts ends, contacts go on as they are.
  const bool changes = misses || stuck_ || report.events.front().index < events_.num_of_slots();
  if (changes && !resolve(located && !misses ? report.events : std::span<const LocatedEvent>())) return fail();
  report.status = time_ == limit ? StepStatus::ReachedLimit : StepStatus::Ok;
  report.time = time_;
  report.events = {};
  return report;
}

// A step that was cut says only that steps may be as long as that. A flight that low order cannot follow to its end in
// one step goes on with the other method.
void EventStepper::learn_from(const StepReport& report) {
  constexpr double kGrowth = 1.5;
  const bool chosen = report.status == StepStatus::Ok;
  if (!flies_quickly()) {
    usual_step_ = chosen ? report.step : std::max(usual_step_, report.step);
  } else if (chosen) {
    quick_step_ = report.step;
  } else {
    quick_step_ = std::max(quick_step_, kGrowth * report.step);
  }
}

// Of velocities  [m/s²] or [rad/s²].
double EventStepper::find_fastest_change(std::span<const double> rate) const {
  const Model& model = system_.model();
  return Eigen::Map<const VectorX>(rate.data() + model.num_positions(), model.num_velocities()).cwiseAbs().maxCoeff();
}

// Where the point of contact goes from one face to another, accelerations of gaps jump, and modes that were chosen
// before have no forces or positions after. They are chosen again a moment later, to which rates that still hold lead.
// Near a jam forces have no bound, and such a step would make energy.
StepReport EventStepper::pass_kink(double limit, StepReport report) {
  constexpr double kMoment = 1e-8;  // [s]
  if (!rigid_.cannot_keep_closed()) return report;
  const double step = std::min(kMoment, limit - time_);
  std::vector<double> rate(y_.size());
  if (system_.calc_rate(time_, y_, rate) == RateStatus::Ok) {
    if (step * find_fastest_change(rate) > options_.rest_speed) {
      failure_ = fmt::format("at t = {:.9g} s forces of contacts grow beyond all bounds: slip jams them", time_);
      is_lost_ = true;
      return fail();
    }
    for (std::size_t i = 0; i < y_.size(); ++i) y_[i] += step * rate[i];
    time_ += step;
  }
  reconsiders_ = true;
  restarts_ = true;
  report.time = time_;
  report.step = step;
  report.status = time_ == limit ? StepStatus::ReachedLimit : StepStatus::Ok;
  (void)leads_nowhere(time_ - step, report);
  // Nothing helps where even that leads nowhere.
  constexpr int kMost = 1000;
  is_lost_ = num_short_ > kMost;
  if (is_lost_ || !resolve()) return fail();
  return report;
}

// Whether steps have been too short for too long: where slip stops and turns at once, redundant contacts take over from
// each other, or slip begins so slowly that its direction makes the equations stiff. With their number grows what
// counts as no slip.
bool EventStepper::leads_nowhere(double start, const StepReport& report) {
  constexpr double kTiny = 1e-8;                        // [s]
  const double short_step = 0.1 * options_.rest_speed;  // in which 10 m/s² reach that speed  [s]
  const bool chosen = report.status == StepStatus::Ok && !flies_quickly() && !keeps_grid_;
  const bool tiny = time_ - start < kTiny, is_short = chosen && report.step < short_step;
  if (tiny || is_short) {
    ++num_short_;
  } else if (chosen) {
    num_short_ = 0;
  }
  modes_.set_patience(num_short_ / kMostShort);
  stuck_ = (tiny || is_short) && num_short_ % kMostShort == 0;
  return stuck_;
}

// Fixed steps report an event after the step in which it fell.
void EventStepper::move_back_to(double time) {
  if (time == time_ || !current_->interpolate(time, y_ordered_)) return;
  time_ = time;
  ordered_.restore(y_ordered_, y_);
}

}  // namespace carom
