#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// What a run is worth, by its own account: docs/decisions/0009-every-run-is-judged.md derives the limits.
enum class Grade {
  Passed,  // the method and its step or tolerance explain what is missing from the account
  Warned,  // something casts doubt on the result; the warnings say what, and what to try
  Failed   // the result is not to be used after the moment that the sentence names
};

struct Verdict {
  Grade grade{Grade::Passed};
  std::string sentence{};  // why it failed, or in a word that it did not
  /// Of the account at the end, all as parts of the largest energy that moved.
  double error{};          // what the method lost or created
  double warning_limit{};  // above it the run is warned of
  double failing_limit{};  // above it the run has failed
};

/// "passed", "passed with warnings", "failed"
[[nodiscard]] std::string_view grade_name(Grade grade);

}  // namespace carom
