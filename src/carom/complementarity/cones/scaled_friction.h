#pragma once

#include <optional>

#include <Eigen/SparseCore>

#include "carom/complementarity/cones/friction_problem.h"

namespace carom {

/// A friction problem in units of its own: each contact scaled so that the diagonal of its block is about one, which
/// leaves its cone as it is, and q to the length of one. Then ρ = 1 suits every contact.
class ScaledFriction {
 public:
  explicit ScaledFriction(const FrictionProblem& problem);

  [[nodiscard]] const VectorX& q() const { return q_; }
  [[nodiscard]] const VectorX& scale() const { return scale_; }  // r = scale · x
  /// G x + q
  [[nodiscard]] VectorX calc_velocities(const VectorX& x) const;
  /// Where G is a product of factors with fewer velocities than rows, these; else the matrix itself.
  [[nodiscard]] const std::optional<OperatorFactors>& factors() const { return factors_; }
  [[nodiscard]] const Eigen::SparseMatrix<double>& matrix() const { return G_; }

 private:
  std::optional<OperatorFactors> factors_;
  Eigen::SparseMatrix<double> G_;  // empty where there are factors
  VectorX q_;
  VectorX scale_;
};

}  // namespace carom
