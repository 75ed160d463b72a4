// Where the points of two shapes change their slots while a contact of theirs is closed.
#include <utility>

#include "carom/simulation/event_driven/contacts/rigid_contacts.h"

namespace carom {

void RigidContacts::follow(std::span<const double> memory) {
  while (!displaced_.empty()) {
    exchange_points(displaced_.back());
    displaced_.pop_back();
  }
  const auto gap_of = [&](int slot) { return motion(slot).gap; };
  const auto is_free = [&](int slot) { return mode(memory, slot) == RigidMode::Open; };
  for (int i = 0; i < num_slots(); ++i) {
    const RigidMode own = mode(memory, i);
    if (own == RigidMode::Open || own == RigidMode::Unexamined) continue;
    const int heir = find_heir(pairs_, i, gap_of, is_free);
    if (heir < 0) continue;
    displaced_.push_back({.slot = i, .heir = heir});
    exchange_points(displaced_.back());
  }
}

void RigidContacts::exchange_points(const DisplacedContact& contact) {
  std::swap(motions_[place(contact.slot)], motions_[place(contact.heir)]);
  std::swap(points_.points[place(contact.slot)], points_.points[place(contact.heir)]);
}

// Losses are of the slots in which they came about.
void RigidContacts::hand_over(std::span<double> memory) {
  for (const auto [slot, heir] : displaced_) {
    for (int what = 0; what < kImpactLoss; ++what) {
      set(memory, heir, static_cast<Memory>(what), get(memory, slot, static_cast<Memory>(what)));
      set(memory, slot, static_cast<Memory>(what), 0.0);
    }
    set_mode(memory, slot, RigidMode::Open);
    for (int what = 0; any_resists_ && what < kPerTurning; ++what) {
      const auto number = static_cast<TurningMemory>(what);
      memory[turning_place(heir, number)] = std::exchange(memory[turning_place(slot, number)], 0.0);
    }
  }
}

}  // namespace carom
