#include "carom/simulation/event_driven/contacts/resting_islands.h"

#include <algorithm>
#include <utility>

namespace carom {

const std::vector<Vector3>* RestingIslands::find(std::span<const int> slots, std::span<const double> causes) const {
  const auto found = islands_.find(slots.front());
  if (found == islands_.end()) return nullptr;
  const Island& island = found->second;
  const bool same = std::ranges::equal(island.slots, slots) && std::ranges::equal(island.causes, causes);
  return same ? &island.forces : nullptr;
}

void RestingIslands::keep(std::span<const int> slots, std::span<const double> causes, std::vector<Vector3> forces) {
  islands_[slots.front()] = {{slots.begin(), slots.end()}, {causes.begin(), causes.end()}, std::move(forces)};
}

}  // namespace carom
