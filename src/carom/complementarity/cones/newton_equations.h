#pragma once

#include <memory>
#include <span>

#include "carom/complementarity/cones/friction_problem.h"

namespace carom {

/// The equations of one step of Newton's method on F(r) = r − P(r − ρ u), u = G r + q, with P' the Jacobian of each
/// contact's projection and ρ = 1/(mean of its block's diagonal):
///
///   F' = 1 − P' (1 − ρ G − ε)
///
/// where ε is added to G in parts of the contacts' own diagonals. Redundant contacts make F' singular without it.
class NewtonEquations {
 public:
  virtual ~NewtonEquations() = default;

  /// To be called when G has changed. Multiplications that factors take, about.
  virtual double start(const FrictionProblem& problem, const ConstVectorRef& rho) = 0;
  virtual void factor(std::span<const BlockMatrix> P, double epsilon) = 0;
  /// F' step = −function. A singular F' shows as numbers that are not finite.
  virtual void solve(const VectorX& function, VectorX& step) = 0;
};

/// With the impulses as unknowns: any problem.
[[nodiscard]] std::unique_ptr<NewtonEquations> make_impulse_equations();

/// With the velocities of the bodies as unknowns, which are fewer than impulses and touch each other only where bodies
/// do: contacts in space of a FactoredOperator. A pile of any height and small width costs time in proportion to its
/// bodies. Allocates when there are more contacts, or other bodies touch each other, than before.
[[nodiscard]] std::unique_ptr<NewtonEquations> make_velocity_equations();

}  // namespace carom
