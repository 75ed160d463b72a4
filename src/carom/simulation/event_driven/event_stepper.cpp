#include "carom/simulation/event_driven/event_stepper.h"

#include <algorithm>
#include <cmath>
#include <iterator>
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
// Short steps one after another that are a sign of slip that leads nowhere.
constexpr int kMostShort = 20;
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

std::unique_ptr<Integrator> make_implicit(OdeSystem& system, EventFunctions& events, const IntegratorOptions& options) {
  const auto* adaptive = std::get_if<AdaptiveOptions>(&options);
  if (adaptive == nullptr || adaptive->method != AdaptiveMethod::Automatic) return nullptr;
  AdaptiveOptions implicit = *adaptive;
  implicit.method = AdaptiveMethod::Radau;
  return make_integrator(system, &events, implicit);
}

}  // namespace

EventStepper::EventStepper(MechanismSystem& system, const IntegratorOptions& integrator,
                           const EventDrivenOptions& options, EventLog& log, SteppingFallback& fallback)
    : system_(system),
      contacts_(*system.rigid_contacts()),
      options_(options),
      log_(log),
      fallback_(fallback),
      crowding_(options),
      events_(system),
      ordered_(system),
      ordered_events_(events_, ordered_),
      integrator_(make_integrator(ordered_, &ordered_events_, integrator)),
      quick_(make_quick(ordered_, ordered_events_, integrator)),
      implicit_(options.may_yield() ? make_implicit(ordered_, ordered_events_, integrator) : nullptr),
      current_(integrator_.get()),
      collision_(system, options, log),
      modes_(system, options, log),
      load_(system),
      islands_(system.model()),
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
  crowding_.restart(time);
  std::ranges::copy(y, y_.begin());
  contacts_.adopt(system_.rigid_state(std::span<const double>(y_)));
  if (fallback_.is_active()) {
    fallback_.restart(time_, y_);
    return {.status = StepStatus::Ok, .time = time_};
  }
  // Also where the last search still holds, so that what follows depends on time and y alone.
  if (!contacts_.are_listed()) find_contacts();
  usual_step_ = 0.0;
  quick_step_ = kNever;
  num_short_ = 0;
  stuck_ = false;
  yields_ = false;
  modes_.set_patience(0);
  const bool resolves = reconsiders_ || is_unexamined();
  if (resolves && !resolve()) return fail();
  return begin();
}

// With slots for those that are near.
void EventStepper::find_contacts() {
  system_.find_rigid_contacts(time_, y_);
  events_.use_slots();
  g_.resize(static_cast<std::size_t>(events_.count()));
  passages_ = PassageSearch(contacts_.pairs());
}

// Sooner than need be: a step that ends where the search no longer holds is one more than without.
bool EventStepper::should_search() {
  constexpr double kSoon = 0.1;  // of the reach
  if (contacts_.are_listed()) return false;
  system_.calc_contact_motion(time_, y_);
  return contacts_.reach_left() < kSoon;
}

StepReport EventStepper::begin() {
  restarts_ = false;
  if (should_search()) find_contacts();
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
  choose_method();
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

void EventStepper::choose_method() {
  const bool yielded = std::exchange(yields_, any_yields());
  if (yields_ && !yielded) choice_.start();
  current_ = yields_ && implicit_ != nullptr && choice_.implicit() ? implicit_.get() : integrator_.get();
}

bool EventStepper::any_yields() const {
  if (system_.contacts() == nullptr) return false;
  const std::span<const double> memory = system_.rigid_memory(std::span<const double>(y_));
  for (int slot = 0; slot < contacts_.num_slots(); ++slot) {
    if (RigidContacts::mode(memory, slot) == RigidMode::Yielding) return true;
  }
  return false;
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
  return contacts_.are_unexamined(system_.rigid_state(std::span<const double>(y_)));
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
    if (opens) handled_.push_back({events_.first_of(i), time_});
    if (begins) handled_.push_back({events_.second_of(i), time_});
    if (contacts_.resists_turning(i) && is_closed(mode)) find_handled_turning(i);
  }
  if (handled_.empty()) return;
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    if (flights_.has_parted(i)) handled_.push_back({events_.first_of(i), time_});
  }
}

