#pragma once

#include <vector>

#include "carom/complementarity/cones/newton_equations.h"

namespace carom {

struct InteriorPointOptions {
  double tolerance{1e-10};  // on the error measure of the problem
  int most_iterations{80};
  /// The part of De Saxcé's term that the equations of a step linearise, the rest staying as it was before the step.
  /// All of it is fastest, where the path goes through; with less the equations are nearer to those of a convex
  /// problem, and ν falls no faster than what the equations lack.
  double linearised{1.0};
  /// Where it is given, De Saxcé's term does not follow the impulses but stays at these velocities, one for each
  /// contact: the problem is then convex, the path goes through, and the error is that of this problem.
  const VectorX* fixed_term{};
};

/// A primal-dual interior point method for contacts of two or three rows: Newton's method on Coulomb's law with
/// r ∘ u' = ν e in place of r ∘ u' = 0, ν shrinking to zero, along Nesterov and Todd's directions with Mehrotra's
/// corrector [nesterov1997, mehrotra1992]. The term of De Saxcé is part of the equations that are linearised.
///
/// It needs no start and hardly notices redundant contacts or mass ratios: for problems in which Newton's method by
/// itself circles. The end of its path is a good start for Newton's method, which is faster there.
class FrictionInteriorPoint {
 public:
  explicit FrictionInteriorPoint(std::unique_ptr<NewtonEquations> equations) : equations_(std::move(equations)) {}

  /// r is written, not read.
  SolveReport solve(const FrictionProblem& problem, VectorRef r, const InteriorPointOptions& options = {});

 private:
  using Matrix = BlockMatrix;
  using Vector = BlockVector;
  /// One contact: x is the impulse and y the velocity u', both in units in which its diagonal is about one and its cone
  /// is |x_t| ≤ x_n; Q x = y with Q = V², V symmetric.
  struct Contact {
    double mu{}, root{};  // √ρ
    Vector x, y, dx, dy;
    Matrix Q, V, V_inverse;
    Vector target;  // of Q dx + dy
    Vector shift;   // of the velocities that the linearised De Saxcé term reads: μ u_t/|u_t|
    Matrix P;
  };

  void start(const FrictionProblem& problem);
  void scale_contacts();
  [[nodiscard]] bool factor(const FrictionProblem& problem, const InteriorPointOptions& options);
  [[nodiscard]] double calc_error(const FrictionProblem& problem, const VectorX* fixed_term);
  [[nodiscard]] double calc_lack() const;  // mean of what the equations lack, in the unit of ν
  [[nodiscard]] bool calc_direction(const FrictionProblem& problem);
  void aim(double nu, bool corrects);
  [[nodiscard]] double find_length() const;
  [[nodiscard]] double calc_nu(double length) const;  // mean of x·y after a step
  void read_impulses(VectorRef r) const;

  std::unique_ptr<NewtonEquations> equations_;
  std::vector<Contact> contacts_;
  std::vector<BlockMatrix> projections_;
  VectorX rho_, r_, residual_, right_, step_, natural_map_, best_;
};

}  // namespace carom
