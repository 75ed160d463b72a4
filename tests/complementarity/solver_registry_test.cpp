// The list of solvers: what it promises of each, and the page that shows it.
#include "carom/complementarity/solver_registry.h"

#include <fstream>
#include <limits>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "complementarity/random_problems.h"

namespace carom {
namespace {

constexpr ProblemKind kKinds[] = {ProblemKind::Lcp, ProblemKind::Mlcp, ProblemKind::Friction};

/// Three diodes: w = M z + q with M symmetric positive definite and z = (1, 2, 0), w = (0, 0, 3).
struct Rows {
  MatrixX M{{4.0, 1.0, 0.5}, {1.0, 3.0, -0.5}, {0.5, -0.5, 2.0}};
  VectorX z{{1.0, 2.0, 0.0}};
  VectorX q{VectorX{{0.0, 0.0, 3.0}} - M * z};
  VectorX lower{VectorX::Zero(3)};
  VectorX upper{VectorX::Constant(3, std::numeric_limits<double>::infinity())};
};

/// The solver solves a problem of the kind with these options from zero.
SolveReport solve_one(const Solver& solver, ProblemKind kind, const SolverOptions& options) {
  const Rows rows;
  VectorX z = VectorX::Zero(3);
  if (kind == ProblemKind::Lcp && solver.lcp != nullptr) return solver.lcp({rows.M, rows.q}, z, options);
  if (kind != ProblemKind::Friction) return solver.mlcp({rows.M, rows.q, rows.lower, rows.upper}, z, options);
  const test::Pile pile = test::make_pile(3, 3, 1.0, 11);
  FactoredOperator W = pile.make_operator();
  VectorX r = VectorX::Zero(pile.q.size());
  return solver.friction({W, pile.q, pile.mu, pile.mu_rolling}, r, options);
}

TEST(SolverRegistry, EachSolverStandsOnceAndSolvesWhatItSaysItSolves) {
  std::set<std::string_view> names;
  for (const Solver& solver : list_solvers()) {
    EXPECT_TRUE(names.insert(solver.name).second) << solver.name;
    EXPECT_EQ(find_solver(solver.name), &solver);
    EXPECT_FALSE(solver.idea.empty() || solver.purpose.empty()) << solver.name;
    EXPECT_FALSE(list_kinds(solver).empty()) << solver.name;
    for (const ProblemKind kind : kKinds) {
      if (!solver.solves(kind)) continue;
      const SolveReport report = solve_one(solver, kind, {.tolerance = default_tolerance(kind), .most_iterations = 0});
      EXPECT_TRUE(report.solved()) << solver.name << " " << name_of(kind) << ": " << describe(report);
      EXPECT_LE(report.residual, default_tolerance(kind)) << solver.name;
    }
  }
  EXPECT_EQ(find_solver("bisection"), nullptr);
  for (const ProblemKind kind : kKinds) EXPECT_EQ(list_solver_names(kind).front(), "default");
}

// A single pivot, sweep or step is not enough for either problem, and eight choices are more than one. Two solvers find
// the active rows of three diodes at once.
TEST(SolverRegistry, TheLimitOfIterationsIsTheSolversOwn) {
  for (const Solver& solver : list_solvers()) {
    if (solver.iterations.empty() || solver.name == "block-pivoting" || solver.name == "fischer-burmeister") continue;
    for (const ProblemKind kind : kKinds) {
      if (!solver.solves(kind)) continue;
      const SolveReport report = solve_one(solver, kind, {.tolerance = 1e-10, .most_iterations = 1});
      EXPECT_FALSE(report.solved()) << solver.name << " " << name_of(kind);
      EXPECT_LE(report.iterations, 1) << solver.name << " " << name_of(kind);
    }
  }
}

TEST(SolverRegistry, ThePageOfTheSolversShowsEachAsTheListHasIt) {
  std::ifstream file(CAROM_TEST_REFERENCE_DIR "/../../docs/theory/complementarity-solvers.md");
  std::stringstream page;
  page << file.rdbuf();
  for (const Solver& solver : list_solvers()) {
    const std::string row =
        fmt::format("| `{}` | {} | {} | {} |\n", solver.name, list_kinds(solver), solver.idea, solver.purpose);
    EXPECT_NE(page.str().find(row), std::string::npos) << "docs/theory/complementarity-solvers.md lacks\n" << row;
  }
}

}  // namespace
}  // namespace carom
