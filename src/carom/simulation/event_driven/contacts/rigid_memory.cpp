#include "carom/simulation/event_driven/contacts/rigid_memory.h"

#include <algorithm>
#include <utility>

namespace carom {

void RigidMemory::move(std::span<const int> origins, bool examined) {
  const auto fresh = static_cast<double>(examined ? RigidMode::Open : RigidMode::Unexamined);
  moved_.assign((per_slot_ + per_turning_) * origins.size(), 0.0);
  for (std::size_t i = 0; i < origins.size(); ++i) {
    const std::span<double> own = std::span(moved_).subspan(per_slot_ * i, per_slot_);
    if (origins[i] < 0) {
      own.front() = fresh;
    } else {
      const auto origin = static_cast<std::size_t>(origins[i]);
      std::ranges::copy(slot(origin), own.begin());
      const std::size_t first = per_slot_ * origins.size() + per_turning_ * i;
      std::ranges::copy(turning(origin), moved_.begin() + static_cast<std::ptrdiff_t>(first));
    }
  }
  std::swap(now_, moved_);
  before_.clear();
}

}  // namespace carom
