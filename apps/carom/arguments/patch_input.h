#pragma once

#include <optional>
#include <string>
#include <vector>

#include "carom/patch/contact_patch.h"

namespace carom::app {

/// One stretch of the history of a patch: to a depth or to a normal force, in equal steps.
struct PatchStage {
  std::optional<double> depth{};  // [m]
  std::optional<double> force{};  // [N]
  std::vector<double> shift{};    // in x and y; empty: as before  [m]
  std::optional<double> spin{};   // [rad]
  double duration{1.0};           // [s]
  int steps{1};
};

struct PatchInput {
  PatchOptions options{};
  std::vector<PatchStage> stages{};
};

/// Reads [patch] and [[stage]] from a file, with values changed by `patch.friction=0.3`. Throws SceneError with all
/// mistakes at once, InputError where values do not go together, std::system_error where a file cannot be read.
[[nodiscard]] PatchInput read_patch_file(const std::string& path, const std::vector<std::string>& overrides);

}  // namespace carom::app
