#pragma once

#include <string>
#include <vector>

#include "apps/carom/commands/solve_problem.h"
#include "carom/complementarity/solve_report.h"

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

/// "default" first.
[[nodiscard]] std::vector<std::string> list_solvers(const RecordedProblem& problem);
[[nodiscard]] std::vector<std::string> list_all_solvers();

/// 1e-8 for contacts, 1e-10 for the other kinds.
[[nodiscard]] double default_tolerance(const RecordedProblem& problem);

/// Throws UsageError for a solver that the kind does not have.
[[nodiscard]] SolveOutcome solve(const RecordedProblem& problem, const std::string& solver, double tolerance);

}  // namespace carom::app
