#pragma once

#include "carom/base/stop_token.h"
#include "carom/complementarity/best_iterate.h"
#include "carom/complementarity/linear/block_operator.h"

namespace carom {

/// The problem of MlcpProblem for iterative solvers: the matrix is an operator with blocks of one row.
struct BoxProblem {
  BlockOperator& G;
  ConstVectorRef q;
  ConstVectorRef lower;
  ConstVectorRef upper;
  StopToken stop{};  // iterations then end with the best so far

  [[nodiscard]] int size() const { return static_cast<int>(q.size()); }
};

/// As for MlcpProblem: writes z − clip(z − w) and returns ‖F‖₂/(1 + ‖q‖₂).
double calc_natural_map(const BoxProblem& problem, const ConstVectorRef& z, VectorRef natural_map);

/// Projected Gauss–Seidel and, on top of it, nonsmooth nonlinear conjugate gradients [silcowitz2010], which takes a
/// sweep as the step along a gradient and the last steps as conjugate directions. Both start from the z they are given.
/// Allocates only when made.
class SweepingSolver {
 public:
  explicit SweepingSolver(int size);

  SolveReport solve_gauss_seidel(const BoxProblem& problem, VectorRef z, const IterationOptions& options = {});
  SolveReport solve_conjugate_gradients(const BoxProblem& problem, VectorRef z, const IterationOptions& options = {});

 private:
  [[nodiscard]] bool prepare(const BoxProblem& problem, VectorRef z, SolveReport& report);
  void sweep(const BoxProblem& problem, VectorRef z) const;

  VectorX inverse_diagonal_, before_, direction_;
  BestIterate<BoxProblem> best_;
};

}  // namespace carom
