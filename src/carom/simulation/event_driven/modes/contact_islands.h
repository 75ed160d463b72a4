#pragma once

#include <memory>
#include <span>
#include <vector>

#include "carom/simulation/contacts/disjoint_sets.h"
#include "carom/simulation/event_driven/contacts/rigid_contacts.h"

namespace carom {

class InertiaGroups;

/// Rigid contacts in islands that share no mechanism but the world: each is a problem of its own.
class ContactIslands {
 public:
  explicit ContactIslands(const Model& model);
  ~ContactIslands();

  /// Islands in the order of their first contacts, contacts in that of `slots`.
  void find(const RigidContacts& contacts, std::span<const int> slots);

  [[nodiscard]] int count() const { return static_cast<int>(starts_.size()) - 1; }
  [[nodiscard]] std::span<const int> slots(int island) const {
    const auto first = static_cast<std::size_t>(starts_[static_cast<std::size_t>(island)]);
    const auto last = static_cast<std::size_t>(starts_[static_cast<std::size_t>(island) + 1]);
    return std::span(slots_).subspan(first, last - first);
  }

 private:
  std::unique_ptr<InertiaGroups> groups_;
  DisjointSets sets_;  // of groups
  std::vector<int> island_of_set_, island_of_slot_;
  std::vector<int> starts_{0}, next_, slots_;
};

}  // namespace carom
