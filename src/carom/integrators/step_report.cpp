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
          "at {} s the rate of component {} is not finite (step {} s); try a smaller step, and look for a "
          "singular configuration or a force without bound",
          report.time, report.index, report.step);
    default:
      return fmt::format("at {} s component {} of the state is not finite (step {} s); try a smaller step", report.time,
                         report.index, report.step);
  }
}

}  // namespace

std::string describe(const StepReport& report) {
  switch (report.status) {
    case StepStatus::Ok:
      return fmt::format("stepped to {} s", report.time);
    case StepStatus::ReachedLimit:
      return fmt::format("reached the limit {} s", report.time);
    case StepStatus::EventLocated:
      return describe_events(report);
    case StepStatus::StepTooSmall:
      return fmt::format(
          "at {} s a step of {} s is below the smallest allowed; with a fixed step try a longer one; otherwise try "
          "looser "
          "tolerances, a smaller min_step, an implicit method if the motion is stiff, or look for a jump in the forces",
          report.time, report.step);
    case StepStatus::TooManySteps:
      return fmt::format(
          "max_steps was used up at {} s (last step {} s); try a larger max_steps, looser tolerances, or an implicit "
          "method if the motion is stiff",
          report.time, report.step);
    case StepStatus::NotFinite:
      return describe_not_finite(report);
    case StepStatus::RateFailed:
      return fmt::format("at {} s the equations of motion could not be evaluated (step {} s); try a smaller step",
                         report.time, report.step);
    case StepStatus::ProjectionFailed:
      return fmt::format(
          "at {} s no state near the computed one satisfies the constraints (step {} s); try a smaller step or "
          "tighter tolerances, and look for constraints that contradict each other",
          report.time, report.step);
    case StepStatus::SolverFailed:
      return fmt::format("at {} s the solver gave up (step {} s): {}; try another method or a smaller max_step",
                         report.time, report.step, report.detail);
    case StepStatus::Rejected:
      return fmt::format("at {} s, in a step of {:.6g} s, {}", report.time, report.step, report.detail);
  }
  return {};
}

}  // namespace carom
