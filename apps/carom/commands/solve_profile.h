#pragma once

#include <vector>

#include "apps/carom/commands/solve_methods.h"
#include "carom/report/figure/figure.h"

namespace carom::app {

/// A problem and what each solver made of it.
struct ProblemOutcomes {
  RecordedProblem problem;
  std::vector<SolveOutcome> outcomes;
};

/// Performance profiles [dolan2002], one figure for the kinds with contacts and one for the others, whichever there
/// are: of each solver the part of the problems that it solved within a factor of the fastest solver's time.
[[nodiscard]] std::vector<Figure> make_profiles(const std::vector<ProblemOutcomes>& runs);

}  // namespace carom::app
