#include "carom/simulation/compliant/stepping/contact_stepper.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "carom/simulation/compliant/stepping/lift_off_forecast.h"

namespace carom {
namespace {

// A rebound takes one estimated duration where nothing but the contact acts; damping and gravity prolong it.
constexpr double kLasting = 2.0;
// It takes some tens of steps, too. With more than these something else is fast: bristles that hardly anything presses.
constexpr int kMostStepsOfRebound = 500;
// An impact that is no faster is none  [m/s].
constexpr double kSlowest = 1e-6;
// In place of a number of steps: the contact was let go.
constexpr int kLetGo = -1;
// Of the estimated duration: how long the stretched time stays slow.
constexpr double kStretch = 0.25;

// A tolerance means the error of a step, and an impact has some twenty of them, each of which the rest of the run
// remembers: with a fiftieth of it in impacts, the times of later impacts are as good as the user asked.
constexpr double kImpactTolerance = 0.02;
// Smooth steps err by a thousandth of what they may; the one that leads to a lift-off by all of it, and is given less.
constexpr double kShareOfLiftOff = 0.1;
// A lift-off is located inside a step, not at its end.
constexpr double kPastLiftOff = 1.2;
// Steps to it are no shorter than this part of the contact, and this time  [s].
constexpr double kLeastOfContact = 1e-6, kLeastStep = 1e-12;

AdaptiveOptions tighten(AdaptiveOptions options) {
  options.relative_tolerance = std::max(kImpactTolerance * options.relative_tolerance, 1e-14);
  return options;
}

AdaptiveOptions with_method(AdaptiveOptions options, AdaptiveMethod method) {
  options.method = method;
  return options;
}

PassageSearch::Sample look_at(const CompliantContacts& contacts, const CompliantContacts::ConstState& state, int slot) {
  const CompliantContacts::Motion& motion = contacts.motion(slot);
  return {.gap = {motion.gap, -motion.depth_rate},
          .normal = contacts.point(slot).normal,
          .apart = !CompliantContacts::is_touching(state, slot)};
}

}  // namespace

ContactStepper::ContactStepper(CompliantPart& part, const AdaptiveOptions& options, ContactLog& log)
    : ContactStepper(part, resolve_contacts(options, part.system().model(), part.contacts()), log) {}

ContactStepper::ContactStepper(CompliantPart& part, const ContactTolerance& tolerance, ContactLog& log)
    : part_(part),
      system_(part.system()),
      contacts_(part.contacts()),
      log_(log),
      load_(part),
      stretched_(system_, clock_),
      events_(part, clock_),
      free_(make_integrator(stretched_, &events_, tighten(tolerance.options))),
      active_(free_.get()),
      impact_tolerance_(tighten(tolerance.options).relative_tolerance),
      absolute_tolerance_(tolerance.options.absolute_tolerance),
      tightened_(tolerance.sentence),
      last_rates_(static_cast<std::size_t>(contacts_.num_slots())),
      last_slips_(static_cast<std::size_t>(contacts_.num_slots()), Vector3::Zero()),
      hovering_(last_rates_.size()),
      y_(static_cast<std::size_t>(system_.size())),
      y_within_(y_.size()),
      passages_(contacts_.pairs()) {
  const AdaptiveOptions& options = tolerance.options;
  if (options.method == AdaptiveMethod::Automatic) {
    swinging_ = make_integrator(stretched_, &events_, options);
    resting_ = make_integrator(stretched_, &events_, with_method(options, AdaptiveMethod::Radau));
  }
  handled_.reserve(static_cast<std::size_t>(events_.count()));
}

StepReport ContactStepper::restart(double time, std::span<const double> y, std::span<const LocatedEvent> handled) {
  time_ = time;
  std::ranges::copy(y, y_.begin());
  handled_.assign(handled.begin(), handled.end());
  rebound_end_ = -std::numeric_limits<double>::infinity();
  steps_of_rebound_ = 0;
  lasting_ = false;
  last_step_ = 0.0;
  std::ranges::fill(hovering_, 0);
  choice_.start();
  return begin();
}

// Goes on from the present time and state.
StepReport ContactStepper::begin() {
  restarts_ = false;
  if (restarts_without_end()) return {.status = StepStatus::SolverFailed, .time = time_, .detail = failure_};
  settle_modes();
  note_zero_gaps();
  choose_sides_of_corners();
  active_ = choose_integrator();
  const double duration = estimate_duration_of_impact();
  // From rest the depth grows with t², and all that depends on it smoothly: the time need not be stretched.
  clock_.start(time_, starts_from_rest() ? 0.0 : kStretch * duration);
  if (duration > 0.0) {
    rebound_end_ = time_ + kLasting * duration;
    active_->suggest_step(std::pow(impact_tolerance_, 1.0 / 8.0) * duration);
  }
  suggest_step_of_release();
  events_.note_modes(part_.state(std::span<const double>(y_)));
  const StepReport report = active_->restart(0.0, y_, handled_);
  if (!report.failed()) std::ranges::copy(active_->state(), y_.begin());
  return report;
}

Integrator* ContactStepper::choose_integrator() const {
  if (!lasting_ || !resting_) return free_.get();
  return choice_.implicit() ? resting_.get() : swinging_.get();
}

// All contacts that begin now do so without speed, as where bodies are put down.
bool ContactStepper::starts_from_rest() const {
  const CompliantContacts::ConstState state = part_.state(std::span<const double>(y_));
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    const bool begins = CompliantContacts::is_touching(state, i) &&
                        CompliantContacts::passive(state, i, CompliantContacts::kTouchTime) == time_;
    if (begins && CompliantContacts::passive(state, i, CompliantContacts::kImpactSpeed) > kSlowest) return false;
  }
  return true;
}

