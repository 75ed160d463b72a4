// What a step may have passed over: whole contacts, and events within rounding of each other.
#include <algorithm>
#include <limits>

#include "carom/simulation/event_driven/event_stepper.h"

namespace carom {
namespace {

PassageSearch::Sample look_at(const RigidContacts& contacts, std::span<const double> memory, int slot) {
  const RigidContacts::Motion& motion = contacts.motion(slot);
  return {.gap = {motion.gap, motion.gap_rate},
          .normal = motion.normal,
          .apart = RigidContacts::mode(memory, slot) == RigidMode::Open};
}

}  // namespace

// A step that passed over a whole contact is taken again, up to a time at which it overlaps. Fixed steps cannot be.
StepReport EventStepper::step_to(double limit) {
  if (passages_.empty()) return current_->step(limit);
  start_passages();
  StepReport report = current_->step(limit);
  for (int tries = 0; tries < PassageSearch::kMostTries && !report.failed(); ++tries) {
    const std::optional<double> overlap = find_passage();
    if (!overlap) return report;
    if (keeps_grid_) break;
    const StepReport back = begin();
    if (back.failed()) return back;
    start_passages();
    report = current_->step(*overlap);
  }
  if (report.failed()) return report;
  failure_ = PassageSearch::describe(contacts_.name(passages_.slot()));
  return fail();
}

void EventStepper::start_passages() {
  system_.calc_contact_motion(time_, y_);
  const std::span<const double> memory = rigid_.memory(std::span<const double>(y_));
  passages_.start(time_, [&](int slot) { return look_at(contacts_, memory, slot); });
}

std::optional<double> EventStepper::find_passage() {
  const double end = current_->time();
  ordered_.restore(current_->state(), y_within_);
  system_.calc_contact_motion(end, y_within_);
  const std::span<const double> memory = rigid_.memory(std::span<const double>(y_within_));
  double last = std::numeric_limits<double>::quiet_NaN();  // looked at; several slots may be asked for at one time
  return passages_.find(
      end, [&](int slot) { return look_at(contacts_, memory, slot); },
      [&](double time, int slot) -> std::optional<GapSample> {
        if (time != last) {
          if (!current_->interpolate(time, y_ordered_)) return {};
          ordered_.restore(y_ordered_, y_within_);
          system_.calc_contact_motion(time, y_within_);
          last = time;
        }
        return look_at(contacts_, memory, slot).gap;
      });
}

// Two crossings within rounding of each other may have escaped: those of a flight too low to be told from none.
bool EventStepper::misses_something() {
  events_.calc(time_, y_, g_);
  const std::span<const double> of_slots = std::span(g_).first(static_cast<std::size_t>(events_.num_of_slots()));
  return std::ranges::any_of(of_slots, [](double g) { return g < -RigidEvents::kMissed; });
}

// When the first of what was missed in the step from `start` fell below zero. To go on from the end of the step would
// lift bodies out of each other, or have contacts pull.
double EventStepper::find_missed(double start) {
  constexpr int kMostHalvings = 60;
  if (!calc_events_within(start)) return time_;
  const std::vector<double> first = g_;
  // By how much a function has fallen below what it was, or below zero, in units of what counts as such. Forces have
  // more rounding than gaps.
  const auto calc_fall = [&] {
    const std::span<const double> memory = rigid_.memory(std::span<const double>(y_within_));
    double fall = -kNever;
    for (int i = 0; i < events_.num_of_slots(); ++i) {
      const auto place = static_cast<std::size_t>(i);
      const bool is_gap = events_.is_first(i) && RigidContacts::mode(memory, events_.slot_of(i)) == RigidMode::Open;
      const double band = (is_gap ? 1e-3 : 0.5) * RigidEvents::kMissed;
      fall = std::max(fall, (std::min(first[place], 0.0) - g_[place]) / band);
    }
    return fall;
  };
  double before = start, after = time_;
  for (int i = 0; i < kMostHalvings; ++i) {
    const double middle = 0.5 * (before + after);
    if (!(before < middle && middle < after) || !calc_events_within(middle)) break;
    const double fall = calc_fall();
    (fall > 1.0 ? after : before) = middle;
    if (1.0 < fall && fall < 2.0) break;
  }
  return after;
}

// At a time within the last step.
bool EventStepper::calc_events_within(double time) {
  if (!current_->interpolate(time, y_ordered_)) return false;
  ordered_.restore(y_ordered_, y_within_);
  events_.calc(time, y_within_, g_);
  return true;
}

}  // namespace carom
