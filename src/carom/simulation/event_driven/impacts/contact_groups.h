#pragma once

#include <span>
#include <vector>

#include "carom/math/types.h"

namespace carom {

/// Contacts in groups that do not feel each other through their inverse inertia G, three rows each, and three more
/// for those that resist turning.
class ContactGroups {
 public:
  /// `turning_rows` has the first of these rows of each contact; −1: none.
  void find(const ConstMatrixRef& G, int count, std::span<const int> turning_rows = {});

  [[nodiscard]] int count() const { return static_cast<int>(starts_.size()) - 1; }
  /// Its contacts in ascending order.
  [[nodiscard]] std::span<const int> group(int number) const {
    const auto first = static_cast<std::size_t>(starts_[static_cast<std::size_t>(number)]);
    const auto end = static_cast<std::size_t>(starts_[static_cast<std::size_t>(number) + 1]);
    return std::span(contacts_).subspan(first, end - first);
  }

 private:
  std::vector<int> least_;     // of the group that each contact belongs to
  std::vector<int> contacts_;  // group after group
  std::vector<int> starts_{0};
};

}  // namespace carom
