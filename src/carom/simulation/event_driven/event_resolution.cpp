// What happens at one moment: impacts, and the modes that follow.
#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "carom/simulation/event_driven/event_stepper.h"

namespace carom {

bool EventStepper::resolve(std::span<const LocatedEvent> fired) {
  find_concerned(fired);
  const std::size_t told = log_.events.size();
  const bool resolved = resolve_contacts();
  if (!resolved) collision_.report(time_, y_);  // impacts have happened all the same
  // Slots may be others when the log is read.
  for (std::size_t i = told; i < log_.events.size(); ++i) {
    log_.events[i].slot = contacts_.view_of(log_.events[i].slot);
  }
  return resolved;
}

bool EventStepper::resolve_contacts() {
  contacts_.begin_change(rigid_.state(std::span<double>(y_)));
  modes_.look(time_, y_);
  end_yielding();
  for (int round = 0; round < kMostCollisions && !options_.stop.stop_requested(); ++round) {
    if (!collide() || !stop_slow_slip()) return false;
    ModeChoiceReport report = modes_.choose(time_, touching_, bystanders_, y_);
    if (may_blame_slow_slip(report) && !choose_without_slow_slip(report)) return false;
    if (report.status == ModeStatus::One) {
      collision_.report(time_, y_);
      if (!contacts_.are_listed()) stop_held_bodies();
      return true;
    }
    if (!follow_policy(std::move(report))) return false;
  }
  failure_ = fmt::format("at t = {:.9g} s impacts without collision do not end", time_);
  is_lost_ = true;
  return false;
}

// Until nothing that touches approaches. Impulses of many contacts are found to a part of the fastest approach, and of
// the fastest slip: what is left of the first is no approach, nor what an impact did not slow and is as little of the
// second.
bool EventStepper::collide() {
  constexpr double kLeft = 1e-8;
  constexpr double kSlowed = 0.5;  // of the approach before
  double slow = kApproaching;      // [m/s]
  double before = kNever;          // the approach at the last impact  [m/s]
  for (int count = 0; count < kMostCollisions && !options_.stop.stop_requested(); ++count) {
    find_touching();
    const Approach approach = find_approach();
    const bool is_left = approach.speed > kSlowed * before && approach.speed < kLeft * approach.fastest;
    if (approach.speed <= slow || is_left) return true;
    slow = std::max(slow, kLeft * approach.speed);
    before = approach.speed;
    if (!collision_.resolve(time_, touching_, y_)) {
      failure_ = collision_.failure();
      is_lost_ = true;
      return false;
    }
  }
  failure_ = fmt::format(
      "at t = {:.9g} s {} impacts in one moment do not separate the bodies; try several = "
      "\"simultaneous\", or less restitution",
      time_, kMostCollisions);
  is_lost_ = true;
  return false;
}

// Where modes led nowhere: slip that they take for none is none.
bool EventStepper::stop_slow_slip() {
  if (!modes_.is_impatient()) return true;
  std::vector<int> together;
  std::ranges::copy_if(touching_, std::back_inserter(together),
                       [&](int slot) { return contacts_.motion(slot).gap_rate <= kApproaching; });
  collision_.stop_slow_slip(time_, together, modes_.no_slip(), y_);
  return collide();
}

// Slip that is all but stopped in some contacts and not in others is hard to find modes for. Where slip has no forces
// and is as slow, it has stopped, before a run ends for it; a policy of the scene comes first.
bool EventStepper::may_blame_slow_slip(const ModeChoiceReport& report) const {
  return report.status == ModeStatus::NotFound ||
         (report.status == ModeStatus::None && options_.no_solution == InconsistencyPolicy::Stop);
}

bool EventStepper::choose_without_slow_slip(ModeChoiceReport& report) {
  constexpr int kMostFailures = 3;
  for (int failures = 1; may_blame_slow_slip(report) && failures <= kMostFailures; ++failures) {
    modes_.set_patience(failures);
    if (!stop_slow_slip()) return false;
    report = modes_.choose(time_, touching_, bystanders_, y_);
  }
  modes_.set_patience(num_short_ / kMostShort);
  return true;
}

}  // namespace carom
