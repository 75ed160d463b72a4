#pragma once

#include "carom/patch/elastic_operator.h"
#include "carom/patch/patch_fringe.h"

namespace carom {

struct [[nodiscard]] PatchSolveReport {
  bool converged{};
  int iterations{};   // of conjugate gradients, each with one displacement of the surface
  double residual{};  // largest violation of the conditions, against the largest displacement asked for  [-]
};

/// Unilateral contact: p ≥ 0, gap = share · K p + offset ≥ 0, p · gap = 0.       [wang1992, Eqs. (4.3), (4.8), (4.9)]
///
/// Primal–dual active sets: on the elements taken to be in contact the gap is closed by preconditioned conjugate
/// gradients. Each time it has shrunk tenfold, those that would have to pull leave and those that overlap join; the
/// gradients start afresh if that changes anything.
class NormalProblem {
 public:
  explicit NormalProblem(ElasticOperator& elastic);

  /// `pressure` is where the search starts, and the answer. Elements with an infinite offset never touch.
  PatchSolveReport solve(const PatchField& offset, double share, double tolerance, PatchField& pressure);
  /// share · K p of the last solution.
  [[nodiscard]] const PatchField& displacement() const { return displacement_; }

 private:
  /// From the residual; returns their product.
  double precondition();
  /// One iteration of conjugate gradients, or the first one; returns the residual.
  double improve(bool afresh, PatchField& pressure);
  void calc_displacement(const PatchField& pressure);
  /// Gaps of active elements; returns the largest.  [m]
  double calc_residual();
  /// Whether it changed. Overlaps below the goal do not count: an element on the rim would come and go for ever.
  bool update_active(double goal, PatchField& pressure);
  [[nodiscard]] double calc_violation(const PatchField& pressure) const;

  ElasticOperator& elastic_;
  double share_{1.0};
  double rho_{};  // of the last iteration
  PatchField offset_, displacement_, active_, residual_, direction_, preconditioned_, image_;
  PatchFringe fringe_;  // of the active elements
};

}  // namespace carom
