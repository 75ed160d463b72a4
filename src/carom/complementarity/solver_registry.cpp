#include "carom/complementarity/solver_registry.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "carom/complementarity/cones/friction_newton.h"
#include "carom/complementarity/cones/friction_splitting.h"
#include "carom/complementarity/default_solvers.h"
#include "carom/complementarity/lcp/lemke.h"
#include "carom/complementarity/lcp/principal_pivoting.h"
#include "carom/complementarity/mlcp/block_pivoting.h"
#include "carom/complementarity/mlcp/box_problem.h"
#include "carom/complementarity/mlcp/enumeration.h"
#include "carom/complementarity/mlcp/fischer_burmeister.h"
#include "carom/complementarity/mlcp/mlcp_lemke.h"

namespace carom {
namespace {

constexpr int kMostChoices = 1 << 20;

// A solver's own options.
template <class Options>
Options make(const SolverOptions& given) {
  Options options;
  options.tolerance = given.tolerance;
  if (given.most_iterations == 0) return options;
  if constexpr (requires { options.most_pivots; }) {
    options.most_pivots = given.most_iterations;
  } else if constexpr (requires { options.most_choices; }) {
    options.most_choices = given.most_iterations;
  } else {
    options.most_iterations = given.most_iterations;
    // They count in groups between two looks at the error.
    if constexpr (requires { options.check_every; }) {
      options.check_every = std::gcd(options.check_every, given.most_iterations);
    }
  }
  return options;
}

SolveReport solve_lcp_by_default(const LcpProblem& problem, VectorRef z, const SolverOptions& options) {
  return solve_lcp(problem, z, {options.tolerance});
}

SolveReport solve_mlcp_by_default(const MlcpProblem& problem, VectorRef z, const SolverOptions& options) {
  return solve_mlcp(problem, z, {options.tolerance});
}

SolveReport solve_friction_by_default(const FrictionProblem& problem, VectorRef r, const SolverOptions& options) {
  return FrictionSolver(problem.contacts(), problem.W.block_size()).solve(problem, r, {options.tolerance});
}

SolveReport solve_lcp_by_lemke(const LcpProblem& problem, VectorRef z, const SolverOptions& options) {
  return LemkeSolver(problem.size()).solve(problem, z, make<LemkeOptions>(options));
}

SolveReport solve_mlcp_by_lemke(const MlcpProblem& problem, VectorRef z, const SolverOptions& options) {
  return MlcpLemkeSolver{}.solve(problem, z, make<LemkeOptions>(options));
}

SolveReport pivot_principally(const LcpProblem& problem, VectorRef z, const SolverOptions& options) {
  return PrincipalPivotingSolver(problem.size()).solve(problem, z, make<PrincipalPivotingOptions>(options));
}

SolveReport pivot_blocks(const MlcpProblem& problem, VectorRef z, const SolverOptions& options) {
  return BlockPivotingSolver(problem.size()).solve(problem, z, make<BlockPivotingOptions>(options));
}

SolveReport enumerate(const MlcpProblem& problem, VectorRef z, const SolverOptions& options) {
  const int most_choices = options.most_iterations > 0 ? options.most_iterations : kMostChoices;
  return solve_by_enumeration(problem, z, make<EnumerationOptions>({options.tolerance, most_choices}));
}

template <SolveReport (SweepingSolver::*Method)(const BoxProblem&, VectorRef, const IterationOptions&)>
SolveReport sweep_rows(const MlcpProblem& problem, VectorRef z, const SolverOptions& options) {
  DenseOperator M(problem.M, 1);
  SweepingSolver solver(problem.size());
  return (solver.*Method)({M, problem.q, problem.lower, problem.upper}, z, make<IterationOptions>(options));
}

template <SolveReport (FrictionGaussSeidel::*Method)(const FrictionProblem&, VectorRef, const IterationOptions&)>
SolveReport sweep_contacts(const FrictionProblem& problem, VectorRef r, const SolverOptions& options) {
  FrictionGaussSeidel solver(problem.contacts(), problem.W.block_size());
  return (solver.*Method)(problem, r, make<IterationOptions>(options));
}

/// A function that takes options of its own.
template <auto Function, class Options, class Problem>
SolveReport call(const Problem& problem, VectorRef solution, const SolverOptions& options) {
  return Function(problem, solution, make<Options>(options));
}

constexpr std::array kSolvers{
    Solver{"default", "several methods in turn, see below", "always, unless there is a reason not to", "",
           solve_lcp_by_default, solve_mlcp_by_default, solve_friction_by_default},
    Solver{"lemke", "complementary pivoting with lexicographic ratios: degenerate problems cannot cycle",
           "semidefinite and many other matrices; small problems", "pivots", solve_lcp_by_lemke, solve_mlcp_by_lemke},
    Solver{"principal-pivoting",
           "Murty's least index; pairs of rows are exchanged where a diagonal pivot vanishes (criss-cross)",
           "all sufficient matrices", "pivots", pivot_principally},
    Solver{"block-pivoting",
           "guess the active rows, solve, exchange all wrong ones at once; least index if that stops helping",
           "the default's first try; warm starts", "exchanges", nullptr, pivot_blocks},
    Solver{"fischer-burmeister", "Newton's method on φ(z, w) = 0, steps of Levenberg and Marquardt",
           "the default's last but one try: matrices of no class", "Newton steps", nullptr,
           call<solve_by_fischer_burmeister, FischerBurmeisterOptions, MlcpProblem>},
    Solver{"enumeration", "every choice of bounds", "the referee, for small problems", "choices", nullptr, enumerate},
    Solver{"gauss-seidel", "row by row, contact by contact", "large problems, warm starts, modest accuracy", "sweeps",
           nullptr, sweep_rows<&SweepingSolver::solve_gauss_seidel>, sweep_contacts<&FrictionGaussSeidel::solve>},
    Solver{"conjugate-gradients", "sweeps as gradients of a conjugate-gradient method", "as above, in fewer sweeps",
           "sweeps", nullptr, sweep_rows<&SweepingSolver::solve_conjugate_gradients>,
           sweep_contacts<&FrictionGaussSeidel::solve_conjugate_gradients>},
    Solver{"projected-gradient", "Nesterov's acceleration with restarts; needs only products W r",
           "operators without a matrix", "gradient steps", nullptr, nullptr,
           call<solve_by_projected_gradient, IterationOptions, FrictionProblem>},
    Solver{"admm", "one factorisation of W + ρ, then projections", "large mass ratios, redundant contacts",
           "iterations", nullptr, nullptr, call<solve_by_admm, IterationOptions, FrictionProblem>},
    Solver{"newton", "semismooth Newton on Alart and Curnier's function", "1e-10 and better", "Newton steps", nullptr,
           nullptr, call<solve_by_newton, FrictionNewtonOptions, FrictionProblem>},
};

}  // namespace

std::string_view name_of(ProblemKind kind) {
  return kind == ProblemKind::Lcp ? "LCP" : kind == ProblemKind::Mlcp ? "MLCP" : "friction";
}

double default_tolerance(ProblemKind kind) { return kind == ProblemKind::Friction ? 1e-8 : 1e-10; }

bool Solver::solves(ProblemKind kind) const {
  if (kind == ProblemKind::Friction) return friction != nullptr;
  return mlcp != nullptr || (kind == ProblemKind::Lcp && lcp != nullptr);
}

std::span<const Solver> list_solvers() { return kSolvers; }

const Solver* find_solver(std::string_view name) {
  const auto found = std::ranges::find(kSolvers, name, &Solver::name);
  return found == kSolvers.end() ? nullptr : &*found;
}

std::vector<std::string> list_solver_names(ProblemKind kind) {
  std::vector<std::string> names;
  for (const Solver& solver : kSolvers) {
    if (solver.solves(kind)) names.emplace_back(solver.name);
  }
  return names;
}

std::string list_kinds(const Solver& solver) {
  std::string kinds;
  for (const ProblemKind kind : {ProblemKind::Lcp, ProblemKind::Mlcp, ProblemKind::Friction}) {
    if (!solver.solves(kind)) continue;
    kinds += kinds.empty() ? "" : ", ";
    kinds += name_of(kind);
  }
  return kinds;
}

}  // namespace carom