// The shortest of those that begin now; 0: none does. Slow ones last as long as one at kSlowest: their load matters,
// not their speed.
double ContactStepper::estimate_duration_of_impact() {
  double shortest = std::numeric_limits<double>::infinity();
  const CompliantContacts::ConstState state = part_.state(std::span<const double>(y_));
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    if (!CompliantContacts::is_touching(state, i)) continue;
    if (CompliantContacts::passive(state, i, CompliantContacts::kTouchTime) != time_) continue;
    const double speed = std::max(CompliantContacts::passive(state, i, CompliantContacts::kImpactSpeed), kSlowest);
    shortest = std::min(shortest, contacts_.estimate_duration(i, speed, part_.calc_effective_mass(i)));
  }
  return std::isfinite(shortest) ? shortest : 0.0;
}

// Bodies that overlap and approach, or overlap by more than rounding, but not in contact.
bool ContactStepper::overlaps_unnoticed(int slot) const {
  const CompliantContacts::Motion& motion = contacts_.motion(slot);
  return overlaps_clearly(slot) || (motion.gap < 0.0 && motion.depth_rate > 0.0 && !is_touching(slot));
}

// Bodies that are apart, but in contact: by more than rounding, and not about to be back.
bool ContactStepper::has_parted(int slot) const {
  const CompliantContacts::Motion& motion = contacts_.motion(slot);
  if (!is_touching(slot)) return false;
  return motion.gap > ContactEvents::calc_gap_band(contacts_, slot) &&
         (motion.depth_rate <= 0.0 || motion.gap > calc_clear_gap(slot));
}

// No rounding makes a gap this large  [m].
double ContactStepper::calc_clear_gap(int slot) const {
  constexpr double kClearly = 1e3;
  return kClearly * ContactEvents::calc_gap_band(contacts_, slot);
}

// The contact points of two shapes may change their places at once, as where two rods come to lie along each other: one
// parts by more than rounding, while another overlaps that did not touch. The contact goes on there. −1: there is none.
int ContactStepper::find_heir(int slot) const {
  if (!(contacts_.motion(slot).gap > calc_clear_gap(slot))) return -1;
  const std::vector<ContactSlot>& slots = contacts_.pairs().slots();
  const PairList::Pair& pair =
      contacts_.pairs().pairs()[static_cast<std::size_t>(slots[static_cast<std::size_t>(slot)].pair)];
  int deepest = -1;
  for (int i = pair.first_slot; i < pair.first_slot + pair.num_slots; ++i) {
    if (!overlaps_clearly(i)) continue;
    if (deepest < 0 || contacts_.motion(i).gap < contacts_.motion(deepest).gap) deepest = i;
  }
  return deepest;
}

// A force that would pull though it is not released, or one that would push though it is.
bool ContactStepper::contradicts_release(int slot) const {
  const CompliantContacts::ConstState state = part_.state(std::span<const double>(y_));
  if (!CompliantContacts::is_touching(state, slot)) return false;
  const bool released = CompliantContacts::passive(state, slot, CompliantContacts::kReleased) > 0.0;
  const double margin = contacts_.calc_release_margin(state, slot);
  constexpr double kClearly = 2.0 * ContactEvents::kReleaseBand;
  return released ? margin > kClearly : margin < -kClearly;
}

