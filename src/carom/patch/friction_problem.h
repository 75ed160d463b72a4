#pragma once

#include "carom/patch/normal_problem.h"

namespace carom {

/// Coulomb's law at every element, for given bounds c: |q| ≤ c, and where the surfaces slip by s = target − share · K q
/// over a step, q = c s/|s|.                                                    [wang1992, Eqs. (4.7), (4.10);
/// deviation W6]
///
/// That is the minimum of ½ share qᵀK q − targetᵀq over discs: a convex problem, with one answer. Newton's method on
/// the projection q = Π(q + r s): where an element sticks, both components are free; where it slips, only its direction
/// is. The linear systems are symmetric and solved by preconditioned conjugate gradients. A step that does not lower
/// the energy is replaced by one of projected gradients, which always does.
class FrictionProblem {
 public:
  explicit FrictionProblem(ElasticOperator& elastic);

  /// `traction` is where the search starts, and the answer.
  PatchSolveReport solve(const ShearField& target, const PatchField& bound, double share, double tolerance,
                         ShearField& traction);
  /// Of the last solution.
  [[nodiscard]] const ShearField& slip() const { return slip_; }

 private:
  void calc_slip(const ShearField& traction);
  /// Largest change that a projected step of length r makes, as a displacement.
  [[nodiscard]] double calc_violation(const ShearField& traction) const;
  void linearise(const ShearField& traction);
  int solve_step(double goal);
  void apply(const ShearField& in, ShearField& out);
  void restrict_to_free(ShearField& field) const;
  void project(ShearField& traction) const;
  [[nodiscard]] double calc_energy(const ShearField& traction) const;

  ElasticOperator& elastic_;
  double r_{};  // length of a projected step  [Pa/m]
  double share_{1.0};
  PatchField bound_;
  ShearField target_, slip_, step_, trial_, residual_, direction_, preconditioned_, image_;
  // Of the linear system: the direction in which a slipping element is free (zero where it sticks), how stiffly that is
  // held, and whether an element carries traction at all.
  ShearField across_;
  PatchField holding_, sticks_, slips_;
};

}  // namespace carom
