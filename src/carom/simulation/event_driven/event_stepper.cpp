#include "carom/simulation/event_driven/event_stepper.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "carom/integrators/bogacki_shampine.h"

namespace carom {
namespace {

// Bodies that come nearer faster than this collide  [m/s].
constexpr double kApproaching = 1e-10;
// In one moment. A chain of n balls needs some n² in sequence.
constexpr int kMostCollisions = 10'000;
constexpr double kNever = std::numeric_limits<double>::infinity();
PassageSearch::Sample look_at(const RigidContacts& contacts, std::span<const double> memory, int slot) {
  const RigidContacts::Motion& motion = contacts.motion(slot);
  return {.gap = {motion.gap, motion.rate},
          .normal = motion.normal,
          .apart = RigidContacts::mode(memory, slot) == RigidMode::Open};
}

std::unique_ptr<Integrator> make_quick(OdeSystem& system, EventFunctions& events, const IntegratorOptions& options) {
  const auto* adaptive = std::get_if<AdaptiveOptions>(&options);
  const bool is_free = adaptive != nullptr && adaptive->method == AdaptiveMethod::Automatic;
  return is_free ? make_short_step_integrator(system, &events, *adaptive) : nullptr;
}

}  // namespace

EventStepper::EventStepper(MechanismSystem& system, const IntegratorOptions& integrator,
                           const EventDrivenOptions& options, EventLog& log)
    : system_(system),
      contacts_(*system.rigid_contacts()),
      options_(options),
      log_(log),
      events_(system),
      ordered_(system),
      ordered_events_(events_, ordered_),
      integrator_(make_integrator(ordered_, &ordered_events_, integrator)),
      quick_(make_quick(ordered_, ordered_events_, integrator)),
      current_(integrator_.get()),
      collision_(system, options, log),
      modes_(system, options, log),
      load_(system),
      g_(static_cast<std::size_t>(events_.count())),
      first_step_(ordered_, integrator),
      flights_(system, ordered_),
      keeps_grid_(std::holds_alternative<FixedStepOptions>(integrator)),
      y_(static_cast<std::size_t>(system.size())),
      y_ordered_(static_cast<std::size_t>(ordered_.size())),
      y_within_(y_.size()),
      passages_(contacts_.pairs()) {
  handled_.reserve(g_.size());
  // A compliant force that would pull is none, at every moment: no event needs to be found for that.
  CompliantContacts* const compliant = system.contacts();
  for (int slot = 0; compliant != nullptr && slot < compliant->num_slots(); ++slot) compliant->set_clipped(slot, true);
  touching_.reserve(static_cast<std::size_t>(contacts_.num_slots()));
}

StepReport EventStepper::restart(double time, std::span<const double> y, std::span<const LocatedEvent> /*handled*/) {
  time_ = time;
  std::ranges::copy(y, y_.begin());
  usual_step_ = 0.0;
  quick_step_ = kNever;
  if ((std::exchange(reconsiders_, false) || is_unexamined()) && !resolve()) return fail();
  return begin();
}

StepReport EventStepper::begin() {
  restarts_ = false;
  ordered_.order(y_, y_ordered_);
  plan_step();
  find_handled();
  const StepReport report = current_->restart(time_, y_ordered_, handled_);
  if (!report.failed()) ordered_.restore(current_->state(), y_);
  return report;
}

// The next step as long as steps were before the event, but not far beyond the flights that begin.
void EventStepper::plan_step() {
  constexpr double kBeyond = 1.1;  // of a flight: its end is seen although its acceleration changes
  flight_end_ = kNever;
  current_ = integrator_.get();
  if (keeps_grid_) return;
  flights_.predict(time_, y_ordered_);
  flight_end_ = time_ + kBeyond * flights_.shortest_bounce();
  const double flight = kBeyond * flights_.next_touch();
  if (quick_ != nullptr && flight < kNever && flight <= quick_step_) {
    current_ = quick_.get();
    current_->suggest_step(flight);
  } else {
    current_->suggest_step(usual_step_ > 0.0 ? usual_step_ : first_step_.estimate(time_, y_ordered_));
  }
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

StepReport EventStepper::fail() { return {.status = StepStatus::SolverFailed, .time = time_, .detail = failure_}; }

bool EventStepper::is_unexamined() const {
  const std::span<const double> memory = system_.rigid_memory(std::span<const double>(y_));
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    if (RigidContacts::mode(memory, i) == RigidMode::Unexamined) return true;
  }
  return false;
}

// What is at zero now because it was just decided, and will leave it: gaps that open, slip that begins. Not flights
// alone: the step is short enough to see them end. But the search for what else leaves zero begins so near to the start
// that a gap that opens may still seem to close.
void EventStepper::find_handled() {
  handled_.clear();
  system_.calc_contact_motion(time_, y_);
  const std::span<const double> memory = system_.rigid_memory(std::span<const double>(y_));
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    const RigidContacts::Motion& motion = contacts_.motion(i);
    const RigidMode mode = RigidContacts::mode(memory, i);
    const bool opens = mode == RigidMode::Open && motion.gap <= RigidEvents::kTouching && motion.rate > -kApproaching &&
                       !flights_.has_parted(i);
    const bool begins = mode == RigidMode::Sliding && contacts_.static_friction(i) > 0.0 &&
                        RigidContacts::direction(memory, i).dot(motion.slip) <= kSlowestSlip;
    if (opens) handled_.push_back({RigidEvents::first_of(i), time_});
    if (begins) handled_.push_back({RigidEvents::second_of(i), time_});
  }
  if (handled_.empty()) return;
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    if (flights_.has_parted(i)) handled_.push_back({RigidEvents::first_of(i), time_});
  }
}

