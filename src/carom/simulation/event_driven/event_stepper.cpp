#include "carom/simulation/event_driven/event_stepper.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace carom {
namespace {

// Bodies that come nearer faster than this collide  [m/s].
constexpr double kApproaching = 1e-10;
// In one moment. A chain of n balls needs some n² in sequence.
constexpr int kMostCollisions = 10'000;

}  // namespace

EventStepper::EventStepper(MechanismSystem& system, const IntegratorOptions& integrator,
                           const EventDrivenOptions& options, EventLog& log)
    : system_(system),
      contacts_(*system.rigid_contacts()),
      options_(options),
      log_(log),
      events_(system),
      integrator_(make_integrator(system, &events_, integrator)),
      collision_(system, options, log),
      modes_(system, log),
      g_(static_cast<std::size_t>(events_.count())),
      y_(static_cast<std::size_t>(system.size())) {
  handled_.reserve(g_.size());
  touching_.reserve(static_cast<std::size_t>(contacts_.num_slots()));
}

StepReport EventStepper::restart(double time, std::span<const double> y, std::span<const LocatedEvent> /*handled*/) {
  time_ = time;
  std::ranges::copy(y, y_.begin());
  if (is_unexamined() && !resolve()) return fail();
  return begin();
}

StepReport EventStepper::begin() {
  restarts_ = false;
  find_handled();
  const StepReport report = integrator_->restart(time_, y_, handled_);
  if (!report.failed()) std::ranges::copy(integrator_->state(), y_.begin());
  return report;
}

StepReport EventStepper::fail() { return {.status = StepStatus::SolverFailed, .time = time_, .detail = failure_}; }

bool EventStepper::is_unexamined() const {
  const std::span<const double> memory = system_.rigid_memory(std::span<const double>(y_));
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    if (RigidContacts::mode(memory, i) == RigidMode::Unexamined) return true;
  }
  return false;
}

// What is at zero now because it was just decided, and will leave it: gaps that open, slip that begins.
void EventStepper::find_handled() {
  handled_.clear();
  system_.calc_contact_motion(time_, y_);
  const std::span<const double> memory = system_.rigid_memory(std::span<const double>(y_));
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    const RigidContacts::Motion& motion = contacts_.motion(i);
    const RigidMode mode = RigidContacts::mode(memory, i);
    const bool opens = mode == RigidMode::Open && motion.gap <= RigidEvents::kTouching && motion.rate > -kApproaching;
    const bool begins = mode == RigidMode::Sliding && contacts_.static_friction(i) > 0.0 &&
                        RigidContacts::direction(memory, i).dot(motion.slip) <= kSlowestSlip;
    if (opens) handled_.push_back({RigidEvents::first_of(i), time_});
    if (begins) handled_.push_back({RigidEvents::second_of(i), time_});
  }
}

StepReport EventStepper::step(double limit) {
  failure_.clear();
  if (restarts_) {
    const StepReport report = begin();
    if (report.failed()) return report;
  }
  StepReport report = integrator_->step(limit);
  if (report.failed()) return report;
  time_ = integrator_->time();
  std::ranges::copy(integrator_->state(), y_.begin());
  if (report.status == StepStatus::EventLocated) {
    move_back_to(report.events.front().time);
  } else if (!misses_something()) {
    return report;
  }
  restarts_ = true;
  if (!resolve()) return fail();
  report.status = time_ == limit ? StepStatus::ReachedLimit : StepStatus::Ok;
  report.time = time_;
  report.events = {};
  return report;
}

// Fixed steps report an event after the step in which it fell.
void EventStepper::move_back_to(double time) {
  if (time == time_ || !integrator_->interpolate(time, y_)) return;
  time_ = time;
}

// Two crossings within rounding of each other may have escaped.
bool EventStepper::misses_something() {
  events_.calc(time_, y_, g_);
  return std::ranges::any_of(g_, [](double g) { return g < -RigidEvents::kMissed; });
}

void EventStepper::find_touching() {
  system_.calc_contact_motion(time_, y_);
  const std::span<const double> memory = system_.rigid_memory(std::span<const double>(y_));
  touching_.clear();
  for (const int slot : contacts_.order()) {
    if (contacts_.motion(slot).gap <= RigidEvents::kTouching || is_closed(RigidContacts::mode(memory, slot))) {
      touching_.push_back(slot);
    }
  }
}

bool EventStepper::any_approaches() const {
  return std::ranges::any_of(touching_, [&](int slot) { return contacts_.motion(slot).rate < -kApproaching; });
}

bool EventStepper::resolve() {
  modes_.look(time_, y_);
  for (int round = 0; round < kMostCollisions; ++round) {
    if (!collide()) return false;
    const ModeChoiceReport report = modes_.choose(time_, touching_, y_);
    if (report.status == ModeChoiceStatus::One) {
      collision_.report(time_, y_);
      return true;
    }
    if (!follow_policy(report)) return false;
  }
  failure_ = fmt::format("at t = {:.9g} s impacts without collision do not end", time_);
  return false;
}

// Until nothing that touches approaches.
bool EventStepper::collide() {
  for (int count = 0; count < kMostCollisions; ++count) {
    find_touching();
    if (!any_approaches()) return true;
    if (!collision_.resolve(time_, touching_, y_)) {
      failure_ = collision_.failure();
      return false;
    }
  }
  failure_ = fmt::format(
      "at t = {:.9g} s {} impacts in one moment do not separate the bodies; try several = "
      "\"simultaneous\", or less restitution",
      time_, kMostCollisions);
  return false;
}

bool EventStepper::follow_policy(const ModeChoiceReport& report) {
  failure_ = report.sentence;
  log_.notes.push_back(
      {.kind = report.status == ModeChoiceStatus::None ? RunNote::Kind::NoSolution : RunNote::Kind::SeveralSolutions,
       .time = time_,
       .contact = report.contact,
       .sentence = report.sentence});
  if (options_.inconsistency == InconsistencyPolicy::Stop) return false;
  return collision_.resolve_without_approach(time_, touching_, y_);
}

void EventStepper::replace_state(std::span<const double> y) {
  std::ranges::copy(y, y_.begin());
  restarts_ = true;
}

bool EventStepper::interpolate(double time, std::span<double> y) {
  if (time == time_) {
    std::ranges::copy(y_, y.begin());
    return true;
  }
  return integrator_->interpolate(time, y);
}

IntegratorStatistics EventStepper::statistics() const { return integrator_->statistics(); }

}  // namespace carom
