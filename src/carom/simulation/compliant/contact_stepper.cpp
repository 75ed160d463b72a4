#include "carom/simulation/compliant/contact_stepper.h"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

// A rebound takes one estimated duration where nothing but the contact acts; damping and gravity prolong it.
constexpr double kLasting = 2.0;
// Of the estimated duration: how long the stretched time stays slow.
constexpr double kStretch = 0.05;
constexpr double kFirstStep = 0.02;

// A tolerance means the error of a step, and an impact has some twenty of them, each of which the rest of the run
// remembers: with a twenty-fifth of it in impacts, the times of later impacts are as good as the user asked.
constexpr double kImpactTolerance = 0.04;

AdaptiveOptions tighten(AdaptiveOptions options) {
  options.relative_tolerance = std::max(kImpactTolerance * options.relative_tolerance, 1e-14);
  return options;
}

AdaptiveOptions with_method(AdaptiveOptions options, AdaptiveMethod method) {
  options.method = method;
  return options;
}

}  // namespace

ContactStepper::ContactStepper(MechanismSystem& system, const AdaptiveOptions& options, ContactLog& log)
    : system_(system),
      contacts_(*system.contacts()),
      log_(log),
      stretched_(system, clock_),
      events_(system, clock_),
      free_(make_integrator(stretched_, &events_, tighten(options))),
      active_(free_.get()),
      durations_(static_cast<std::size_t>(contacts_.num_slots())),
      y_(static_cast<std::size_t>(system.size())) {
  if (options.method == AdaptiveMethod::Automatic) {
    resting_ = make_integrator(stretched_, &events_, with_method(options, AdaptiveMethod::ArkodeImplicit));
  }
  handled_.reserve(static_cast<std::size_t>(events_.count()));
}

StepReport ContactStepper::restart(double time, std::span<const double> y, std::span<const LocatedEvent> handled) {
  time_ = time;
  std::ranges::copy(y, y_.begin());
  handled_.assign(handled.begin(), handled.end());
  std::ranges::fill(durations_, 0.0);
  return begin();
}

// What follows depends on the time and y alone.
StepReport ContactStepper::begin() {
  restarts_ = false;
  close_missed_gaps();
  active_ = resting_ && any_lasts() ? resting_.get() : free_.get();
  double width = 0.0;
  const CompliantContacts::ConstState state = system_.contact_state(std::span<const double>(y_));
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    const bool just_touched = CompliantContacts::is_touching(state, i) &&
                              CompliantContacts::passive(state, i, CompliantContacts::kTouchTime) == time_;
    if (just_touched && lasts(i) == false) width = kStretch * durations_[static_cast<std::size_t>(i)];
  }
  clock_.start(time_, active_ == free_.get() && std::isfinite(width) ? width : 0.0);
  suggest_step_of_release();
  if (width > 0.0) active_->suggest_step(clock_.stretched(time_ + kFirstStep / kStretch * width));
  const StepReport report = active_->restart(0.0, y_, handled_);
  if (!report.failed()) std::ranges::copy(active_->state(), y_.begin());
  return report;
}

// Bodies that overlap and approach are in contact, however they came there: a touch-down within rounding of the
// lift-off before it may have escaped.
void ContactStepper::close_missed_gaps() {
  system_.calc_contact_motion(time_, y_);
  const CompliantContacts::ConstState state = system_.contact_state(std::span<const double>(y_));
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    const CompliantContacts::Motion& motion = contacts_.motion(i);
    if (motion.gap < 0.0 && motion.rate > 0.0 && !CompliantContacts::is_touching(state, i)) close_gap(i);
  }
}

// A body that was released moves on almost uniformly until its gap opens.
void ContactStepper::suggest_step_of_release() {
  const CompliantContacts::ConstState state = system_.contact_state(std::span<const double>(y_));
  for (const LocatedEvent& event : handled_) {
    const int slot = ContactEvents::slot(event.index);
    const CompliantContacts::Motion& motion = contacts_.motion(slot);
    const bool leaves =
        CompliantContacts::passive(state, slot, CompliantContacts::kReleased) > 0.0 && motion.rate < 0.0;
    if (leaves && motion.gap < 0.0) active_->suggest_step(1.05 * motion.gap / motion.rate);
  }
}

