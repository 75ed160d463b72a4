#pragma once

#include <string>

#include <fmt/format.h>

#include "carom/base/input_error.h"

namespace carom {

/// Collects contacts that overlap more at the start than what is taken for touching.
class OverlapError {
 public:
  explicit OverlapError(double deepest) : deepest_(deepest) {}

  void look_at(const std::string& contact, double gap) {
    if (-gap > deepest_) found_ += fmt::format("\n  {:<30} {:.6g} m", contact, -gap);
  }
  void throw_if_any() const {
    if (found_.empty()) return;
    throw InputError("initial state", fmt::format("bodies overlap by more than {:g} m; move them apart, or allow it:{}",
                                                  deepest_, found_));
  }

 private:
  double deepest_;  // [m]
  std::string found_;
};

}  // namespace carom
