#pragma once

#include <vector>

#include "carom/complementarity/best_iterate.h"
#include "carom/complementarity/cones/friction_problem.h"

namespace carom {

/// Gauss–Seidel over the contacts, each solved exactly by itself (solve_contact) with the others held; and nonsmooth
/// nonlinear conjugate gradients [silcowitz2010] on top of the sweeps. Both start from the r they are given, in which a
/// warm start from a similar problem pays. The error falls fast at first and slowly later where many contacts share a
/// body or masses differ much: FrictionNewton takes over there. Allocates only when made.
class FrictionGaussSeidel {
 public:
  FrictionGaussSeidel(int contacts, int block_size);

  SolveReport solve(const FrictionProblem& problem, VectorRef r, const IterationOptions& options = {});
  SolveReport solve_conjugate_gradients(const FrictionProblem& problem, VectorRef r,
                                        const IterationOptions& options = {});

 private:
  void sweep(const FrictionProblem& problem, VectorRef r);
  void sweep_in_space(const FrictionProblem& problem, VectorRef r);
  void sweep_blocks(const FrictionProblem& problem, VectorRef r);

  std::vector<BlockMatrix> diagonal_;
  VectorX before_, direction_;
  BestIterate<FrictionProblem> best_;
};

}  // namespace carom
