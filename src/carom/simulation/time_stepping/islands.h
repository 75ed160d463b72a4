#pragma once

#include <span>
#include <vector>

#include "carom/simulation/contacts/disjoint_sets.h"
#include "carom/simulation/time_stepping/step_rows.h"

namespace carom {

/// Contacts in groups that share no body but the world: each is a problem of its own.
class Islands {
 public:
  /// Islands in the order of their first contacts, contacts in theirs.
  void find(const StepRows& rows);

  [[nodiscard]] int count() const { return static_cast<int>(starts_.size()) - 1; }
  [[nodiscard]] std::span<const int> contacts(int island) const {
    const auto first = static_cast<std::size_t>(starts_[static_cast<std::size_t>(island)]);
    const auto last = static_cast<std::size_t>(starts_[static_cast<std::size_t>(island) + 1]);
    return std::span(contacts_).subspan(first, last - first);
  }

 private:
  DisjointSets sets_;
  std::vector<int> island_of_set_, island_of_contact_;
  std::vector<int> starts_{0}, contacts_;
};

}  // namespace carom
