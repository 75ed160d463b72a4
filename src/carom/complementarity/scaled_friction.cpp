#include "carom/complementarity/scaled_friction.h"

#include <cmath>

namespace carom {

ScaledFriction::ScaledFriction(const FrictionProblem& problem) : scale(problem.W.size()) {
  const int size = problem.W.block_size();
  for (int contact = 0; contact < problem.contacts(); ++contact) {
    const double mean = problem.W.diagonal(contact).trace() / size;
    scale.segment(contact * size, size).setConstant(mean > 0.0 ? 1.0 / std::sqrt(mean) : 1.0);
  }
  W = scale.asDiagonal() * problem.W.assemble() * scale.asDiagonal();
  q = scale.cwiseProduct(problem.q);
  const double length = q.norm();
  if (!(length > 0.0)) return;
  q /= length;
  scale *= length;
}

}  // namespace carom