// What the contact remembers should have changed.
bool ContactStepper::has_turned(int slot) const {
  return contacts_.remembers(slot) && contacts_.calc_turn_margin(part_.state(std::span<const double>(y_)), slot) < 0.0;
}

bool ContactStepper::contradicts(int slot) const {
  return overlaps_unnoticed(slot) || has_parted(slot) || contradicts_release(slot) || has_turned(slot);
}

// Contacts are what their bodies do, however they came there: a touch-down within rounding of the lift-off before it
// may have escaped.
void ContactStepper::settle_modes() {
  system_.calc_contact_motion(time_, y_);
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    if (has_parted(i)) open_gap(i);
  }
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    if (overlaps_unnoticed(i)) close_gap(i);
    if (has_turned(i)) turn(i);
    choose_clip(i);
    settle_release(i);
  }
}

// Whether the release of a contact can be located, or is lost in the errors that the velocities may have.
void ContactStepper::choose_clip(int slot) {
  constexpr double kLost = 1e-3;
  const CompliantContacts::State state = part_.state(std::span<double>(y_));
  const bool clips = CompliantContacts::is_touching(state, slot) && contacts_.motion(slot).gap < 0.0 &&
                     contacts_.calc_release_noise(state, slot, calc_rate_error()) > kLost;
  if (clips) contacts_.set_released(slot, false, state);
  contacts_.set_clipped(slot, clips);
}

// What the error of a velocity may be, of the largest that there is  [m/s] or [rad/s].
double ContactStepper::calc_rate_error() const {
  const Partition parts = system_.partition();
  double largest = 0.0;
  for (int i = 0; i < parts.velocities; ++i) {
    largest = std::max(largest, std::abs(y_[static_cast<std::size_t>(parts.positions + i)]));
  }
  return impact_tolerance_ * largest + absolute_tolerance_;
}

void ContactStepper::settle_release(int slot) {
  if (contradicts_release(slot)) toggle_release(slot);
}

// At the motion last calculated. Contacts of events that were just located are at zero and about to change; but one
// that closes where it overlaps already has only taken the place of another point, which touched before.
bool ContactStepper::any_contradicts(std::span<const LocatedEvent> but) {
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    const auto is_located = [this, i](const LocatedEvent& event) { return events_.slot(event.index) == i; };
    if (!contradicts(i)) continue;
    if (overlaps_clearly(i) || std::ranges::none_of(but, is_located)) return true;
  }
  return false;
}

bool ContactStepper::overlaps_clearly(int slot) const {
  return !is_touching(slot) && contacts_.motion(slot).gap < -calc_clear_gap(slot);
}

bool ContactStepper::any_contradicts_at(double tau, std::span<const LocatedEvent> but) {
  if (!active_->interpolate(tau, y_within_)) return false;
  system_.calc_contact_motion(clock_.time(tau), y_within_);
  return any_contradicts(but);
}

// A step that has ended in what contradicts its contacts ends where that begins. The motion up to there is right.
bool ContactStepper::cut_at_contradiction(std::span<const LocatedEvent> events) {
  constexpr int kHalvings = 60;
  system_.calc_contact_motion(clock_.time(active_->time()), active_->state());
  if (!any_contradicts(events)) return false;
  double good = step_start_, bad = active_->time();
  for (int i = 0; i < kHalvings && bad - good > std::numeric_limits<double>::epsilon() * bad; ++i) {
    const double middle = 0.5 * (good + bad);
    (any_contradicts_at(middle, events) ? bad : good) = middle;
  }
  if (!active_->interpolate(bad, y_within_)) return false;
  std::ranges::copy(y_within_, y_.begin());
  time_ = clock_.time(bad);
  return true;
}

// Contacts that open and close without any time passing would do so for ever.
bool ContactStepper::restarts_without_end() {
  constexpr int kMaxRestarts = 1'000;
  if (time_ - progress_ > 1e-12 * std::max(std::abs(time_), 1.0) || time_ < progress_) {
    progress_ = time_;
    restarts_in_place_ = 0;
  }
  // Each contact may have some events at one time.
  if (++restarts_in_place_ < std::max(kMaxRestarts, events_.count())) return false;
  const int slot = handled_.empty() ? -1 : events_.slot(handled_.front().index);
  failure_ = fmt::format("{} changes {} times without time going on; try a tighter tolerance or fixed steps",
                         slot < 0 ? std::string("a contact") : "contact " + contacts_.name(slot), restarts_in_place_);
  return true;
}

