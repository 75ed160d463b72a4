#include "carom/simulation/event_driven/impacts/contact_groups.h"

#include <cmath>

namespace carom {
namespace {

// Contacts that share less of their inverse inertia do not feel each other.
bool feel_each_other(const ConstMatrixRef& G, int row_i, int row_j) {
  constexpr double kLeast = 1e-13;
  const double size = G.block<3, 3>(row_i, row_j).cwiseAbs().maxCoeff();
  return size > kLeast * std::sqrt(G.block<3, 3>(row_i, row_i).trace() * G.block<3, 3>(row_j, row_j).trace());
}

// The same of contacts with all of their rows.
bool feel_each_other(const ConstMatrixRef& G, int i, int j, std::span<const int> turning_rows) {
  if (feel_each_other(G, 3 * i, 3 * j)) return true;
  if (turning_rows.empty()) return false;
  const int turning_i = turning_rows[static_cast<std::size_t>(i)],
            turning_j = turning_rows[static_cast<std::size_t>(j)];
  return (turning_i >= 0 && feel_each_other(G, turning_i, 3 * j)) ||
         (turning_j >= 0 && feel_each_other(G, 3 * i, turning_j)) ||
         (turning_i >= 0 && turning_j >= 0 && feel_each_other(G, turning_i, turning_j));
}

}  // namespace

// Each group grows from its least contact by those that feel one of its members.
void ContactGroups::find(const ConstMatrixRef& G, int count, std::span<const int> turning_rows) {
  least_.assign(static_cast<std::size_t>(count), -1);
  contacts_.clear();
  starts_.assign(1, 0);
  std::vector<int> front;
  for (int first = 0; first < count; ++first) {
    if (least_[static_cast<std::size_t>(first)] >= 0) continue;
    least_[static_cast<std::size_t>(first)] = first;
    front.assign(1, first);
    while (!front.empty()) {
      const int member = front.back();
      front.pop_back();
      for (int other = first + 1; other < count; ++other) {
        int& least = least_[static_cast<std::size_t>(other)];
        if (least >= 0 || !feel_each_other(G, member, other, turning_rows)) continue;
        least = first;
        front.push_back(other);
      }
    }
    for (int other = first; other < count; ++other) {
      if (least_[static_cast<std::size_t>(other)] == first) contacts_.push_back(other);
    }
    starts_.push_back(static_cast<int>(contacts_.size()));
  }
}

}  // namespace carom
