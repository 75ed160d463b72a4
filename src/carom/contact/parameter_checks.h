#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "carom/base/schema/range.h"
#include "carom/contact/law_keys.h"

namespace carom {

/// Checks the parameters of one law: what cannot be is an InputError, what is doubtful becomes a sentence.
class ParameterChecks {
 public:
  /// `element` names the law in messages: "normal law 'gonthier'".
  explicit ParameterChecks(std::string element) : element_(std::move(element)) {}

  void positive(std::string_view key, double value) { within(key, value, {.least = 0.0, .least_excluded = true}); }
  void not_negative(std::string_view key, double value) { within(key, value, {.least = 0.0}); }
  void within(std::string_view key, double value, const schema::Range& range);
  /// Throws: "<key> must be <expected>, found <found>".
  [[noreturn]] void refuse(std::string_view key, std::string_view expected, std::string_view found) const;
  void warn(std::string sentence) { warnings_.push_back(std::move(sentence)); }

  /// A parameter of a law against what the law declares of it.
  template <class Law>
  void check_key(const Law& law, const LawKey<Law>& key);

  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  std::string element_;
  std::vector<std::string> warnings_;
};

template <class Law>
void ParameterChecks::check_key(const Law& law, const LawKey<Law>& key) {
  if (const double* number = find_number(law, key)) {
    if (!key.may_be_open || *number != 0.0) within(key.name, *number, key.range);
  } else if (const auto* member = std::get_if<Restitution Law::*>(&key.member)) {
    (law.**member)
        .check(*this, key.name, key.range.least_excluded ? Restitution::Zero::Refused : Restitution::Zero::Allowed);
  } else if (const auto* list = std::get_if<std::vector<double> Law::*>(&key.member)) {
    for (const double each : law.**list) within(key.name, each, key.range);
  }
}

/// Checks a law, a member of a variant of laws: each key by itself, then, where the law has a check(), what they say
/// together. `kind` is "normal" or "friction". Throws InputError naming key, value and range; returns warnings.
template <class Law>
[[nodiscard]] std::vector<std::string> check_law(const Law& law, std::string_view kind) {
  ParameterChecks checks(std::string(kind) + " law '" + std::string(Law::kInfo.name) + "'");
  for (const LawKey<Law>& key : keys_of<Law>()) checks.check_key(law, key);
  if constexpr (requires { law.check(checks); }) law.check(checks);
  return checks.warnings();
}

}  // namespace carom