// A contact that begins here at zero gap has been handled, though no step led to it: its gap has not opened again
// before it has closed by more than rounding. So has one that is apart by no more than rounding and opens, where
// another event at the same time was the last one handled: two capsules of a chain share the end that touches.
void ContactStepper::note_zero_gaps() {
  const CompliantContacts::ConstState state = part_.state(std::span<const double>(y_));
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    const CompliantContacts::Motion& motion = contacts_.motion(i);
    const bool begins = CompliantContacts::is_touching(state, i) && motion.gap == 0.0 &&
                        CompliantContacts::passive(state, i, CompliantContacts::kTouchTime) == time_;
    const bool has_opened = !CompliantContacts::is_touching(state, i) && motion.depth_rate < 0.0 &&
                            std::abs(motion.gap) <= ContactEvents::calc_gap_band(contacts_, i);
    const int index = ContactEvents::index(i, ContactEvents::Kind::Gap);
    if ((begins || has_opened) && std::ranges::find(handled_, index, &LocatedEvent::index) == handled_.end()) {
      handled_.push_back({.index = index, .time = 0.0});
    }
  }
}

// Of the friction of each contact: where an event has just been handled, the other one.
void ContactStepper::choose_sides_of_corners() {
  const CompliantContacts::ConstState state = part_.state(std::span<const double>(y_));
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    const auto is_corner = [this, i](const LocatedEvent& event) {
      return events_.slot(event.index) == i && events_.kind(event.index) == ContactEvents::Kind::Cut;
    };
    const bool crosses = contacts_.cut(i) != ForceCut::AsNeeded && std::ranges::any_of(handled_, is_corner);
    const bool cuts = crosses ? contacts_.cut(i) == ForceCut::Never : contacts_.calc_cut_margin(state, i) > 0.0;
    contacts_.set_cut(i, cuts ? ForceCut::Always : ForceCut::Never);
  }
}

// At the motion last calculated: a corner that was only grazed may have escaped.
bool ContactStepper::is_past_corner() const {
  constexpr double kClearly = 1e-6;
  const CompliantContacts::ConstState state = part_.state(std::span<const double>(y_));
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    const double margin = contacts_.calc_cut_margin(state, i);
    if (contacts_.cut(i) == ForceCut::Always ? margin < -kClearly : margin > kClearly) return true;
  }
  return false;
}

// A body that was released moves on almost uniformly until its gap opens.
void ContactStepper::suggest_step_of_release() {
  const CompliantContacts::ConstState state = part_.state(std::span<const double>(y_));
  for (const LocatedEvent& event : handled_) {
    const int slot = events_.slot(event.index);
    const CompliantContacts::Motion& motion = contacts_.motion(slot);
    const bool leaves =
        CompliantContacts::passive(state, slot, CompliantContacts::kReleased) > 0.0 && motion.depth_rate < 0.0;
    if (leaves && motion.gap < 0.0) active_->suggest_step(1.05 * motion.gap / motion.depth_rate);
  }
}

// How long until the slip of a contact turns round: there friction has a corner, of which a step should only have a
// little at its end. Infinite: it does not, or so soon that the corner is at the start of the step. `error` is what
// that of the slip may be [m/s].  [s]
double ContactStepper::foresee_reversal(int slot, double error) {
  constexpr double kAtTheStart = 0.02;  // of a step as long as the last one
  constexpr double kMissesZero = 0.05;  // a slip that passes zero at a distance turns smoothly
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const Vector3& slip = contacts_.motion(slot).slip;
  const Vector3 change = slip - std::exchange(last_slips_[static_cast<std::size_t>(slot)], slip);
  const double size = change.squaredNorm();
  // A slip that its own error hides turns round all the time, and friction hardly changes.
  if (!(last_step_ > 0.0) || !(size > 0.0) || !(slip.norm() > error)) return kNever;
  const double steps = -slip.dot(change) / size;
  const bool reaches_zero = (slip + steps * change).squaredNorm() < kMissesZero * kMissesZero * slip.squaredNorm();
  return steps > kAtTheStart && reaches_zero ? steps * last_step_ : kNever;
}

