#pragma once

#include <span>
#include <string>
#include <string_view>

#include "carom/integrators/events/event_functions.h"

namespace carom {

enum class StepStatus {
  // Successes
  Ok,            // one step further
  ReachedLimit,  // the time is the limit
  EventLocated,  // `events` tells which and when
  // Failures: time and state are those after the last good step
  StepTooSmall,
  TooManySteps,
  NotFinite,
  RateFailed,
  ProjectionFailed,
  SolverFailed,
  Rejected,  // what was computed cannot be right: `detail` says why, and what to try
};

/// What was not finite.
enum class Quantity { None, State, Rate, Event };

struct [[nodiscard]] StepReport {
  StepStatus status{StepStatus::Ok};
  double time{};                           // where the step ended; for a failure, where it happened  [s]
  double step{};                           // length of the last step, or of the one that failed  [s]
  std::span<const LocatedEvent> events{};  // in order of time; valid until the next call of the integrator
  Quantity quantity{Quantity::None};       // with NotFinite
  int index{-1};                           // its component in y, or the event's index
  std::string_view detail{};               // in words, with SolverFailed and Rejected; valid until the next call
  std::string_view advice{};               // what to try after a failure, as follows "try"; empty: nothing is known

  [[nodiscard]] bool failed() const { return status >= StepStatus::StepTooSmall; }
};

/// A sentence for the user: what happened, when, and for a failure what to try.
[[nodiscard]] std::string describe(const StepReport& report);

}  // namespace carom
