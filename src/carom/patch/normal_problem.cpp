#include "carom/patch/normal_problem.h"

#include <cmath>

namespace carom {

namespace {

constexpr int kMaxSetChanges = 100;
constexpr int kMaxIterations = 500;  // of conjugate gradients for one set

}  // namespace

NormalProblem::NormalProblem(ElasticOperator& elastic) : elastic_(elastic) {
  offset_ = gap_ = active_ = residual_ = direction_ = preconditioned_ = image_ =
      PatchField::Zero(elastic.grid().size());
}

PatchSolveReport NormalProblem::solve(const PatchField& offset, double share, double tolerance, PatchField& pressure) {
  PatchSolveReport report;
  offset_ = offset;
  const double deepest = -offset_.minCoeff();  // [m]
  if (deepest <= 0.0) {
    pressure.setZero();
    return {.converged = true};
  }
  // Without a pressure to start from, all that overlaps: the true contact is part of it.
  const bool cold = pressure.maxCoeff() <= 0.0;
  if (cold) {
    active_ = (offset_ < 0.0).cast<double>();
  } else {
    active_ = (pressure > 0.0).cast<double>();
  }
  const double goal = tolerance * deepest;
  double loose = 1e-2 * deepest;  // while the set still changes
  for (int change = 0; change < kMaxSetChanges; ++change) {
    const double inner = std::max(goal, loose);
    report.iterations += close_active(share, 0.1 * inner, pressure);
    if (!update_active(pressure, goal)) {
      if (inner <= goal) break;
      loose = 0.0;
    } else if (loose > 0.0) {
      loose *= 0.3;
    }
    pressure = pressure.max(0.0) * active_;
  }
  pressure = pressure.max(0.0);
  calc_gap(share, pressure);
  report.residual = calc_violation(pressure) / deepest;
  report.converged = report.residual <= tolerance;
  return report;
}

int NormalProblem::close_active(double share, double goal, PatchField& pressure) {
  pressure *= active_;
  calc_gap(share, pressure);
  residual_ = -(active_ > 0.0).select(gap_, 0.0);
  double rho_before = 1.0;
  direction_.setZero();
  int iteration = 0;
  for (; iteration < kMaxIterations && residual_.abs().maxCoeff() > goal; ++iteration) {
    elastic_.precondition_normal(residual_, preconditioned_);
    preconditioned_ *= active_;
    const double rho = (residual_ * preconditioned_).sum();
    // The first direction is the gradient's own.
    direction_ = preconditioned_ + (iteration == 0 ? 0.0 : rho / rho_before) * direction_;
    elastic_.calc_normal(direction_, image_);
    const double step = rho / (share * (direction_ * image_).sum());
    pressure += step * direction_;
    // Everywhere: the gap outside tells who joins.
    gap_ += step * share * image_;
    residual_ = -(active_ > 0.0).select(gap_, 0.0);
    rho_before = rho;
  }
  return iteration;
}

void NormalProblem::calc_gap(double share, const PatchField& pressure) {
  elastic_.calc_normal(pressure, gap_);
  gap_ = share * gap_ + offset_;
}

bool NormalProblem::update_active(const PatchField& pressure, double goal) {
  bool changed = false;
  for (Eigen::Index i = 0; i < active_.size(); ++i) {
    const bool was = active_[i] > 0.0;
    const bool is = was ? pressure[i] > 0.0 : gap_[i] < -0.5 * goal;
    changed = changed || is != was;
    active_[i] = is ? 1.0 : 0.0;
  }
  return changed;
}

double NormalProblem::calc_violation(const PatchField& pressure) const {
  return (pressure > 0.0).select(gap_.abs(), (-gap_).max(0.0)).maxCoeff();
}

}  // namespace carom
