#pragma once

#include "carom/complementarity/solve_report.h"
#include "carom/math/types.h"

namespace carom {

/// The mixed problem with bounds: w = M z + q, lower ≤ z ≤ upper; w = 0 between the bounds, w ≥ 0 at the lower, w ≤ 0
/// at the upper one. Without bounds (±infinity) a row is an equation: w = 0. An LCP has 0 ≤ z < ∞. Views, as in
/// LcpProblem.
struct MlcpProblem {
  ConstMatrixRef M;
  ConstVectorRef q;
  ConstVectorRef lower;
  ConstVectorRef upper;

  [[nodiscard]] int size() const { return static_cast<int>(q.size()); }
  [[nodiscard]] bool has_lower(int row) const { return lower[row] > -std::numeric_limits<double>::infinity(); }
  [[nodiscard]] bool has_upper(int row) const { return upper[row] < std::numeric_limits<double>::infinity(); }
  [[nodiscard]] bool is_free(int row) const { return !has_lower(row) && !has_upper(row); }
};

/// Writes the natural map z − clip(z − w, lower, upper), w on equations, and returns its error ‖F‖₂/(1 + ‖q‖₂).
double calc_natural_map(const MlcpProblem& problem, const ConstVectorRef& z, VectorRef natural_map);

/// Whether y proves that no z within the bounds gives w the signs it must be able to take: y ≥ 0 where z has only a
/// lower bound, y ≤ 0 where only an upper one, y = 0 where both, and yᵀ(M z + q) < 0 for every z within the bounds.
[[nodiscard]] bool proves_infeasible(const MlcpProblem& problem, const ConstVectorRef& y, VectorRef work);

/// BadData with its rows: what is not finite, or a lower bound above the upper one.
[[nodiscard]] SolveReport check_data(const MlcpProblem& problem);

}  // namespace carom