// How long the next step of a contact that opens should be.  [s]
double ContactStepper::foresee_lift_off(int slot) {
  const CompliantContacts::ConstState state = part_.state(std::span<const double>(y_));
  const CompliantContacts::Motion& motion = contacts_.motion(slot);
  const double gained =
      std::exchange(last_rates_[static_cast<std::size_t>(slot)], motion.depth_rate) - motion.depth_rate;
  const bool opens = motion.gap < 0.0 && motion.depth_rate < 0.0;
  // Once released nothing limits the steps, and a long one would pass over the lift-off and a whole flight.
  if (opens && CompliantContacts::passive(state, slot, CompliantContacts::kReleased) > 0.0) {
    const double lasted = time_ - CompliantContacts::passive(state, slot, CompliantContacts::kTouchTime);
    return std::max({kPastLiftOff * motion.gap / motion.depth_rate, kLeastOfContact * lasted, kLeastStep});
  }
  if (!opens || active_ == resting_.get() || !(last_step_ > 0.0)) return std::numeric_limits<double>::infinity();
  const Rebound rebound{.depth = -motion.gap - contacts_.calc_dent(state, slot),
                        .release_depth = contacts_.calc_release_depth(state, slot),
                        .speed = -motion.depth_rate,
                        .speed_change = gained,
                        .last_step = last_step_};
  return choose_step_to_lift_off(rebound, -motion.depth_rate * kShareOfLiftOff * impact_tolerance_);
}

// The limit, or before it where a contact is about to open or to slip the other way.  [s]
double ContactStepper::plan_end_of_step(double limit) {
  system_.calc_contact_motion(time_, y_);
  const CompliantContacts::ConstState state = part_.state(std::span<const double>(y_));
  const double slip_error = calc_rate_error();
  double planned = limit;
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    if (!CompliantContacts::is_touching(state, i)) continue;
    planned = std::min(planned, time_ + foresee_lift_off(i));
    if (contacts_.rule(i).has_friction()) planned = std::min(planned, time_ + foresee_reversal(i, slip_error));
  }
  return planned;
}

// A restart costs some evaluations: bristles are shortened only when it matters.
bool ContactStepper::limits_bristles() {
  constexpr double kExcess = 0.02;
  if (contacts_.num_active() == 0) return false;
  system_.calc_contact_motion(time_, y_);
  return contacts_.limit_memories(kExcess, part_.state(std::span<double>(y_)));
}

// Contacts that were struck harder than they touched down keep that speed.
bool ContactStepper::notes_strikes() {
  system_.calc_contact_motion(time_, y_);
  return contacts_.note_strikes(last_rates_, part_.state(std::span<double>(y_)));
}

// A contact whose damping leaves next to no force expands for long without reaching its release, while it is as stiff
// as ever. It is let go, once in each contact: where something presses, it acts again.
bool ContactStepper::lets_go() {
  constexpr int kPatience = 20;
  const CompliantContacts::State state = part_.state(std::span<double>(y_));
  bool any = false;
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    int& steps = hovering_[static_cast<std::size_t>(i)];
    if (steps == kLetGo || !CompliantContacts::is_touching(state, i)) continue;
    const bool pushes = CompliantContacts::passive(state, i, CompliantContacts::kReleased) == 0.0;
    const bool hovers = pushes && contacts_.motion(i).depth_rate < 0.0 &&
                        std::abs(contacts_.calc_release_margin(state, i)) < ContactEvents::kReleaseBand;
    steps = hovers ? steps + 1 : 0;
    if (steps < kPatience) continue;
    contacts_.set_released(i, true, state);
    steps = kLetGo;
    any = true;
  }
  return any;
}

// Contacts whose points have changed their slots, and that were followed so far, go on in the new ones. A second point
// of the same shapes may stay where it is.
bool ContactStepper::hands_over() {
  system_.calc_contact_motion(time_, y_);
  bool any = false;
  for (const DisplacedContact& contact : contacts_.displaced()) {
    if (!is_deepest(contact.slot)) continue;
    hand_over(contact.slot, contact.heir);
    any = true;
  }
  return any;
}

bool ContactStepper::is_deepest(int slot) const {
  const std::vector<ContactSlot>& slots = contacts_.pairs().slots();
  const PairList::Pair& pair =
      contacts_.pairs().pairs()[static_cast<std::size_t>(slots[static_cast<std::size_t>(slot)].pair)];
  for (int i = pair.first_slot; i < pair.first_slot + pair.num_slots; ++i) {
    if (contacts_.motion(i).gap < contacts_.motion(slot).gap) return false;
  }
  return true;
}

