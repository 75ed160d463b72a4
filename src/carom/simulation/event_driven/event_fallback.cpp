// Time steps in place of events: see SteppingFallback.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "carom/simulation/event_driven/event_stepper.h"

namespace carom {

bool EventStepper::can_fall_back() const { return fallback_.is_possible() && !options_.stop.stop_requested(); }

// At the start of a step, when nobody asks for samples of the last one any more.
void EventStepper::choose_fallback() {
  if (fallback_.is_active()) {
    if (fallback_.may_end()) return_to_events();
    return;
  }
  if (!can_fall_back()) return;
  const Crowding::Kind kind = crowding_.find(
      time_, fallback_.total().times, [this] { return count_largest_island(); }, [this] { return count_closed(); });
  if (kind != Crowding::Kind::None) begin_fallback(kind);
}

// 0 where fewer contacts are closed than such an island has.
int EventStepper::count_largest_island() {
  const std::span<const double> memory = rigid_.memory(std::span<const double>(y_));
  touching_.clear();
  for (int slot = 0; slot < contacts_.num_slots(); ++slot) {
    if (is_closed(RigidContacts::mode(memory, slot))) touching_.push_back(slot);
  }
  if (static_cast<int>(touching_.size()) < options_.max_island) return 0;
  islands_.find(contacts_, touching_);
  std::size_t largest = 0;
  for (int i = 0; i < islands_.count(); ++i) largest = std::max(largest, islands_.slots(i).size());
  return static_cast<int>(largest);
}

// Or about to close again.
int EventStepper::count_closed() {
  system_.calc_contact_motion(time_, y_);
  const double low = crowding_.find_low_bounce(system_.model().gravity().norm());
  int count = 0;
  for (int slot = 0; slot < contacts_.num_slots(); ++slot) count += contacts_.motion(slot).gap <= low ? 1 : 0;
  return count;
}

void EventStepper::begin_fallback(Crowding::Kind reason) {
  fallback_.begin(time_, y_);
  bool& told = told_[static_cast<std::size_t>(reason)];
  if (std::exchange(told, true)) return;
  log_.notes.push_back(
      {.kind = RunNote::Kind::SteppingFallback,
       .time = time_,
       .sentence = fmt::format("at t = {:.9g} s {}: the motion continues in time steps of {:g} s until "
                               "it can be followed from event to event again",
                               time_, crowding_.describe(reason), options_.fallback_step)});
}

StepReport EventStepper::step_by_fallback(double limit) {
  const StepReport report = fallback_.step(limit, y_);
  if (report.failed()) {
    failure_ = fallback_.failure();
    return report;
  }
  time_ = report.time;
  return report;
}

// Unless events still cannot follow the contacts.
void EventStepper::return_to_events() {
  fallback_.end();
  if (!contacts_.are_listed()) find_contacts();
  crowding_.restart(time_);
  num_short_ = 0;
  usual_step_ = 0.0;
  quick_step_ = kNever;
  reconsiders_ = true;
  restarts_ = true;
  if (resolve()) return;
  failure_.clear();
  fallback_.begin(time_, y_);
}

}  // namespace carom
