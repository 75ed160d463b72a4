#pragma once

#include "carom/complementarity/mlcp/mlcp_problem.h"

namespace carom {

struct EnumerationOptions {
  double tolerance{1e-10};       // on the error measure of the MLCP
  double most_choices{1 << 16};  // of bounds: 2ⁿ for an LCP, 3ⁿ with two bounds; more are refused
};

/// The referee: tries every choice of which rows stand at which bound. Slow, but it misses no isolated solution, and a
/// search without success proves that there is none, unless a system was singular on the way (which the report says).
/// Allocates.
SolveReport solve_by_enumeration(const MlcpProblem& problem, VectorRef z, const EnumerationOptions& options = {});

/// How many choices there are.
[[nodiscard]] double count_choices(const MlcpProblem& problem);

}  // namespace carom