void ContactStepper::hand_over(int slot, int heir) {
  const CompliantContacts::State state = part_.state(std::span<double>(y_));
  log_.hand_over(slot, heir, time_, CompliantContacts::passive(state, slot, CompliantContacts::kImpactSpeed));
  hovering_[static_cast<std::size_t>(heir)] = 0;
  contacts_.hand_over(slot, heir, state);
}

bool ContactStepper::any_touches() const {
  const CompliantContacts::ConstState state = part_.state(std::span<const double>(y_));
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    if (CompliantContacts::is_touching(state, i)) return true;
  }
  return false;
}

// From impact to lasting contact, and there between the two methods.
bool ContactStepper::changes_method(double step, std::int64_t evaluations) {
  if (!resting_) return false;
  if (!lasting_) {
    lasting_ = (time_ >= rebound_end_ || ++steps_of_rebound_ > kMostStepsOfRebound) && any_touches();
    explicit_step_ = step;
    if (lasting_) swinging_->suggest_step(step);
    return lasting_;
  }
  if (!choice_.changes_after(step, evaluations)) return false;
  if (choice_.implicit()) explicit_step_ = step;
  choose_integrator()->suggest_step(explicit_step_);
  return true;
}

StepReport ContactStepper::advance(double planned) {
  step_start_ = active_->time();
  return active_->step(clock_.stretched(planned));
}

// A step that passed over a whole contact is taken again, up to a time at which it overlaps.
StepReport ContactStepper::step_to(double& planned) {
  if (passages_.empty()) return advance(planned);
  const CompliantContacts::ConstState state = part_.state(std::span<const double>(y_));
  passages_.start(time_, [&](int slot) { return look_at(contacts_, state, slot); });
  StepReport report = advance(planned);
  for (int tries = 0; tries < PassageSearch::kMostTries && !report.failed(); ++tries) {
    const std::optional<double> overlap = find_passage();
    if (!overlap) return report;
    const StepReport back = begin();
    if (back.failed()) return back;
    planned = *overlap;
    report = advance(planned);
  }
  if (report.failed()) return report;
  failure_ = PassageSearch::describe(contacts_.name(passages_.slot()));
  return {.status = StepStatus::SolverFailed, .time = time_, .detail = failure_};
}

void ContactStepper::note_crossing() {
  const int slot = passages_.find_crossed();
  if (slot < 0 || crossing_) return;
  crossing_ = fmt::format(
      "contact {} does not stop its bodies: at t = {:.9g} s they have passed through each other at {:.3g} m/s; try a "
      "stiffer contact or thicker bodies",
      contacts_.name(slot), time_, std::abs(contacts_.motion(slot).depth_rate));
}

std::optional<double> ContactStepper::find_passage() {
  const double end = clock_.time(active_->time());
  system_.calc_contact_motion(end, active_->state());
  const CompliantContacts::ConstState state = part_.state(active_->state());
  double last = std::numeric_limits<double>::quiet_NaN();  // looked at; several slots may be asked for at one time
  return passages_.find(
      end, [&](int slot) { return look_at(contacts_, state, slot); },
      [&](double time, int slot) -> std::optional<GapSample> {
        if (time != last) {
          if (!active_->interpolate(std::min(clock_.stretched(time), active_->time()), y_within_)) return {};
          system_.calc_contact_motion(time, y_within_);
          last = time;
        }
        return look_at(contacts_, state, slot).gap;
      });
}

StepReport ContactStepper::step(double limit) {
  if (restarts_) {
    const StepReport report = begin();
    if (report.failed()) return report;
  }
  const double before = time_;
  const std::int64_t evaluations = active_->statistics().rate_evaluations;
  double planned = plan_end_of_step(limit);
  StepReport report = step_to(planned);
  report.time = clock_.time(report.time);
  if (report.failed()) return report;
  if (cut_at_contradiction(report.events)) {
    start_anew({});
    return {.status = StepStatus::Ok, .time = time_, .step = time_ - before};
  }
  time_ = report.status == StepStatus::ReachedLimit ? planned : clock_.time(active_->time());
  note_crossing();
  if (report.status == StepStatus::ReachedLimit && planned < limit) report.status = StepStatus::Ok;
  last_step_ = time_ - before;
  std::ranges::copy(active_->state(), y_.begin());
  if (report.status == StepStatus::EventLocated) {
    handle(report.events);
    report.status = time_ == limit ? StepStatus::ReachedLimit : StepStatus::Ok;
    report.events = {};
  } else if (hands_over() || limits_bristles() || notes_strikes() || lets_go() || is_past_corner() ||
             changes_method(time_ - before, active_->statistics().rate_evaluations - evaluations)) {
    handled_.clear();
    restarts_ = true;
  }
  return report;
}

