#pragma once

#include "carom/complementarity/solve_report.h"
#include "carom/math/types.h"

namespace carom {

/// The linear complementarity problem w = M z + q, 0 ≤ z ⊥ w ≥ 0. Views: the matrix and the vector live elsewhere.
struct LcpProblem {
  ConstMatrixRef M;
  ConstVectorRef q;

  [[nodiscard]] int size() const { return static_cast<int>(q.size()); }
};

/// Writes the natural map min(z, M z + q) and returns its error measure ‖min(z, w)‖₂/(1 + ‖q‖₂).
double calc_natural_map(const LcpProblem& problem, const ConstVectorRef& z, VectorRef natural_map);

/// Whether y proves that no z ≥ 0 has M z + q ≥ 0: y ≥ 0, Mᵀy ≤ 0, qᵀy < 0, since then yᵀ(M z + q) < 0 for every z ≥ 0.
/// Mᵀy counts as not positive up to round-off of its own sums; `work` takes as many numbers as there are rows.
[[nodiscard]] bool proves_infeasible(const LcpProblem& problem, const ConstVectorRef& y, VectorRef work);

/// BadData with its rows if anything is not finite, else a report of NotRun.
[[nodiscard]] SolveReport check_data(const LcpProblem& problem);

}  // namespace carom
