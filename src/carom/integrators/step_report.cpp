#include "carom/integrators/step_report.h"

#include <fmt/format.h>

namespace carom {
namespace {

std::string describe_events(const StepReport& report) {
  std::string text;
  for (const LocatedEvent& event : report.events) {
    text += fmt::format("{}event {} at {} s", text.empty() ? "" : ", ", event.index, event.time);
  }
  return text;
}

std::string describe_not_finite(const StepReport& report) {
  switch (report.quantity) {
    case Quantity::Event:
      return fmt::format("at {} s event function {} is not finite; check its definition at the recorded state",
                         report.time, report.index);
    case Quantity::Rate:
      return fmt::format(
          "at {} s the rate of component {} is not finite (step {} s); look for a singular configuration or a force "
          "without bound",
          report.time, report.index, report.step);
    default:
      return fmt::format("at {} s component {} of the state is not finite (step {} s)", report.time, report.index,
                         report.step);
  }
}

std::string describe_outcome(const StepReport& report) {
  switch (report.status) {
    case StepStatus::Ok:
      return fmt::format("stepped to {} s", report.time);
    case StepStatus::ReachedLimit:
      return fmt::format("reached the limit {} s", report.time);
    case StepStatus::EventLocated:
      return describe_events(report);
    case StepStatus::StepTooSmall:
      return fmt::format("at {} s a step of {} s is below the smallest allowed", report.time, report.step);
    case StepStatus::TooManySteps:
      return fmt::format("max_steps was used up at {} s (last step {} s)", report.time, report.step);
    case StepStatus::NotFinite:
      return describe_not_finite(report);
    case StepStatus::RateFailed:
      return fmt::format("at {} s the equations of motion could not be evaluated (step {} s)", report.time,
                         report.step);
    case StepStatus::ProjectionFailed:
      return fmt::format(
          "at {} s no state near the computed one satisfies the constraints (step {} s); look for constraints that "
          "contradict each other",
          report.time, report.step);
    case StepStatus::SolverFailed:
      return fmt::format("at {} s the solver gave up (step {} s): {}", report.time, report.step, report.detail);
    case StepStatus::Rejected:
      return fmt::format("at {} s, in a step of {:.6g} s, {}", report.time, report.step, report.detail);
  }
  return {};
}

}  // namespace

std::string describe(const StepReport& report) {
  const std::string outcome = describe_outcome(report);
  return report.advice.empty() ? outcome : fmt::format("{}; try {}", outcome, report.advice);
}

}  // namespace carom
