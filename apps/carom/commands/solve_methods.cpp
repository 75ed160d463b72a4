#include "apps/carom/commands/solve_methods.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <map>

#include <fmt/format.h>

#include "apps/carom/command.h"
#include "carom/complementarity/cones/friction_newton.h"
#include "carom/complementarity/cones/friction_splitting.h"
#include "carom/complementarity/default_solvers.h"
#include "carom/complementarity/lcp/lemke.h"
#include "carom/complementarity/lcp/principal_pivoting.h"
#include "carom/complementarity/mlcp/block_pivoting.h"
#include "carom/complementarity/mlcp/box_problem.h"
#include "carom/complementarity/mlcp/enumeration.h"
#include "carom/complementarity/mlcp/mlcp_lemke.h"

namespace carom::app {
namespace {

constexpr double kMostChoices = 1 << 20;

using RowMethod = SolveReport (*)(const MlcpProblem&, VectorX&, double);
using ContactMethod = SolveReport (*)(const FrictionProblem&, VectorX&, double);

template <SolveReport (SweepingSolver::*Method)(const BoxProblem&, VectorRef, const IterationOptions&)>
SolveReport solve_by_sweeps(const MlcpProblem& problem, VectorX& z, double tolerance) {
  DenseOperator W(problem.M, 1);
  SweepingSolver solver(problem.size());
  return (solver.*Method)({W, problem.q, problem.lower, problem.upper}, z, {.tolerance = tolerance});
}

// By name; the default of LCPs is chosen apart.
const std::map<std::string, RowMethod>& row_methods() {
  static const std::map<std::string, RowMethod> methods{
      {"default", [](const MlcpProblem& p, VectorX& z, double t) { return solve_mlcp(p, z, {t}); }},
      {"lemke",
       [](const MlcpProblem& p, VectorX& z, double t) { return MlcpLemkeSolver{}.solve(p, z, {.tolerance = t}); }},
      {"block-pivoting", [](const MlcpProblem& p, VectorX& z,
                            double t) { return BlockPivotingSolver(p.size()).solve(p, z, {.tolerance = t}); }},
      {"enumeration",
       [](const MlcpProblem& p, VectorX& z, double t) {
         return solve_by_enumeration(p, z, {t, kMostChoices});
       }},
      {"gauss-seidel", solve_by_sweeps<&SweepingSolver::solve_gauss_seidel>},
      {"conjugate-gradients", solve_by_sweeps<&SweepingSolver::solve_conjugate_gradients>},
  };
  return methods;
}

const std::map<std::string, ContactMethod>& contact_methods() {
  static const std::map<std::string, ContactMethod> methods{
      {"default", [](const FrictionProblem& p, VectorX& r,
                     double t) { return FrictionSolver(p.contacts(), p.W.block_size()).solve(p, r, {t}); }},
      {"gauss-seidel",
       [](const FrictionProblem& p, VectorX& r, double t) {
         return FrictionGaussSeidel(p.contacts(), p.W.block_size()).solve(p, r, {.tolerance = t});
       }},
      {"conjugate-gradients",
       [](const FrictionProblem& p, VectorX& r, double t) {
         return FrictionGaussSeidel(p.contacts(), p.W.block_size()).solve_conjugate_gradients(p, r, {.tolerance = t});
       }},
      {"projected-gradient", [](const FrictionProblem& p, VectorX& r,
                                double t) { return solve_by_projected_gradient(p, r, {.tolerance = t}); }},
      {"newton",
       [](const FrictionProblem& p, VectorX& r, double t) { return solve_by_newton(p, r, {.tolerance = t}); }},
      {"admm", [](const FrictionProblem& p, VectorX& r, double t) { return solve_by_admm(p, r, {.tolerance = t}); }},
  };
  return methods;
}

double measure(const std::function<void()>& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

void solve_rows(const RecordedProblem& recorded, double tolerance, SolveOutcome& outcome) {
  const MatrixX M(recorded.W);
  const MlcpProblem problem{M, recorded.q, recorded.lower, recorded.upper};
  const LcpProblem lcp{M, recorded.q};
  VectorX& z = outcome.solution;
  outcome.seconds = measure([&] {
    if (recorded.kind == "lcp" && outcome.solver == "default") {
      outcome.report = solve_lcp(lcp, z, {tolerance});
    } else if (recorded.kind == "lcp" && outcome.solver == "lemke") {
      outcome.report = LemkeSolver(lcp.size()).solve(lcp, z, {.tolerance = tolerance});
    } else if (outcome.solver == "principal-pivoting") {
      outcome.report = PrincipalPivotingSolver(lcp.size()).solve(lcp, z, {.tolerance = tolerance});
    } else {
      outcome.report = row_methods().at(outcome.solver)(problem, z, tolerance);
    }
  });
  if (!outcome.report.solved()) return;
  // Where a bound is touched and w is as small as the solution is exact.
  const VectorX w = M * z + recorded.q;
  const double small = 10.0 * tolerance * (1.0 + recorded.q.norm());
  for (int i = 0; i < problem.size(); ++i) {
    const double distance = std::min(z[i] - problem.lower[i], problem.upper[i] - z[i]);
    if (std::abs(w[i]) <= small && std::abs(distance) <= small) outcome.degenerate_rows.push_back(i);
  }
}

void solve_contacts(const RecordedProblem& recorded, double tolerance, SolveOutcome& outcome) {
  BlockSparseOperator W(recorded.W, recorded.block_size);
  const FrictionProblem problem{W, recorded.q, recorded.mu, recorded.mu_rolling};
  outcome.seconds =
      measure([&] { outcome.report = contact_methods().at(outcome.solver)(problem, outcome.solution, tolerance); });
}

}  // namespace

std::vector<std::string> list_solvers(const RecordedProblem& problem) {
  std::vector<std::string> names;
  if (problem.has_contacts()) {
    for (const auto& [name, method] : contact_methods()) names.push_back(name);
  } else {
    for (const auto& [name, method] : row_methods()) names.push_back(name);
    if (problem.kind == "lcp") names.emplace_back("principal-pivoting");
  }
  std::stable_partition(names.begin(), names.end(), [](const std::string& name) { return name == "default"; });
  return names;
}

std::vector<std::string> list_all_solvers() {
  std::vector<std::string> names{"default", "principal-pivoting"};
  for (const auto& [name, method] : row_methods()) names.push_back(name);
  for (const auto& [name, method] : contact_methods()) names.push_back(name);
  std::sort(names.begin() + 1, names.end());
  names.erase(std::unique(names.begin() + 1, names.end()), names.end());
  names.erase(std::find(names.begin() + 1, names.end(), "default"));
  return names;
}

double default_tolerance(const RecordedProblem& problem) { return problem.has_contacts() ? 1e-8 : 1e-10; }

SolveOutcome solve(const RecordedProblem& problem, const std::string& solver, double tolerance) {
  const std::vector<std::string> known = list_solvers(problem);
  if (std::find(known.begin(), known.end(), solver) == known.end()) {
    throw UsageError(
        fmt::format("--solver: problems of kind {} have {}, found '{}'", problem.kind, fmt::join(known, ", "), solver));
  }
  SolveOutcome outcome{.solver = solver, .report = {}, .solution = VectorX::Zero(problem.q.size())};
  if (problem.has_contacts()) {
    solve_contacts(problem, tolerance, outcome);
  } else {
    solve_rows(problem, tolerance, outcome);
  }
  const double length = problem.q.norm(), error = outcome.report.residual * (1.0 + length);
  outcome.relative_residual = error == 0.0 ? 0.0 : error / length;
  return outcome;
}

}  // namespace carom::app
