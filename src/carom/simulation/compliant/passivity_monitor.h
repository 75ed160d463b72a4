#pragma once

#include <algorithm>
#include <optional>
#include <span>

namespace carom {

/// Watches the energy that a law has taken for good. It can only grow: where it falls, the law has returned more than
/// it had stored.
class PassivityMonitor {
 public:
  /// A fall that is over.
  struct Gain {
    double began{}, ended{};  // [s]
    double energy{};          // by which it fell  [J]
  };

  /// What is lost so far at a later time than before. Falls of less than the threshold pass for rounding and errors of
  /// the integration. A fall is over where the loss has grown again by half of it.
  [[nodiscard]] std::optional<Gain> update(double time, double lost, double threshold) {
    if (lost < low_) {
      low_ = lost;
      low_time_ = time;
    }
    falls_ = falls_ || high_ - low_ > threshold;
    if (lost - low_ < std::max(0.5 * (high_ - low_), falls_ ? threshold : 0.0) && lost < high_) return std::nullopt;
    const std::optional<Gain> gain = finish();
    high_ = low_ = lost;
    high_time_ = low_time_ = time;
    return gain;
  }
  /// The fall that is under way, if one is, counts as over.
  [[nodiscard]] std::optional<Gain> finish() {
    if (!falls_) return std::nullopt;
    falls_ = false;
    return Gain{high_time_, low_time_, high_ - low_};
  }
  /// To go on with the same bits.
  static constexpr int kSize = 5;
  void save(std::span<double, kSize> numbers) const {
    numbers[0] = high_, numbers[1] = high_time_, numbers[2] = low_, numbers[3] = low_time_;
    numbers[4] = falls_ ? 1.0 : 0.0;
  }
  void restore(std::span<const double, kSize> numbers) {
    high_ = numbers[0], high_time_ = numbers[1], low_ = numbers[2], low_time_ = numbers[3];
    falls_ = numbers[4] != 0.0;
  }

 private:
  double high_{}, high_time_{};  // the most that was lost  [J], [s]
  double low_{}, low_time_{};    // the least since then
  bool falls_{};                 // by more than the threshold
};

}  // namespace carom
