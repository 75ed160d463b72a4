// Which contacts touch, and which of them a moment concerns.
#include <algorithm>
#include <utility>

#include "carom/simulation/event_driven/event_stepper.h"

namespace carom {

// Whether a contact that touches goes on as it is.
bool EventStepper::goes_on(int slot) const {
  const RigidContacts::Motion& motion = contacts_.motion(slot);
  const RigidMode mode = RigidContacts::mode(rigid_.memory(std::span<const double>(y_)), slot);
  const double first = g_[static_cast<std::size_t>(events_.first_of(slot))];
  if (mode == RigidMode::Open) return motion.gap_rate > kApproaching;
  if (motion.gap_rate < -kApproaching) return false;
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
  const std::span<const double> memory = rigid_.memory(std::span<const double>(y_));
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
  const std::span<const double> memory = rigid_.memory(std::span<const double>(y_));
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
    found.speed = std::max(found.speed, -motion.gap_rate);
    found.fastest = std::max(found.fastest, motion.velocity.norm());
  }
  return found;
}

}  // namespace carom
