#include "carom/simulation/event_driven/modes/contact_islands.h"

#include <algorithm>

#include "carom/simulation/time_stepping/inertia_groups.h"

namespace carom {

ContactIslands::ContactIslands(const Model& model) : groups_(std::make_unique<InertiaGroups>(model)) {}

ContactIslands::~ContactIslands() = default;

void ContactIslands::find(const RigidContacts& contacts, std::span<const int> slots) {
  starts_.assign(1, 0);
  slots_.assign(slots.begin(), slots.end());
  if (slots.empty()) return;
  sets_.reset(groups_->count());
  const auto group = [&](int body) { return groups_->group_of_body(body); };
  for (const int slot : slots) {
    const int a = group(contacts.motion(slot).body_a), b = group(contacts.motion(slot).body_b);
    if (a >= 0 && b >= 0) sets_.unite(a, b);
  }
  island_of_set_.assign(static_cast<std::size_t>(groups_->count()), -1);
  island_of_slot_.clear();
  for (const int slot : slots) {
    const int a = group(contacts.motion(slot).body_a), b = group(contacts.motion(slot).body_b);
    int& island = island_of_set_[static_cast<std::size_t>(sets_.find(a >= 0 ? a : std::max(b, 0)))];
    if (island < 0) {
      island = count();
      starts_.push_back(0);
    }
    island_of_slot_.push_back(island);
    ++starts_[static_cast<std::size_t>(island) + 1];
  }
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  next_.assign(starts_.begin(), starts_.end() - 1);
  for (std::size_t i = 0; i < slots.size(); ++i) {
    slots_[static_cast<std::size_t>(next_[static_cast<std::size_t>(island_of_slot_[i])]++)] = slots[i];
  }
}

}  // namespace carom
