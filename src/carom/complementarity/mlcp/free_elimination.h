#pragma once

#include <vector>

#include <Eigen/LU>

#include "carom/complementarity/mlcp/mlcp_problem.h"

namespace carom {

/// An MLCP without its equations: with F the variables that have no bounds and B the others,
///   z_F = −M_FF⁻¹ (q_F + M_FB z_B),  M' = M_BB − M_BF M_FF⁻¹ M_FB,  q' = q_B − M_BF M_FF⁻¹ q_F.
/// The complement of a semidefinite matrix is semidefinite.
class FreeElimination {
 public:
  /// False where there is nothing to eliminate or M_FF is too near to singular: nothing else may be asked then.
  [[nodiscard]] bool reduce(const MlcpProblem& problem);

  [[nodiscard]] MlcpProblem problem() const { return {M_, q_, lower_, upper_}; }
  [[nodiscard]] int size() const { return static_cast<int>(q_.size()); }
  /// All variables from those with bounds.
  void expand(const ConstVectorRef& z_B, VectorRef z) const;
  /// A proof for the reduced problem as one for the whole: y_F such that (Mᵀy)_F = 0.
  [[nodiscard]] VectorX expand_certificate(const ConstVectorRef& y_B) const;

 private:
  std::vector<int> free_, bounded_;
  Eigen::FullPivLU<MatrixX> lu_;  // of M_FF
  MatrixX M_FB_, M_BF_;
  VectorX q_F_;
  MatrixX M_;
  VectorX q_, lower_, upper_;
};

}  // namespace carom
