// Where motion begins anew: after a restart, and after each event.
#include <algorithm>
#include <utility>

#include "carom/simulation/event_driven/event_stepper.h"

namespace carom {

StepReport EventStepper::restart(double time, std::span<const double> y, std::span<const LocatedEvent> /*handled*/) {
  time_ = time;
  crowding_.restart(time);
  std::ranges::copy(y, y_.begin());
  contacts_.adopt(rigid_.state(std::span<const double>(y_)));
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
  rigid_.find(time_, y_);
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

// Where points have changed their slots. What is remembered belongs to contacts, whatever their slots.
void EventStepper::hand_over_contacts() {
  system_.calc_contact_motion(time_, y_);
  if (contacts_.displaced().empty()) return;
  contacts_.begin_change(rigid_.state(std::span<double>(y_)));
  contacts_.hand_over(rigid_.memory(std::span<double>(y_)));
}

StepReport EventStepper::begin() {
  restarts_ = false;
  hand_over_contacts();
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
  if (!yielding_.may_yield()) return false;
  const std::span<const double> memory = rigid_.memory(std::span<const double>(y_));
  for (int slot = 0; slot < contacts_.num_slots(); ++slot) {
    if (RigidContacts::mode(memory, slot) == RigidMode::Yielding) return true;
  }
  return false;
}

bool EventStepper::is_unexamined() const { return contacts_.are_unexamined(rigid_.state(std::span<const double>(y_))); }

// What is at zero now because it was just decided, and will leave it: gaps that open, slip that begins. Not flights
// alone: the step is short enough to see them end. But the search for what else leaves zero begins so near to the start
// that a gap that opens may still seem to close.
void EventStepper::find_handled() {
  handled_.clear();
  system_.calc_contact_motion(time_, y_);
  const std::span<const double> memory = rigid_.memory(std::span<const double>(y_));
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    const RigidContacts::Motion& motion = contacts_.motion(i);
    const RigidMode mode = RigidContacts::mode(memory, i);
    const bool opens = mode == RigidMode::Open && motion.gap <= RigidEvents::kTouching &&
                       motion.gap_rate > -kApproaching && !flights_.has_parted(i);
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
  const std::span<const double> memory = rigid_.memory(std::span<const double>(y_));
  const RigidContacts::Motion& motion = contacts_.motion(slot);
  const auto begins = [&](RigidContacts::TurningMemory what, double along) {
    return contacts_.turning_mode(memory, slot, what) == TurningMode::Resisted && along <= kSlowestSlip;
  };
  const double along = contacts_.get_turning(memory, slot, RigidContacts::kRollingX).dot(motion.rolling());
  const double spin = contacts_.spin_sign(memory, slot) * motion.normal.dot(motion.spinning());
  if (begins(RigidContacts::kRolling, along)) handled_.push_back({events_.second_of(slot) + 1, time_});
  if (begins(RigidContacts::kSpinning, spin)) handled_.push_back({events_.second_of(slot) + 2, time_});
}

}  // namespace carom
