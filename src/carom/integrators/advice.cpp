#include "carom/integrators/advice.h"

namespace carom {
namespace {

bool is_implicit(AdaptiveMethod method) {
  return method == AdaptiveMethod::Radau || method == AdaptiveMethod::ArkodeImplicit ||
         method == AdaptiveMethod::CvodeBdf;
}

std::string_view advise_on_small_step(const AdaptiveOptions& options, double step) {
  const bool limited = step > 0.0 && step < options.min_step;  // else the clock cannot tell a shorter one
  if (is_implicit(options.method)) {
    return limited ? "a smaller min_step or looser tolerances"
                   : "looser tolerances or another method, and look for a jump in the forces";
  }
  return limited ? "a smaller min_step, looser tolerances, or an implicit method such as radau if the motion is stiff"
                 : "looser tolerances, or an implicit method such as radau if the motion is stiff, and look for a jump "
                   "in the forces";
}

}  // namespace

std::string_view advise(StepStatus failure, const AdaptiveOptions& options, double step) {
  switch (failure) {
    case StepStatus::StepTooSmall:
      return advise_on_small_step(options, step);
    case StepStatus::TooManySteps:
      return is_implicit(options.method) ? "a larger max_steps or looser tolerances"
                                         : "a larger max_steps, looser tolerances, or an implicit method such as radau "
                                           "if the motion is stiff";
    case StepStatus::NotFinite:
    case StepStatus::RateFailed:
      return "a smaller max_step";
    case StepStatus::ProjectionFailed:
      return "a smaller max_step or tighter tolerances";
    case StepStatus::SolverFailed:
      return options.method == AdaptiveMethod::Automatic ? "looser tolerances or a smaller max_step"
                                                         : "the method adaptive, or looser tolerances";
    default:
      return {};
  }
}

std::string_view advise(StepStatus failure, const FixedStepOptions& options) {
  const bool has_substeps = options.substeps > 1;
  switch (failure) {
    case StepStatus::StepTooSmall:
      return has_substeps ? "a longer step or fewer substeps" : "a longer step";
    case StepStatus::TooManySteps:
      return has_substeps ? "a larger max_steps, a longer step or fewer substeps"
                          : "a larger max_steps or a longer step";
    case StepStatus::NotFinite:
    case StepStatus::RateFailed:
    case StepStatus::ProjectionFailed:
    case StepStatus::SolverFailed:
      return "a smaller step or more substeps";
    default:
      return {};
  }
}

}  // namespace carom
