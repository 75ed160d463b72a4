#pragma once

#include <Eigen/SparseCore>

#include "carom/math/types.h"

namespace carom {

/// Contacts of a mechanism that is still there as a whole: M v = H r + q, u = Hᵀv + b.
struct GlobalFrictionProblem {
  Eigen::SparseMatrix<double> M;
  Eigen::SparseMatrix<double> H;
  VectorX q;
  VectorX b;
};

/// The same contacts with the velocities eliminated: u = G r + q, G = HᵀM⁻¹H, q = HᵀM⁻¹q + b.
struct CondensedProblem {
  Eigen::SparseMatrix<double> G;
  VectorX q;
  bool regular{};  // M could be factored; else the rest is empty
};
[[nodiscard]] CondensedProblem condense(const GlobalFrictionProblem& problem);

}  // namespace carom
