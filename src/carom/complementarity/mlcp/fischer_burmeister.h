#pragma once

#include "carom/base/stop_token.h"
#include "carom/complementarity/mlcp/mlcp_problem.h"

namespace carom {

struct FischerBurmeisterOptions {
  double tolerance{1e-10};  // on the error measure of the MLCP
  int most_iterations{200};
  StopToken stop{};
};

/// Newton's method on the function of Fischer and Burmeister, φ(a, b) = a + b − √(a² + b²) [fischer1992], which
/// vanishes where a ≥ 0, b ≥ 0 and a b = 0: φ(z − lower, w) of a lower bound, and of both φ(z − lower, φ(upper − z,
/// −w)); the square of its length is smooth and is searched along each step. Steps are those of Levenberg and
/// Marquardt, so that singular matrices, as equations that depend on each other have them, do no harm. Where pivoting
/// has no luck: matrices of no class. Finds a local minimum, which need not be a solution. Allocates.
SolveReport solve_by_fischer_burmeister(const MlcpProblem& problem, VectorRef z,
                                        const FischerBurmeisterOptions& options = {});

}  // namespace carom
