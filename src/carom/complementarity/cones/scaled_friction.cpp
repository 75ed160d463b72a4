#include "carom/complementarity/cones/scaled_friction.h"

#include <cmath>

namespace carom {

ScaledFriction::ScaledFriction(const FrictionProblem& problem) : scale_(problem.G.size()) {
  const int size = problem.G.block_size();
  for (int contact = 0; contact < problem.contacts(); ++contact) {
    const double mean = problem.G.diagonal(contact).trace() / size;
    scale_.segment(contact * size, size).setConstant(mean > 0.0 ? 1.0 / std::sqrt(mean) : 1.0);
  }
  factors_ = problem.G.assemble_factors();
  if (factors_ && factors_->J.cols() >= factors_->J.rows()) factors_.reset();
  if (factors_) {
    factors_->J = scale_.asDiagonal() * factors_->J;
    factors_->MJ = factors_->MJ * scale_.asDiagonal();
    factors_->compliance.array() *= scale_.array().square();
  } else {
    G_ = scale_.asDiagonal() * problem.G.assemble() * scale_.asDiagonal();
  }
  q_ = scale_.cwiseProduct(problem.q);
  const double length = q_.norm();
  if (!(length > 0.0)) return;
  q_ /= length;
  scale_ *= length;
}

VectorX ScaledFriction::calc_velocities(const VectorX& x) const {
  if (!factors_) return G_ * x + q_;
  const VectorX v = factors_->MJ * x;
  return factors_->J * v + factors_->compliance.cwiseProduct(x) + q_;
}

}  // namespace carom
