#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/complementarity/cones/friction_problem.h"
#include "carom/complementarity/lcp/lcp_problem.h"
#include "carom/complementarity/mlcp/mlcp_problem.h"

namespace carom {

enum class ProblemKind { Lcp, Mlcp, Friction };

/// "LCP", "MLCP", "friction"
[[nodiscard]] std::string_view name_of(ProblemKind kind);

/// 1e-8 for friction, 1e-10 for the other kinds.
[[nodiscard]] double default_tolerance(ProblemKind kind);

struct SolverOptions {
  double tolerance{1e-10};  // on the error measure of the problem
  int most_iterations{};    // of what the solver counts; 0: as many as it allows itself
};

/// A solver as users choose it. The vector holds a start on entry (zero serves) and the best that was found on return.
struct Solver {
  template <class Problem>
  using Function = SolveReport (*)(const Problem& problem, VectorRef solution, const SolverOptions& options);

  std::string_view name;
  std::string_view idea;        // how it works, in a few words
  std::string_view purpose;     // when to take it
  std::string_view iterations;  // what most_iterations limits; empty: the solver has no such limit
  // Null where it does not solve the kind. Without one for LCPs these are solved as MLCPs.
  Function<LcpProblem> lcp{};
  Function<MlcpProblem> mlcp{};
  Function<FrictionProblem> friction{};

  [[nodiscard]] bool solves(ProblemKind kind) const;
};

/// All of them, each once; the default one first. To add a solver write its file and its entry in this list.
[[nodiscard]] std::span<const Solver> list_solvers();

/// Null: there is none of this name.
[[nodiscard]] const Solver* find_solver(std::string_view name);

/// The names of those that solve the kind, the default one first.
[[nodiscard]] std::vector<std::string> list_solver_names(ProblemKind kind);

/// "LCP, MLCP": what it solves.
[[nodiscard]] std::string list_kinds(const Solver& solver);

}  // namespace carom
