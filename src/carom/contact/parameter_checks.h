#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "carom/base/schema/range.h"

namespace carom {

/// Checks the parameters of one law: what cannot be is an InputError, what is doubtful becomes a sentence.
class ParameterChecks {
 public:
  /// `element` names the law in messages: "normal law 'gonthier'".
  explicit ParameterChecks(std::string element) : element_(std::move(element)) {}

  void positive(std::string_view key, double value) { within(key, value, {.least = 0.0, .least_excluded = true}); }
  /// Zero stands for a value that whoever uses the law finds out.
  void positive_if_given(std::string_view key, double value) {
    if (value != 0.0) positive(key, value);
  }
  void not_negative(std::string_view key, double value) { within(key, value, {.least = 0.0}); }
  void within(std::string_view key, double value, const schema::Range& range);
  /// Throws: "<key> must be <expected>, found <found>".
  [[noreturn]] void refuse(std::string_view key, std::string_view expected, std::string_view found) const;
  void warn(std::string sentence) { warnings_.push_back(std::move(sentence)); }

  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  std::string element_;
  std::vector<std::string> warnings_;
};

/// Checks a law, a member of a variant of laws that each have kInfo and check(); `kind` is "normal" or "friction".
/// Throws InputError naming key, value and range; returns warnings.
template <class Law>
[[nodiscard]] std::vector<std::string> check_law(const Law& law, std::string_view kind) {
  ParameterChecks checks(std::string(kind) + " law '" + std::string(Law::kInfo.name) + "'");
  law.check(checks);
  return checks.warnings();
}

}  // namespace carom