// Something has happened to the contacts: what was learnt of the motion holds no longer.
void ContactStepper::start_anew(std::span<const LocatedEvent> events) {
  handled_.assign(events.begin(), events.end());
  restarts_ = true;
  steps_of_rebound_ = 0;
  lasting_ = false;
  last_step_ = 0.0;
  choice_.start();
}

void ContactStepper::handle(std::span<const LocatedEvent> events) {
  const auto is_corner = [this](const LocatedEvent& event) {
    const ContactEvents::Kind kind = events_.kind(event.index);
    return kind == ContactEvents::Kind::Cut || kind == ContactEvents::Kind::Turn;
  };
  if (std::ranges::all_of(events, is_corner)) {
    handled_.assign(events.begin(), events.end());
    restarts_ = true;
  } else {
    start_anew(events);
  }
  system_.calc_contact_motion(time_, y_);
  for (LocatedEvent& event : handled_) {
    event.time = 0.0;  // the new clock starts here
    const int slot = events_.slot(event.index);
    if (!is_touching(slot)) continue;
    if (events_.kind(event.index) == ContactEvents::Kind::Release) toggle_release(slot);
    if (events_.kind(event.index) == ContactEvents::Kind::Turn) turn(slot);
    // A gap of zero that closes has not opened: it may stay at zero for longer than its rate says.
    if (events_.opens(event.index) && contacts_.motion(slot).depth_rate <= 0.0) open_gap(slot);
  }
  // After all that opens: what is here may have been handed over. Corners are left to begin(), which goes on from their
  // other side.
  for (const LocatedEvent& event : handled_) {
    const int slot = events_.slot(event.index);
    if (events_.closes(event.index) && !is_touching(slot) && contacts_.motion(slot).depth_rate >= 0.0) close_gap(slot);
  }
  // What changed there has left its zero: the next turn is another event.
  std::erase_if(handled_,
                [this](const LocatedEvent& event) { return events_.kind(event.index) == ContactEvents::Kind::Turn; });
}

bool ContactStepper::is_touching(int slot) const {
  return CompliantContacts::is_touching(part_.state(std::span<const double>(y_)), slot);
}

void ContactStepper::toggle_release(int slot) {
  const CompliantContacts::State state = part_.state(std::span<double>(y_));
  const bool released = CompliantContacts::passive(state, slot, CompliantContacts::kReleased) > 0.0;
  contacts_.set_released(slot, !released, state);
}

void ContactStepper::turn(int slot) { contacts_.turn(slot, part_.state(std::span<double>(y_))); }

void ContactStepper::close_gap(int slot) {
  const double speed = contacts_.motion(slot).depth_rate;
  hovering_[static_cast<std::size_t>(slot)] = 0;
  const double load_speed = load_.calc_load_speed(slot, time_, y_);
  contacts_.begin_contact(slot, {.time = time_, .speed = speed, .load_speed = load_speed},
                          part_.state(std::span<double>(y_)));
  log_.touch_down(slot, time_, speed);
}

void ContactStepper::open_gap(int slot) {
  if (const int heir = find_heir(slot); heir >= 0) {
    hand_over(slot, heir);
    return;
  }
  const CompliantContacts::State state = part_.state(std::span<double>(y_));
  log_.lift_off(slot, time_, CompliantContacts::passive(state, slot, CompliantContacts::kImpactSpeed),
                CompliantContacts::passive(state, slot, CompliantContacts::kTouchTime),
                -contacts_.motion(slot).depth_rate);
  contacts_.end_contact(slot, state);
}

void ContactStepper::replace_state(std::span<const double> y) {
  std::ranges::copy(y, y_.begin());
  last_step_ = 0.0;
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
  if (!resting_) return free_->statistics();
  return free_->statistics() + swinging_->statistics() + resting_->statistics();
}

}  // namespace carom
