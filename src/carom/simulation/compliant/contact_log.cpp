#include "carom/simulation/compliant/contact_log.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "carom/integrators/integrator.h"
#include "carom/math/maximum.h"
#include "carom/math/root_finding.h"
#include "carom/simulation/mechanism/mechanism_system.h"

namespace carom {
namespace {

using Kind = ContactEvent::Kind;

// A contact that slides holds again when its slide ratio is below this: it does not chatter.
constexpr double kHoldsAgain = 0.9;
// Of the step: how well moments inside it are located. The largest force is off by the square of it.
constexpr double kLocated = 1e-6;
// A contact at rest is always near its largest force and depth: what is larger by less than this factor is no news.
constexpr double kNews = 1.0 + 1e-6;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace

ContactLog::ContactLog(CompliantPart& part)
    : part_(part), contacts_(part.contacts()), slots_(static_cast<std::size_t>(contacts_.num_slots())) {
  for (int i = 0; i < contacts_.num_slots(); ++i) reports_.push_back(contacts_.make_report(i));
  events_.reserve(slots_.size());
}

void ContactLog::touch_down(int slot, double time, double speed) {
  Slot& own = slots_[static_cast<std::size_t>(slot)];
  own.peak = {};
  own.hold = Hold::Unknown;
  own.had_event = true;
  events_.push_back({.kind = Kind::TouchDown, .slot = slot, .time = time, .approach_speed = speed});
}

void ContactLog::lift_off(int slot, double time, double approach_speed, double touch_time, double separation_speed) {
  slots_[static_cast<std::size_t>(slot)].had_event = true;
  // The largest force and depth are known when the step has been looked at.
  events_.push_back({.kind = Kind::LiftOff,
                     .slot = slot,
                     .time = time,
                     .approach_speed = approach_speed,
                     .separation_speed = separation_speed,
                     .duration = time - touch_time});
}

void ContactLog::hand_over(int from, int to, double time, double approach_speed) {
  touch_down(to, time, approach_speed);
  Slot& before = slots_[static_cast<std::size_t>(from)];
  before.had_event = true;
  slots_[static_cast<std::size_t>(to)].peak = before.peak;
  slots_[static_cast<std::size_t>(to)].hold = before.hold;
}

void ContactLog::start(double time, std::span<const double> y) {
  part_.system().calc_contact_motion(time, y);
  time_ = time;
  y_.resize(y.size());
  for (int i = 0; i < static_cast<int>(slots_.size()); ++i) {
    Slot& own = slots_[static_cast<std::size_t>(i)];
    own.before = make_sample(i, 0.0, part_.state(y));
    own.peak.force = std::max(own.peak.force, own.before.force);
    if (own.before.touching) own.peak.depth = std::max(own.peak.depth, own.before.depth);
  }
}

// At the end of a step of some length.
ContactLog::Sample ContactLog::make_sample(int slot, double length, const CompliantContacts::ConstState& state) const {
  const CompliantContacts::Motion& motion = contacts_.motion(slot);
  const Sample& before = slots_[static_cast<std::size_t>(slot)].before;
  Sample after{
      .touching = CompliantContacts::is_touching(state, slot), .depth = -motion.gap, .rate = motion.depth_rate};
  if (length > 0.0) after.mean_acceleration = (after.rate - before.rate) / length;
  if (!after.touching) return after;
  after.force = contacts_.calc_normal_force(slot, state);
  // As if it went on to change as it did.
  const double acceleration = 1.5 * after.mean_acceleration - 0.5 * before.mean_acceleration;
  after.force_rate = contacts_.calc_force_rate(slot, acceleration, state);
  after.slide_ratio = contacts_.calc_slide_ratio(slot, after.force, state);
  return after;
}

void ContactLog::watch(Integrator& integrator, double threshold) {
  const Step step{integrator, time_, integrator.time()};
  looked_inside_ = true;  // by whoever asked for samples
  for (int i = 0; i < static_cast<int>(slots_.size()); ++i) watch_slot(i, step, threshold);
  time_ = step.end;
  std::ranges::sort(events_, {}, [](const ContactEvent& event) { return std::pair(event.time, event.slot); });
  for (ContactEvent& event : events_) complete(event);
}

void ContactLog::watch_slot(int slot, const Step& step, double threshold) {
  Slot& own = slots_[static_cast<std::size_t>(slot)];
  if (looked_inside_) part_.system().calc_contact_motion(step.end, step.integrator.state());
  looked_inside_ = false;
  const Sample after = make_sample(slot, step.end - step.start, part_.state(step.integrator.state()));
  if (own.before.touching || after.touching || own.had_event) {
    const CompliantContacts::ConstState state = part_.state(step.integrator.state());
    own.gains.watch(slot, step.end, contacts_, state, threshold, events_);
    find_peaks(slot, step, after);
    if (after.touching && after.force > 0.0) watch_hold(slot, step, after);
  }
  own.before = after;
  own.had_event = false;
}

// What only the whole step shows of a lift-off; and events are counted.
void ContactLog::complete(ContactEvent& event) {
  const Slot& own = slots_[static_cast<std::size_t>(event.slot)];
  ContactReport& report = reports_[static_cast<std::size_t>(event.slot)];
  report.max_depth = std::max(report.max_depth, own.peak.depth);
  if (event.kind == Kind::LiftOff) {
    event.peak_force = own.peak.force;
    event.peak_depth = own.peak.depth;
  }
  count_event(event, report);
}

// The contacts as they were inside the step. False: the dense output failed there.
bool ContactLog::look_inside(const Step& step, double time) {
  looked_inside_ = true;
  if (!step.integrator.interpolate(std::clamp(time, step.start, step.end), y_)) return false;
  part_.system().calc_contact_motion(time, y_);
  return true;
}

void ContactLog::find_peaks(int slot, const Step& step, const Sample& after) {
  Slot& own = slots_[static_cast<std::size_t>(slot)];
  const double length = step.end - step.start;
  const bool may_have = may_have_peak(own, length, after);
  own.peak.force = std::max(own.peak.force, after.force);
  if (after.touching) own.peak.depth = std::max(own.peak.depth, after.depth);
  find_deepest(slot, step, after);
  if (!may_have) return;
  const auto force = [&](double time) {
    return look_inside(step, time) ? contacts_.calc_normal_force(slot, part_.state(std::span<const double>(y_))) : kNaN;
  };
  const Maximum peak = find_maximum(force, step.start, step.end, kLocated * length);
  if (peak.value > own.peak.force) own.peak.force = peak.value;
}

// Where the rate of the depth falls through zero.
void ContactLog::find_deepest(int slot, const Step& step, const Sample& after) {
  Slot& own = slots_[static_cast<std::size_t>(slot)];
  const double length = step.end - step.start;
  if (!(own.before.rate > 0.0) || !(after.rate <= 0.0) || !(length > 0.0)) return;
  // It slows down: not deeper than at the speed that it had.
  if (own.before.depth + own.before.rate * length <= kNews * own.peak.depth) return;
  const auto rate = [&](double time) { return look_inside(step, time) ? contacts_.motion(slot).depth_rate : kNaN; };
  const RootReport root =
      find_root(rate, step.start, own.before.rate, step.end, after.rate, {.tolerance = kLocated * length});
  if (root.status != RootStatus::Converged || !look_inside(step, root.root)) return;
  own.peak.depth = std::max(own.peak.depth, -contacts_.motion(slot).gap);
}

// Looking inside a step costs evaluations: not where the force clearly rises or falls all through, nor where it stays
// below what it was.
bool ContactLog::may_have_peak(const Slot& own, double length, const Sample& after) const {
  const double from = own.before.force, to = after.force;
  const double first = own.before.force_rate * length, last = after.force_rate * length;
  const double variation = std::max({std::abs(to - from), std::abs(first), std::abs(last)});
  if (!(length > 0.0) || std::max(from, to) + 0.25 * variation <= kNews * own.peak.force) return false;
  const bool falls_at_first = own.before.touching && first < -0.1 * variation;
  const bool rises_at_last = after.touching && last > 0.1 * variation;
  return !falls_at_first && !rises_at_last;
}

void ContactLog::watch_hold(int slot, const Step& step, const Sample& after) {
  Slot& own = slots_[static_cast<std::size_t>(slot)];
  const double limit = own.hold == Hold::Slip ? kHoldsAgain : 1.0;
  const Hold hold = after.slide_ratio < limit ? Hold::Stick : Hold::Slip;
  const Hold previous = std::exchange(own.hold, hold);
  if (previous == Hold::Unknown || previous == hold) return;

  // Where the ratio passes its limit.
  const auto excess = [&](double time) {
    if (!look_inside(step, time)) return kNaN;
    const CompliantContacts::ConstState state = part_.state(std::span<const double>(y_));
    return contacts_.calc_slide_ratio(slot, contacts_.calc_normal_force(slot, state), state) - limit;
  };
  double time = step.end;
  if (own.before.touching && (own.before.slide_ratio < limit) != (after.slide_ratio < limit)) {
    const RootReport root = find_root(excess, step.start, own.before.slide_ratio - limit, step.end,
                                      after.slide_ratio - limit, {.tolerance = kLocated * (step.end - step.start)});
    if (root.status == RootStatus::Converged) time = root.root;
  }
  const double speed = look_inside(step, time) ? contacts_.motion(slot).slip.norm() : kNaN;
  events_.push_back(
      {.kind = hold == Hold::Slip ? Kind::Slip : Kind::Stick, .slot = slot, .time = time, .slip_speed = speed});
}

void ContactLog::finish() {
  for (int i = 0; i < static_cast<int>(slots_.size()); ++i) {
    Slot& own = slots_[static_cast<std::size_t>(i)];
    ContactReport& report = reports_[static_cast<std::size_t>(i)];
    report.max_depth = std::max(report.max_depth, own.peak.depth);
    const std::size_t before = events_.size();
    own.gains.finish(i, events_);
    for (std::size_t e = before; e < events_.size(); ++e) complete(events_[e]);
  }
}

}  // namespace carom
