#pragma once

#include <vector>

#include "carom/complementarity/lcp/lemke.h"
#include "carom/complementarity/mlcp/free_elimination.h"
#include "carom/complementarity/mlcp/mlcp_problem.h"
#include "carom/complementarity/mlcp/pair_exchange.h"

namespace carom {

/// Lemke's method for problems with bounds and equations. Variables without bounds are eliminated where their own
/// equations determine them, or else together with others (PairExchange); what is left, or else the whole, is turned
/// into an LCP:
///   z = lower + x, or upper − x;
///   a second bound adds a row: t = upper − lower − x ≥ 0 ⊥ s ≥ 0, and w + s ≥ 0 takes the place of w;
///   a variable without bounds is the difference of two: z = x⁺ − x⁻ with w ≥ 0 and −w ≥ 0.
/// Each of these keeps a semidefinite matrix semidefinite, so that Lemke either solves or proves that nothing can.
/// Allocates: the size of the LCP depends on the bounds.
class MlcpLemkeSolver {
 public:
  SolveReport solve(const MlcpProblem& problem, VectorRef z, const LemkeOptions& options = {});

  /// After Infeasible: what proves_infeasible takes.
  [[nodiscard]] const VectorX& certificate() const { return certificate_; }

 private:
  SolveReport solve_reduced(const MlcpProblem& problem, const FreeElimination& elimination, VectorRef z,
                            const LemkeOptions& options);
  SolveReport solve_exchanged(const MlcpProblem& problem, const PairExchange& exchange, VectorRef z,
                              const LemkeOptions& options);
  SolveReport solve_whole(const MlcpProblem& problem, VectorRef z, const LemkeOptions& options);

  VectorX certificate_;
};

}  // namespace carom
