#pragma once

#include "carom/complementarity/friction_problem.h"

namespace carom {

struct FrictionNewtonOptions {
  double tolerance{1e-10};  // on the error measure of the problem
  int most_iterations{100};
  double regularisation{
      1e-6};  // added to the diagonal of W in the Jacobian alone, in parts of the blocks' own diagonal
};

/// Semismooth Newton on the function of Alart and Curnier [alart1991], r − P(r − ρ u) with the normal projected first
/// and the tangents onto the disc of radius μ p_n, ρ of each contact from the diagonal of W. A line search that need
/// not descend at every step keeps it from circling. Redundant contacts make the Jacobian singular: adding a little to
/// W in the Jacobian, not in the function, turns each step into one of the proximal point method and leaves the
/// solution alone. Finds 1e-10 and better in few iterations from a start that is not too far: see FrictionSolver.
/// Allocates.
SolveReport solve_by_newton(const FrictionProblem& problem, VectorRef r, const FrictionNewtonOptions& options = {});

}  // namespace carom
