#pragma once

#include "carom/patch/elastic_operator.h"

namespace carom {

struct [[nodiscard]] PatchSolveReport {
  bool converged{};
  int iterations{};   // of conjugate gradients, each with one displacement of the surface
  double residual{};  // largest violation of the conditions, against the largest displacement asked for  [-]
};

/// Unilateral contact: p ≥ 0, gap = share · K p + offset ≥ 0, p · gap = 0.       [wang1992, Eqs. (4.3), (4.8), (4.9)]
///
/// Primal–dual active sets: on the elements taken to be in contact the gap is closed by preconditioned conjugate
/// gradients; those that would have to pull leave, those that overlap join, until nothing changes.
class NormalProblem {
 public:
  explicit NormalProblem(ElasticOperator& elastic);

  /// `pressure` is where the search starts, and the answer. Elements with an infinite offset never touch.
  PatchSolveReport solve(const PatchField& offset, double share, double tolerance, PatchField& pressure);

 private:
  /// Closes the gap on the active elements; returns the iterations taken.
  int close_active(double share, double goal, PatchField& pressure);
  void calc_gap(double share, const PatchField& pressure);
  /// Overlaps below the goal do not count: an element on the rim would come and go for ever.
  [[nodiscard]] bool update_active(const PatchField& pressure, double goal);
  [[nodiscard]] double calc_violation(const PatchField& pressure) const;

  ElasticOperator& elastic_;
  PatchField offset_, gap_, active_, residual_, direction_, preconditioned_, image_;
};

}  // namespace carom
