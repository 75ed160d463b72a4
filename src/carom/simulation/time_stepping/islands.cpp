#include "carom/simulation/time_stepping/islands.h"

#include <utility>

namespace carom {

void Islands::find(const StepRows& rows) {
  const int groups = rows.groups().count();
  sets_.reset(groups);
  for (int c = 0; c < rows.count(); ++c) {
    if (rows.group(c, 0) >= 0 && rows.group(c, 1) >= 0) sets_.unite(rows.group(c, 0), rows.group(c, 1));
  }
  // Numbers in the order in which they are met, and how many contacts each has.
  island_of_set_.assign(static_cast<std::size_t>(groups), -1);
  island_of_contact_.resize(static_cast<std::size_t>(rows.count()));
  starts_.assign(1, 0);
  for (int c = 0; c < rows.count(); ++c) {
    const int group = rows.group(c, 0) >= 0 ? rows.group(c, 0) : rows.group(c, 1);
    int alone = -1;  // nothing that moves: a problem of one contact
    int& island = group >= 0 ? island_of_set_[static_cast<std::size_t>(sets_.find(group))] : alone;
    if (island < 0) {
      island = count();
      starts_.push_back(0);
    }
    island_of_contact_[static_cast<std::size_t>(c)] = island;
    ++starts_[static_cast<std::size_t>(island) + 1];
  }
  // From counts to places.
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  contacts_.resize(static_cast<std::size_t>(rows.count()));
  for (int c = rows.count() - 1; c >= 0; --c) {
    const auto island = static_cast<std::size_t>(island_of_contact_[static_cast<std::size_t>(c)]);
    contacts_[static_cast<std::size_t>(--starts_[island + 1])] = c;
  }
  // The ends of the islands have moved to their beginnings.
  for (std::size_t i = 1; i + 1 < starts_.size(); ++i) starts_[i] = starts_[i + 1];
  if (starts_.size() > 1) starts_.back() = rows.count();
}

}  // namespace carom
