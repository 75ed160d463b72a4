#pragma once

#include "carom/math/types.h"

namespace carom::impact {

/// One phase of an impact of several contacts: a complementarity problem on their friction cones. With u = G p + q,
/// each contact of `dimension` components, tangential first, normal last:
///
///   p_n ≥ m,  u_n ≥ 0,  (p_n − m) u_n = 0,
///   |p_t| ≤ μ p_n,  and p_t = −μ p_n u_t/|u_t| where u_t is not zero.
///
/// u need not be the velocity after: an impact law adds to q what it asks for (Newton's e u_n before).
struct ImpulseProblem {
  int dimension{3};    // 2 in the plane, 3 in space
  MatrixX G{};         // symmetric, semidefinite  [1/kg]
  VectorX q{};         // [m/s]
  VectorX friction{};  // μ, one per contact  [-]
  VectorX least{};     // m: a normal impulse that acts in any case, one per contact  [N·s]

  [[nodiscard]] int count() const { return static_cast<int>(friction.size()); }
};

enum class ImpulseStatus {
  Solved,      // the conditions hold, as calc_impulse_error() finds them
  NoSolution,  // it is proven that there is none
  NotFound     // no method found one; there may be one
};

/// The impulses; where there are many that bring about one motion, those of least norm if they are possible.
///
/// Newton's method from no impulse comes first: it treats all contacts alike, so that what is symmetric stays so and
/// the order of contacts does not matter. Then the other methods of the complementarity layer, and for few contacts
/// every combination of modes, which in the plane also proves that there is no solution.
[[nodiscard]] ImpulseStatus solve_impulses(const ImpulseProblem& problem, VectorX& p);

/// How far impulses are from a solution: the largest residual of any contact, r − P(r − u) with the normal projected
/// first, each contact in units in which its inverse inertia is one, in parts of the largest velocity.
[[nodiscard]] double calc_impulse_error(const ImpulseProblem& problem, const VectorX& p);

}  // namespace carom::impact
