#pragma once

#include <Eigen/SparseCore>

#include "carom/complementarity/friction_problem.h"

namespace carom {

/// A friction problem in units of its own: each contact scaled so that the diagonal of its block is about one, which
/// leaves its cone as it is, and q to the length of one. Then ρ = 1 suits every contact.
struct ScaledFriction {
  explicit ScaledFriction(const FrictionProblem& problem);

  Eigen::SparseMatrix<double> W;
  VectorX q;
  VectorX scale;  // r = scale · x
};

}  // namespace carom