// Turning that begins.
void EventStepper::find_handled_turning(int slot) {
  const std::span<const double> memory = system_.rigid_memory(std::span<const double>(y_));
  const RigidContacts::Motion& motion = contacts_.motion(slot);
  const auto begins = [&](RigidContacts::TurningMemory what, double along) {
    return contacts_.turning_mode(memory, slot, what) == TurningMode::Resisted && along <= kSlowestSlip;
  };
  const double along = contacts_.get_turning(memory, slot, RigidContacts::kRollingX).dot(motion.rolling());
  const double spin = contacts_.spin_sign(memory, slot) * motion.normal.dot(motion.spinning());
  if (begins(RigidContacts::kRolling, along)) handled_.push_back({events_.second_of(slot) + 1, time_});
  if (begins(RigidContacts::kSpinning, spin)) handled_.push_back({events_.second_of(slot) + 2, time_});
}

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
  const std::span<const double> memory = system_.rigid_memory(std::span<const double>(y_));
  passages_.start(time_, [&](int slot) { return look_at(contacts_, memory, slot); });
}

std::optional<double> EventStepper::find_passage() {
  const double end = current_->time();
  ordered_.restore(current_->state(), y_within_);
  system_.calc_contact_motion(end, y_within_);
  const std::span<const double> memory = system_.rigid_memory(std::span<const double>(y_within_));
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

StepReport EventStepper::step(double limit) {
  failure_.clear();
  is_lost_ = false;
  choose_fallback();
  if (fallback_.is_active()) return step_by_fallback(limit);
  const StepReport report = step_by_events(limit);
  if (!keeps_grid_) crowding_.add_step(restarts_);
  const bool is_stuck = report.status == StepStatus::StepTooSmall;
  if (!report.failed() || !(is_lost_ || is_stuck) || !can_fall_back()) return report;

  // Time steps need no modes, and no smooth forces.
  const std::string lost = std::exchange(failure_, {});
  begin_fallback(is_stuck ? Crowding::Kind::Standstill : Crowding::Kind::NotFound);
  const StepReport step = step_by_fallback(limit);
  if (!step.failed()) return step;
  failure_ = lost;
  return is_stuck ? report : fail();
}

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
  const std::span<const double> memory = system_.rigid_memory(std::span<const double>(y_));
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
    restarts_ = notes_strikes() || flies_quickly() || changes_method || contacts_.reach_left() < 0.0;
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
  if (!system_.cannot_keep_contacts()) return report;
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
    const std::span<const double> memory = system_.rigid_memory(std::span<const double>(y_within_));
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

// Whether a contact that touches goes on as it is.
bool EventStepper::goes_on(int slot) const {
  const RigidContacts::Motion& motion = contacts_.motion(slot);
  const RigidMode mode = RigidContacts::mode(system_.rigid_memory(std::span<const double>(y_)), slot);
  const double first = g_[static_cast<std::size_t>(events_.first_of(slot))];
  if (mode == RigidMode::Open) return motion.rate > kApproaching;
  if (motion.rate < -kApproaching) return false;
  if (mode == RigidMode::Carried) return first > 0.0;
  if (stuck_ && mode == RigidMode::Sliding && modes_.has_stopped(motion.slip)) return false;
  if (stuck_ && contacts_.resists_turning(slot)) return false;
  return is_closed(mode) && first > RigidEvents::kMissed && events_.calc_least_limit(g_, slot) > RigidEvents::kMissed;
}

// The contacts of islands in which something changes. Where forces have jumped all are.
void EventStepper::find_concerned(std::span<const LocatedEvent> fired) {
  const bool all = std::exchange(reconsiders_, false) || is_unexamined();
  concerned_.assign(static_cast<std::size_t>(contacts_.num_slots()), 1);
  if (all) return;
  events_.calc(time_, y_, g_);
  find_touching();
  std::ranges::fill(concerned_, 0);
  for (const LocatedEvent& event : fired) {
    if (event.index < events_.num_of_slots()) concerned_[static_cast<std::size_t>(events_.slot_of(event.index))] = 1;
  }
  islands_.find(contacts_, touching_);
  for (int i = 0; i < islands_.count(); ++i) {
    const auto is_concerned = [&](int slot) {
      return concerned_[static_cast<std::size_t>(slot)] != 0 || !goes_on(slot);
    };
    if (!std::ranges::any_of(islands_.slots(i), is_concerned)) continue;
    for (const int slot : islands_.slots(i)) concerned_[static_cast<std::size_t>(slot)] = 1;
  }
}

void EventStepper::find_touching() {
  system_.calc_contact_motion(time_, y_);
  const std::span<const double> memory = system_.rigid_memory(std::span<const double>(y_));
  touching_.clear();
  bystanders_.clear();
  for (const int slot : contacts_.order()) {
    const RigidMode mode = RigidContacts::mode(memory, slot);
    const bool touches = contacts_.motion(slot).gap <= RigidEvents::kTouching || is_closed(mode);
    if (!touches || mode == RigidMode::Yielding) continue;
    (concerned_[static_cast<std::size_t>(slot)] != 0 ? touching_ : bystanders_).push_back(slot);
  }
}

// Bodies of islands in which no contact slides and nothing moves but by rounding: from here on they are at rest, and
// their forces need not be found again. The energy is below the rounding of the account.
void EventStepper::stop_held_bodies() {
  constexpr double kStill = 1e-9;  // [m/s] and [rad/s]
  const std::span<const double> memory = system_.rigid_memory(std::span<const double>(y_));
  const Model& model = system_.model();
  const auto velocity_of = [&](int number) {
    const Body& body = model.body(number);
    return Eigen::Map<VectorX>(y_.data() + model.num_positions() + body.velocity_start, body.degrees);
  };
  const auto is_held = [&](int slot) {
    const RigidContacts::Motion& motion = contacts_.motion(slot);
    const bool still =
        velocity_of(motion.body_a).cwiseAbs().sum() < kStill && velocity_of(motion.body_b).cwiseAbs().sum() < kStill;
    return RigidContacts::mode(memory, slot) != RigidMode::Sliding && still;
  };
  std::erase_if(touching_, [&](int slot) {
    const RigidMode mode = RigidContacts::mode(memory, slot);
    return !is_closed(mode) && mode != RigidMode::Carried;
  });
  islands_.find(contacts_, touching_);
  for (int i = 0; i < islands_.count(); ++i) {
    if (!std::ranges::all_of(islands_.slots(i), is_held)) continue;
    for (const int slot : islands_.slots(i)) {
      velocity_of(contacts_.motion(slot).body_a).setZero();
      velocity_of(contacts_.motion(slot).body_b).setZero();
    }
  }
}

EventStepper::Approach EventStepper::find_approach() const {
  Approach found;
  for (const int slot : touching_) {
    const RigidContacts::Motion& motion = contacts_.motion(slot);
    found.speed = std::max(found.speed, -motion.rate);
    found.fastest = std::max(found.fastest, motion.velocity.norm());
  }
  return found;
}

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
  contacts_.begin_change(system_.rigid_state(std::span<double>(y_)));
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
                       [&](int slot) { return contacts_.motion(slot).rate <= kApproaching; });
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

// What was not found may exist: only compliant laws go on without it.
bool EventStepper::follow_policy(ModeChoiceReport report) {
  InconsistencyPolicy policy = report.status == ModeStatus::Several ? options_.several_solutions : options_.no_solution;
  if (report.status == ModeStatus::NotFound && policy != InconsistencyPolicy::Compliant) {
    policy = InconsistencyPolicy::Stop;
    is_lost_ = true;
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
  return system_.contacts()->note_strikes({}, system_.contact_state(std::span<double>(y_)));
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
  if (fallback_.is_active()) return fallback_.interpolate(time, y);
  if (!current_->interpolate(time, y_ordered_)) return false;
  ordered_.restore(y_ordered_, y);
  return true;
}

IntegratorStatistics EventStepper::statistics() const {
  const IntegratorStatistics of_events = integrator_->statistics() + fallback_.statistics();
  const IntegratorStatistics of_short = quick_ == nullptr ? IntegratorStatistics{} : quick_->statistics();
  const IntegratorStatistics of_stiff = implicit_ == nullptr ? IntegratorStatistics{} : implicit_->statistics();
  return of_events + of_short + of_stiff;
}

}  // namespace carom