// A step that passed over a whole contact is taken again, up to a time at which it overlaps. Fixed steps cannot be.
StepReport EventStepper::step_to(double limit) {
  if (passages_.empty()) return current_->step(limit);
  system_.calc_contact_motion(time_, y_);
  const std::span<const double> memory = system_.rigid_memory(std::span<const double>(y_));
  passages_.start(time_, [&](int slot) { return look_at(contacts_, memory, slot); });
  StepReport report = current_->step(limit);
  for (int tries = 0; tries < PassageSearch::kMostTries && !report.failed(); ++tries) {
    const std::optional<double> overlap = find_passage();
    if (!overlap) return report;
    if (keeps_grid_) break;
    const StepReport back = begin();
    if (back.failed()) return back;
    report = current_->step(*overlap);
  }
  if (report.failed()) return report;
  failure_ = PassageSearch::describe(contacts_.name(passages_.slot()));
  return fail();
}

std::optional<double> EventStepper::find_passage() {
  const double end = current_->time();
  ordered_.restore(current_->state(), y_within_);
  system_.calc_contact_motion(end, y_within_);
  const std::span<const double> memory = system_.rigid_memory(std::span<const double>(y_within_));
  return passages_.find(
      end, [&](int slot) { return look_at(contacts_, memory, slot); },
      [&](double time, int slot) -> std::optional<GapSample> {
        if (!current_->interpolate(time, y_ordered_)) return {};
        ordered_.restore(y_ordered_, y_within_);
        system_.calc_contact_motion(time, y_within_);
        return look_at(contacts_, memory, slot).gap;
      });
}

StepReport EventStepper::step(double limit) {
  failure_.clear();
  if (restarts_) {
    const StepReport report = begin();
    if (report.failed()) return report;
  }
  StepReport report = step_to(std::min(limit, flight_end_));
  if (report.failed()) return report;
  time_ = current_->time();
  ordered_.restore(current_->state(), y_);
  learn_from(report);
  if (time_ >= flight_end_) flight_end_ = kNever;
  if (report.status == StepStatus::ReachedLimit && time_ < limit) report.status = StepStatus::Ok;
  if (report.status == StepStatus::EventLocated) {
    move_back_to(report.events.front().time);
  } else if (!misses_something()) {
    restarts_ = notes_strikes() || flies_quickly();
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
  if (time == time_ || !current_->interpolate(time, y_ordered_)) return;
  time_ = time;
  ordered_.restore(y_ordered_, y_);
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
    const RigidMode mode = RigidContacts::mode(memory, slot);
    const bool touches = contacts_.motion(slot).gap <= RigidEvents::kTouching || is_closed(mode);
    if (touches && mode != RigidMode::Yielding) touching_.push_back(slot);
  }
}

bool EventStepper::any_approaches() const {
  return std::ranges::any_of(touching_, [&](int slot) { return contacts_.motion(slot).rate < -kApproaching; });
}

