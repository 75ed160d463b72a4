#include "carom/simulation/event_driven/rigid_memory.h"

#include <algorithm>
#include <utility>

namespace carom {

void RigidMemory::move(std::span<const int> origins, bool examined) {
  const auto fresh = static_cast<double>(examined ? RigidMode::Open : RigidMode::Unexamined);
  moved_.assign(per_slot_ * origins.size(), 0.0);
  for (std::size_t i = 0; i < origins.size(); ++i) {
    const std::span<double> own = std::span(moved_).subspan(per_slot_ * i, per_slot_);
    if (origins[i] < 0) {
      own.front() = fresh;
    } else {
      std::ranges::copy(slot(static_cast<std::size_t>(origins[i])), own.begin());
    }
  }
  std::swap(now_, moved_);
  before_.clear();
}

}  // namespace carom
