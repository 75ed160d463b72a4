#include "apps/carom/commands/solve_methods.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>

#include <fmt/format.h>

#include "apps/carom/command.h"

namespace carom::app {
namespace {

double measure(const std::function<void()>& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

void solve_rows(const RecordedProblem& recorded, const Solver& solver, const SolverOptions& options,
                SolveOutcome& outcome) {
  const MatrixX M(recorded.W);
  const MlcpProblem problem{M, recorded.q, recorded.lower, recorded.upper};
  VectorX& z = outcome.solution;
  const bool as_lcp = kind_of(recorded) == ProblemKind::Lcp && solver.lcp != nullptr;
  outcome.seconds = measure([&] {
    outcome.report = as_lcp ? solver.lcp({M, recorded.q}, z, options) : solver.mlcp(problem, z, options);
  });
  if (!outcome.report.solved()) return;
  // Where a bound is touched and w is as small as the solution is exact.
  const VectorX w = M * z + recorded.q;
  const double small = 10.0 * options.tolerance * (1.0 + recorded.q.norm());
  for (int i = 0; i < problem.size(); ++i) {
    const double distance = std::min(z[i] - problem.lower[i], problem.upper[i] - z[i]);
    if (std::abs(w[i]) <= small && std::abs(distance) <= small) outcome.degenerate_rows.push_back(i);
  }
}

void solve_contacts(const RecordedProblem& recorded, const Solver& solver, const SolverOptions& options,
                    SolveOutcome& outcome) {
  BlockSparseOperator W(recorded.W, recorded.block_size);
  const FrictionProblem problem{W, recorded.q, recorded.mu, recorded.mu_rolling};
  outcome.seconds = measure([&] { outcome.report = solver.friction(problem, outcome.solution, options); });
}

const Solver& require_solver(const RecordedProblem& problem, const std::string& name, const SolverOptions& options) {
  const Solver* solver = find_solver(name);
  if (solver == nullptr || !solver->solves(kind_of(problem))) {
    throw UsageError(fmt::format("--solver: problems of kind {} have {}, found '{}'", problem.kind,
                                 fmt::join(list_solver_names(kind_of(problem)), ", "), name));
  }
  if (options.most_iterations > 0 && solver->iterations.empty()) {
    throw UsageError(fmt::format("--iterations: the solver '{}' has no limit of its own", name));
  }
  return *solver;
}

}  // namespace

ProblemKind kind_of(const RecordedProblem& problem) {
  if (problem.has_contacts()) return ProblemKind::Friction;
  return problem.kind == "lcp" ? ProblemKind::Lcp : ProblemKind::Mlcp;
}

SolveOutcome solve(const RecordedProblem& problem, const std::string& name, const SolverOptions& options) {
  const Solver& solver = require_solver(problem, name, options);
  SolveOutcome outcome{.solver = name, .report = {}, .solution = VectorX::Zero(problem.q.size())};
  if (problem.has_contacts()) {
    solve_contacts(problem, solver, options, outcome);
  } else {
    solve_rows(problem, solver, options, outcome);
  }
  const double length = problem.q.norm(), error = outcome.report.residual * (1.0 + length);
  outcome.relative_residual = error == 0.0 ? 0.0 : error / length;
  return outcome;
}

}  // namespace carom::app
