#pragma once

#include <cmath>

#include "carom/patch/normal_problem.h"

namespace carom {

/// Coulomb's law at every element, for given bounds c: |q| ≤ c, and where the surfaces slip by s = target − share · K q
/// over a step, q = c s/|s|.                                     [wang1992, Eqs. (4.7), (4.10); deviation W6]
///
/// That is the minimum of E(q) = ½ share qᵀK q − targetᵀq over discs: a convex problem, with one answer. Newton's
/// method with active sets: an element at its bound that wants to slip outwards slips, and only its direction is free;
/// every other one sticks, and both components are free. The linear systems are symmetric and positive, and solved by
/// preconditioned conjugate gradients, no better than the step deserves. The step is projected onto the discs and
/// shortened until E falls.
///
/// Rejected: to let an element of the wrong sign of slip jump to the far side of its disc, as Newton's method on
/// q = Π(q + r s) does for a large r. Whole regions then jump back and forth.
class ShearProblem {
 public:
  explicit ShearProblem(ElasticOperator& elastic);

  /// `traction` is where the search starts, and the answer.
  PatchSolveReport solve(const ShearField& target, const PatchField& bound, double share, double tolerance,
                         ShearField& traction);
  /// share · K q of the last solution.
  void calc_displacement(ShearField& u) const {
    u.x = target_.x - slip_.x;
    u.y = target_.y - slip_.y;
  }
  /// Whether an element of the last solution slips by more than the tolerance leaves open.
  [[nodiscard]] bool slips(int i) const { return std::hypot(slip_.x[i], slip_.y[i]) > 10.0 * goal_; }

 private:
  void calc_slip(const ShearField& traction);
  /// How far a projected step along the slip would move an element, as a displacement: the largest.
  [[nodiscard]] double calc_violation(const ShearField& traction) const;
  [[nodiscard]] double calc_energy(const ShearField& traction) const;
  /// Trusting: what starts at its bound slips, wherever it wants to go.
  void linearise(const ShearField& traction, bool trusting);
  /// Returns the iterations taken.
  int solve_step(const ShearField& traction);
  /// What is left of the linear system: the displacement that an element's traction has yet to make.  [m]
  [[nodiscard]] double calc_rest() const;
  /// How far the step leads out of the discs, or what slips backwards after it: what its linear model gets wrong, as a
  /// displacement. To solve for it much better is in vain.  [m]
  [[nodiscard]] double calc_excess(const ShearField& traction) const;
  /// Goes along the step as far as E falls; returns the evaluations of E.
  int search(double& energy, ShearField& traction);
  /// Of the linear system, from the slip after the step.
  void calc_residual();
  /// Of E along the direction.
  [[nodiscard]] double calc_curvature() const;
  void precondition(const ShearField& in, ShearField& out);
  void restrict_to_free(ShearField& field) const;
  void project(ShearField& traction) const;

  ElasticOperator& elastic_;
  double share_{1.0};
  double goal_{};  // [m]
  double own_{};   // displacement of an element under its own traction, share included  [m/Pa]
  PatchField bound_;
  ShearField target_, slip_, step_, start_, ahead_, residual_, direction_, preconditioned_, image_;
  // Of the linear system, for each element: 2 sticks, 1 slips, 0 carries nothing; the direction in which a slipping one
  // is free, how stiffly that is held, and what that makes of the preconditioner.
  Eigen::ArrayXi freedom_;
  ShearField across_;
  PatchField holding_, ease_;
};

}  // namespace carom
