#pragma once

#include <span>
#include <utility>
#include <vector>

#include "carom/simulation/event_driven/modes/rigid_mode.h"

namespace carom {

/// What rigid contacts that come and go remember: it cannot be part of y, whose size is given.
///
/// It changes at events alone. Samples inside the step before an event belong to what was remembered before it, those
/// at its end to what is remembered since: both are kept, and y has a stamp that tells them apart.
class RigidMemory {
 public:
  enum Number : int { kLoss, kStamp, kNumNumbers };  // of what y has of it
  /// Numbers for each slot, and after those of all slots as many more of its turning.
  RigidMemory(int per_slot, int per_turning)
      : per_slot_(static_cast<std::size_t>(per_slot)), per_turning_(static_cast<std::size_t>(per_turning)) {}

  [[nodiscard]] std::span<const double> view(std::span<const double> state) const {
    return state[kStamp] == stamp_ ? now_ : before_;
  }
  [[nodiscard]] std::span<double> view(std::span<double> state) { return state[kStamp] == stamp_ ? now_ : before_; }

  void begin_change(std::span<double> state) {
    before_ = now_;
    state[kStamp] = stamp_ += 1.0;
  }
  void adopt(std::span<const double> state) { stamp_ = state[kStamp]; }
  [[nodiscard]] double stamp() const { return stamp_; }

  /// Slots in place of those so far: where each of them was (−1: it was not). New ones are open, or unexamined where no
  /// event has ever been.
  void move(std::span<const int> origins, bool examined);
  /// As it once was.
  void restore(std::vector<double> remembered, double stamp) {
    now_ = std::move(remembered);
    before_.clear();
    stamp_ = stamp;
  }
  [[nodiscard]] std::span<double> slot(std::size_t i) { return std::span(now_).subspan(per_slot_ * i, per_slot_); }
  [[nodiscard]] std::span<const double> slot(std::size_t i) const {
    return std::span(now_).subspan(per_slot_ * i, per_slot_);
  }
  [[nodiscard]] std::span<const double> turning(std::size_t i) const {
    return std::span(now_).subspan(per_slot_ * num_slots() + per_turning_ * i, per_turning_);
  }

 private:
  [[nodiscard]] std::size_t num_slots() const { return now_.size() / (per_slot_ + per_turning_); }

  std::size_t per_slot_, per_turning_;
  std::vector<double> now_, before_, moved_;
  double stamp_{};
};

}  // namespace carom
