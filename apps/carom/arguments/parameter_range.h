#pragma once

#include <string>
#include <vector>

namespace carom::app {

/// A value of a scene that is varied.
struct ParameterRange {
  std::string path{};            // "contact.0.friction.kinetic"
  std::vector<double> values{};  // rising

  /// As --set takes it.
  [[nodiscard]] std::string assign(double value) const;
};

/// Reads "path=from:to". Throws UsageError naming the option.
[[nodiscard]] ParameterRange parse_range(const std::string& option, const std::string& text, int count);

}  // namespace carom::app