bool EventStepper::resolve() {
  modes_.look(time_, y_);
  end_yielding();
  for (int round = 0; round < kMostCollisions && !options_.stop.stop_requested(); ++round) {
    if (!collide()) return false;
    ModeChoiceReport report = modes_.choose(time_, touching_, y_);
    if (report.status == ModeStatus::One) {
      collision_.report(time_, y_);
      return true;
    }
    if (!follow_policy(std::move(report))) return false;
  }
  failure_ = fmt::format("at t = {:.9g} s impacts without collision do not end", time_);
  return false;
}

// Until nothing that touches approaches.
bool EventStepper::collide() {
  for (int count = 0; count < kMostCollisions && !options_.stop.stop_requested(); ++count) {
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

// What was not found may exist: only compliant laws go on without it.
bool EventStepper::follow_policy(ModeChoiceReport report) {
  InconsistencyPolicy policy = report.status == ModeStatus::Several ? options_.several_solutions : options_.no_solution;
  if (report.status == ModeStatus::NotFound && policy != InconsistencyPolicy::Compliant) {
    policy = InconsistencyPolicy::Stop;
  }
  failure_ = report.note.sentence;
  report.note.policy = name_of(policy);
  log_.notes.push_back(std::move(report.note));
  if (policy == InconsistencyPolicy::Compliant) {
    let_yield(report.slots);
    return true;
  }
  if (policy == InconsistencyPolicy::Impact) {
    if (collision_.resolve_without_approach(time_, report.slots, y_)) return true;
    failure_ += "; no impact without collision resolves it";
    return false;
  }
  if (report.status != ModeStatus::NotFound) {
    failure_ += fmt::format(
        "; {} = \"impact\" goes on with an impact without collision, \"compliant\" with the compliant laws of these "
        "contacts{}",
        report.status == ModeStatus::None ? "no_solution" : "several_solutions",
        report.status == ModeStatus::None ? "" : ", \"separate\" and \"keep\" with one of the solutions");
  }
  return false;
}

// Until they open these follow their compliant laws. What overlaps already is taken for compressed: the energy that
// its spring then holds is booked with that of projections.
void EventStepper::let_yield(std::span<const int> slots) {
  const double before = system_.calc_stored_energy_at(time_, y_);
  const std::span<double> memory = system_.rigid_memory(std::span<double>(y_));
  for (const int slot : slots) {
    RigidContacts::set_mode(memory, slot, RigidMode::Yielding);
    RigidContacts::set_reference(memory, slot, Vector3::Zero());
    const double speed = std::max(-contacts_.motion(slot).rate, options_.rest_speed);
    const double load_speed = load_.calc_load_speed(slot, time_, y_);
    system_.contacts()->begin_contact(slot, {.time = time_, .speed = speed, .load_speed = load_speed},
                                      system_.contact_state(std::span<double>(y_)));
  }
  system_.book_projection(system_.calc_stored_energy_at(time_, y_) - before, y_);
}

// Contacts that followed compliant laws and have opened are rigid again.
void EventStepper::end_yielding() {
  CompliantContacts* const compliant = system_.contacts();
  if (compliant == nullptr) return;
  system_.calc_contact_motion(time_, y_);
  const CompliantContacts::State state = system_.contact_state(std::span<double>(y_));
  const std::span<double> memory = system_.rigid_memory(std::span<double>(y_));
  for (int slot = 0; slot < contacts_.num_slots(); ++slot) {
    if (RigidContacts::mode(memory, slot) != RigidMode::Yielding) continue;
    if (contacts_.motion(slot).gap <= RigidEvents::kTouching) continue;
    compliant->end_contact(slot, state);
    RigidContacts::set_mode(memory, slot, RigidMode::Open);
  }
}

// Compliant contacts that are pressed in faster than they began keep that speed: laws with a coefficient of restitution
// damp by it, and here contacts begin without any.
bool EventStepper::notes_strikes() {
  if (system_.contacts() == nullptr) return false;
  system_.calc_contact_motion(time_, y_);
  return system_.contacts()->note_strikes(system_.contact_state(std::span<double>(y_)));
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
  if (!current_->interpolate(time, y_ordered_)) return false;
  ordered_.restore(y_ordered_, y);
  return true;
}

IntegratorStatistics EventStepper::statistics() const {
  return quick_ == nullptr ? integrator_->statistics() : integrator_->statistics() + quick_->statistics();
}

}  // namespace carom
