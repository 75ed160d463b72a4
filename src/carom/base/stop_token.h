#pragma once

#include <atomic>

namespace carom {

/// Whether somebody wants a computation to end: asked once an evaluation or iteration in every loop that can take long.
/// A read of one flag, which whoever made it may set from another thread or a signal handler; std::stop_token may not
/// be.
class StopToken {
 public:
  /// Nobody ever does.
  StopToken() = default;
  /// The flag must outlive all copies.
  explicit StopToken(const std::atomic<bool>& flag) : flag_(&flag) {}

  [[nodiscard]] bool stop_requested() const { return flag_ != nullptr && flag_->load(std::memory_order_relaxed); }

 private:
  const std::atomic<bool>* flag_{};
};

}  // namespace carom
