#pragma once

#include "carom/complementarity/best_iterate.h"
#include "carom/complementarity/cones/friction_problem.h"

namespace carom {

/// Alternating directions of multipliers: a linear system with G + ρ, factored once for each ρ, and a projection onto
/// the cones take turns; De Saxcé's term follows the tangential velocities. Slow to the last digit but hard to lead
/// astray by mass ratios and redundant contacts. ρ is changed where the two residuals drift apart. Allocates.
SolveReport solve_by_admm(const FrictionProblem& problem, VectorRef r, const IterationOptions& options = {});

/// Accelerated projected gradients with restarts [mazhar2015], De Saxcé's term added at each step. Needs no matrix but
/// the product G r. Allocates.
SolveReport solve_by_projected_gradient(const FrictionProblem& problem, VectorRef r,
                                        const IterationOptions& options = {});

}  // namespace carom
