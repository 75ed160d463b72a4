#pragma once

#include <array>

#include "carom/math/types.h"

namespace carom::impact {

/// One phase of an impact of several contacts: a complementarity problem on their friction cones. With u = G p + q,
/// each contact of `dimension` components, tangential first, normal last:
///
///   p_n ≥ m,  u_n ≥ 0,  (p_n − m) u_n = 0,
///   |p_t| ≤ μ p_n,  and p_t = −μ p_n u_t/|u_t| where u_t is not zero.
///
/// u need not be the velocity after: an impact law adds to q what it asks for (Newton's e u_n before).
///
/// In space contacts may resist turning. They then have six components: t₁, t₂, turning about t₁, t₂ and n, and n,
/// moments and turning in units in which they compare with impulses and velocities. Moments are bounded as friction
/// is, by their own coefficients: |m_t| ≤ b_r p_n against the rolling u_m, |m_n| ≤ b_s p_n against the spinning u_s.
struct ImpulseProblem {
  int dimension{3};    // 2 in the plane, 3 in space, 6 with turning
  MatrixX G{};         // symmetric, semidefinite  [1/kg]
  VectorX q{};         // [m/s]
  VectorX friction{};  // μ, one per contact  [-]
  VectorX least{};     // m: a normal impulse that acts in any case, one per contact  [N·s]
  VectorX rolling{};   // b_r, one per contact, with six components  [-]
  VectorX spinning{};  // b_s, the same  [-]

  [[nodiscard]] int count() const { return static_cast<int>(friction.size()); }
};

/// A part of a contact's impulse that is bounded by a circle: friction, and moments.
struct ImpulseDisc {
  int first{};  // of its components
  int size{};
  double bound{};  // in parts of the normal impulse
};
struct ImpulseDiscs {
  static constexpr int kMost = 3;
  std::array<ImpulseDisc, kMost> discs{};
  int count{1};

  [[nodiscard]] const ImpulseDisc* begin() const { return discs.data(); }
  [[nodiscard]] const ImpulseDisc* end() const { return discs.data() + count; }
};
[[nodiscard]] inline ImpulseDiscs list_discs(const ImpulseProblem& problem, int contact) {
  const double mu = problem.friction[contact];
  if (problem.dimension < 6) return {{ImpulseDisc{0, problem.dimension - 1, mu}}, 1};
  return {{ImpulseDisc{0, 2, mu}, ImpulseDisc{2, 2, problem.rolling[contact]},
           ImpulseDisc{4, 1, problem.spinning[contact]}},
          3};
}

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
