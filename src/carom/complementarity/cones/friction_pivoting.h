#pragma once

#include "carom/complementarity/cones/friction_problem.h"

namespace carom {

struct FrictionPivotingOptions {
  double tolerance{1e-10};  // on the error measure of the problem
  int directions{8};        // corners of the polygon, of contacts in space
  int covering{};           // which path Lemke's method takes
};

/// Contacts in the plane or in space as an LCP [stewart1996], solved by Lemke's method: friction is a sum Σ β_k d_k,
/// β ≥ 0, of directions that surround the contact, with Σ β_k ≤ μ r_n. In the plane there are two of them and the LCP
/// is the problem itself; in space friction lies in a polygon within its circle, and r is a start for other methods.
/// The matrix is copositive: pivots pass where iterations stall, as with much friction between bodies of very different
/// masses. For few contacts: the tableau is full. Allocates.
SolveReport solve_by_pivoting(const FrictionProblem& problem, VectorRef r, const FrictionPivotingOptions& options = {});

}  // namespace carom
