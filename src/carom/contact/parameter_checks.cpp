#include "carom/contact/parameter_checks.h"

#include <fmt/format.h>

#include "carom/base/input_error.h"

namespace carom {

void ParameterChecks::within(std::string_view key, double value, const schema::Range& range) {
  if (range.contains(value)) return;
  const std::string limits = range.describe();
  refuse(key, limits.empty() ? "finite" : "finite and " + limits, fmt::format("{}", value));
}

void ParameterChecks::refuse(std::string_view key, std::string_view expected, std::string_view found) const {
  throw InputError(element_, fmt::format("{} must be {}, found {}", key, expected, found));
}

}  // namespace carom