// The estimate is made once for each contact.
bool ContactStepper::lasts(int slot) {
  const CompliantContacts::ConstState state = system_.contact_state(std::span<const double>(y_));
  if (!CompliantContacts::is_touching(state, slot)) return false;
  double& duration = durations_[static_cast<std::size_t>(slot)];
  if (duration == 0.0) {
    system_.calc_contact_motion(time_, y_);
    const double speed = CompliantContacts::passive(state, slot, CompliantContacts::kImpactSpeed);
    duration = contacts_.estimate_duration(slot, speed, system_.calc_effective_mass(slot));
  }
  return time_ - CompliantContacts::passive(state, slot, CompliantContacts::kTouchTime) > kLasting * duration;
}

// A restart costs some evaluations: bristles are shortened only when it matters.
bool ContactStepper::limits_bristles() {
  constexpr double kExcess = 0.02;
  if (contacts_.num_active() == 0) return false;
  system_.calc_contact_motion(time_, y_);
  return contacts_.limit_memories(kExcess, system_.contact_state(std::span<double>(y_)));
}

bool ContactStepper::overlaps_unnoticed() {
  system_.calc_contact_motion(time_, y_);
  const CompliantContacts::ConstState state = system_.contact_state(std::span<const double>(y_));
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    const CompliantContacts::Motion& motion = contacts_.motion(i);
    if (motion.gap < 0.0 && motion.rate > 0.0 && !CompliantContacts::is_touching(state, i)) return true;
  }
  return false;
}

bool ContactStepper::any_lasts() {
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    if (lasts(i)) return true;
  }
  return false;
}

StepReport ContactStepper::step(double limit) {
  if (restarts_) {
    const StepReport report = begin();
    if (report.failed()) return report;
  }
  StepReport report = active_->step(clock_.stretched(limit));
  report.time = clock_.time(report.time);
  if (report.failed()) return report;
  time_ = report.status == StepStatus::ReachedLimit ? limit : clock_.time(active_->time());
  std::ranges::copy(active_->state(), y_.begin());
  if (report.status == StepStatus::EventLocated) {
    handle(report.events);
    report.status = time_ == limit ? StepStatus::ReachedLimit : StepStatus::Ok;
    report.events = {};
  } else if (limits_bristles() || overlaps_unnoticed() || (resting_ && any_lasts() != (active_ == resting_.get()))) {
    handled_.clear();
    restarts_ = true;
  }
  return report;
}

void ContactStepper::handle(std::span<const LocatedEvent> events) {
  handled_.assign(events.begin(), events.end());
  restarts_ = true;
  system_.calc_contact_motion(time_, y_);
  for (LocatedEvent& event : handled_) {
    event.time = 0.0;  // the new clock starts here
    const int slot = ContactEvents::slot(event.index);
    const CompliantContacts::State state = system_.contact_state(std::span<double>(y_));
    const bool touching = CompliantContacts::is_touching(state, slot);
    if (ContactEvents::kind(event.index) == ContactEvents::Kind::Release) {
      const bool released = CompliantContacts::passive(state, slot, CompliantContacts::kReleased) > 0.0;
      if (touching) contacts_.set_released(slot, !released, state);
      continue;
    }
    if (touching) {
      open_gap(slot);
    } else {
      close_gap(slot);
    }
  }
}

void ContactStepper::close_gap(int slot) {
  const double speed = contacts_.motion(slot).rate;
  contacts_.begin_contact(slot, time_, speed, system_.contact_state(std::span<double>(y_)));
  durations_[static_cast<std::size_t>(slot)] = 0.0;
  log_.touch_down(slot, time_, speed);
}

void ContactStepper::open_gap(int slot) {
  const CompliantContacts::ConstState state = system_.contact_state(std::span<const double>(y_));
  log_.lift_off(slot, time_, CompliantContacts::passive(state, slot, CompliantContacts::kImpactSpeed),
                CompliantContacts::passive(state, slot, CompliantContacts::kTouchTime), -contacts_.motion(slot).rate);
  contacts_.end_contact(slot, system_.contact_state(std::span<double>(y_)));
}

void ContactStepper::replace_state(std::span<const double> y) {
  std::ranges::copy(y, y_.begin());
  restarts_ = true;
}

bool ContactStepper::interpolate(double time, std::span<double> y) {
  if (time == time_) {
    std::ranges::copy(y_, y.begin());
    return true;
  }
  return active_->interpolate(std::min(clock_.stretched(time), active_->time()), y);
}

IntegratorStatistics ContactStepper::statistics() const {
  return resting_ ? free_->statistics() + resting_->statistics() : free_->statistics();
}

}  // namespace carom
