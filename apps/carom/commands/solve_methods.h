#pragma once

#include <string>
#include <vector>

#include "apps/carom/commands/solve_problem.h"
#include "carom/complementarity/solver_registry.h"

namespace carom::app {

/// What one solver made of one problem.
struct SolveOutcome {
  std::string solver;
  SolveReport report;
  VectorX solution;
  double seconds{};                    // processor time of the solve alone
  std::vector<int> degenerate_rows{};  // at a bound although w vanishes there; kinds without contacts
  double relative_residual{};          // ‖F‖₂/‖q‖₂; infinite where q = 0 and F does not vanish
};

/// Relays are MLCPs.
[[nodiscard]] ProblemKind kind_of(const RecordedProblem& problem);

/// Throws UsageError for a solver that the kind does not have, and for a limit of iterations that the solver has not.
[[nodiscard]] SolveOutcome solve(const RecordedProblem& problem, const std::string& solver,
                                 const SolverOptions& options);

}  // namespace carom::app
