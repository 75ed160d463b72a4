#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "carom/recording/recording.h"

namespace carom {

/// What a run came to, gathered from the events of its recording.
struct RunVerdict {
  std::string grade{};     // as grade_name() has it; empty: the recording has none
  std::string sentence{};  // why it failed; else empty
  double error{};          // of the method, as a part of the largest energy that moved
  double warning_limit{};  // the same of the limits
  double failing_limit{};
  std::vector<std::string> warnings{};  // sentences, each with what to try
  std::vector<std::string> notes{};     // the first
  std::int64_t num_notes{};             // in all

  /// Adds what an event says of the run; true where it says nothing else.
  [[nodiscard]] bool takes(const RecordedEvent& event);
};

}  // namespace carom
