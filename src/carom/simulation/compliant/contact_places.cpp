// Where the points of two shapes change their slots while a contact of theirs touches.
#include <utility>

#include "carom/simulation/compliant/compliant_contacts.h"

namespace carom {

void CompliantContacts::follow(const ConstState& state) {
  while (!displaced_.empty()) {
    exchange_points(displaced_.back());
    displaced_.pop_back();
  }
  const auto gap_of = [&](int slot) { return motion(slot).gap; };
  const auto is_free = [&](int slot) { return !is_touching(state, slot); };
  for (int i = 0; i < num_slots(); ++i) {
    if (!is_touching(state, i)) continue;
    const int heir = find_heir(pairs_, i, gap_of, is_free);
    if (heir < 0) continue;
    displaced_.push_back({.slot = i, .heir = heir});
    exchange_points(displaced_.back());
  }
}

void CompliantContacts::exchange_points(const DisplacedContact& contact) {
  const auto slot = static_cast<std::size_t>(contact.slot), heir = static_cast<std::size_t>(contact.heir);
  std::swap(motions_[slot], motions_[heir]);
  std::swap(points_.points[slot], points_.points[heir]);
}

}  // namespace carom
