#pragma once

#include <algorithm>
#include <cstdint>

namespace carom {

/// Which of two methods takes the steps while a contact lasts: the explicit one, or the implicit one that is dear but
/// does not mind stiffness. Rejected: a test for stiffness. Whether the implicit method pays depends on whether the
/// fast motion of the contact still swings by more than the tolerance, and that no eigenvalue tells. So both are tried,
/// and the one that comes further with an evaluation goes on.
class MethodChoice {
 public:
  void start() { *this = {}; }

  [[nodiscard]] bool implicit() const { return implicit_; }

  /// After each step: how far it came and what it cost. True where the other method is to go on from here.
  [[nodiscard]] bool changes_after(double step, std::int64_t evaluations) {
    time_ += step;
    evaluations_ += evaluations;
    if (++steps_ < (implicit_ && windows_ == 0 ? kTrial : kWindow)) return false;
    const double progress = time_ / static_cast<double>(std::max<std::int64_t>(evaluations_, 1));
    steps_ = 0;
    time_ = 0.0;
    evaluations_ = 0;
    ++windows_;
    return implicit_ ? gives_up(progress) : tries(progress);
  }

 private:
  static constexpr int kWindow = 8;        // steps that are measured together
  static constexpr int kTrial = 4;         // steps after which a trial is judged
  static constexpr int kMostPatience = 4;  // windows between two trials

  [[nodiscard]] bool tries(double progress) {
    explicit_progress_ = progress;
    if (windows_ < patience_) return false;
    implicit_ = true;
    windows_ = 0;
    return true;
  }

  // A trial that failed is repeated after twice as long.
  [[nodiscard]] bool gives_up(double progress) {
    if (progress >= explicit_progress_) return false;
    patience_ = windows_ == 1 ? std::min(2 * patience_, kMostPatience) : 1;
    implicit_ = false;
    windows_ = 0;
    return true;
  }

  bool implicit_{};
  int steps_{};
  double time_{};               // in this window  [s]
  std::int64_t evaluations_{};  // in this window
  int windows_{};               // since the last change
  int patience_{1};             // windows before the next trial
  double explicit_progress_{};  // with an evaluation, as last measured  [s]
};

}  // namespace carom
