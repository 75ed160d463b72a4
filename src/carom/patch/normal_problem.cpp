#include "carom/patch/normal_problem.h"

#include <cmath>

namespace carom {

namespace {

constexpr int kMaxIterations = 2000;
constexpr double kGain = 0.1;  // of the residual, after which the set is looked at again

}  // namespace

NormalProblem::NormalProblem(ElasticOperator& elastic) : elastic_(elastic), fringe_(elastic.grid()) {
  offset_ = displacement_ = active_ = residual_ = direction_ = preconditioned_ = image_ =
      PatchField::Zero(elastic.grid().size());
}

PatchSolveReport NormalProblem::solve(const PatchField& offset, double share, double tolerance, PatchField& pressure) {
  PatchSolveReport report;
  offset_ = offset;
  share_ = share;
  const double deepest = -offset_.minCoeff();  // [m]
  if (deepest <= 0.0) {
    pressure.setZero();
    displacement_.setZero();
    return {.converged = true};
  }
  // Without a pressure to start from, all that overlaps: the true contact is part of it.
  const PatchField& expected = pressure.maxCoeff() > 0.0 ? pressure : residual_ = -offset_;
  active_ = (expected > 0.0).cast<double>();
  calc_displacement(pressure);
  direction_.setZero();
  const double goal = tolerance * deepest, least = 0.1 * goal;
  double rest = calc_residual(), check = kGain * rest;
  bool afresh = true;
  while (report.iterations < kMaxIterations) {
    if (rest <= std::max(check, least)) {
      afresh = update_active(goal, pressure);
      if (!afresh && rest <= least) break;
      rest = calc_residual();
      check = kGain * rest;
    }
    rest = improve(afresh, pressure);
    afresh = false;
    ++report.iterations;
  }
  report.residual = calc_violation(pressure) / deepest;
  report.converged = report.residual <= tolerance && std::isfinite(pressure.sum());
  return report;
}

double NormalProblem::precondition() {
  fringe_.extend([&](int i) { return residual_[i]; }, [&](int i, double value) { residual_[i] += value; });
  elastic_.precondition_normal(residual_, preconditioned_);
  const double rho = (residual_ * preconditioned_).sum();
  fringe_.fold([&](int i) { return preconditioned_[i]; }, [&](int i, double value) { preconditioned_[i] += value; });
  return rho;
}

double NormalProblem::improve(bool afresh, PatchField& pressure) {
  if (afresh) {
    using enum PatchFringe::Place;
    fringe_.choose([&](int i) { return active_[i] > 0.0 ? Inside : Beyond; });
  }
  const double rho = precondition();
  direction_ = active_ * preconditioned_ + (afresh ? 0.0 : rho / rho_) * direction_;
  rho_ = rho;
  elastic_.calc_normal(direction_, image_);
  const double step = rho / (share_ * (direction_ * image_).sum());
  pressure += step * direction_;
  displacement_ += step * share_ * image_;
  return calc_residual();
}

void NormalProblem::calc_displacement(const PatchField& pressure) {
  elastic_.calc_normal(pressure, displacement_);
  displacement_ *= share_;
}

double NormalProblem::calc_residual() {
  double largest = 0.0;
  for (Eigen::Index i = 0; i < active_.size(); ++i) {
    residual_[i] = active_[i] > 0.0 ? -(displacement_[i] + offset_[i]) : 0.0;
    largest = std::max(largest, std::abs(residual_[i]));
  }
  return largest;
}

bool NormalProblem::update_active(double goal, PatchField& pressure) {
  bool changed = false, pulled = false;
  for (Eigen::Index i = 0; i < active_.size(); ++i) {
    const bool was = active_[i] > 0.0;
    const bool is = was ? pressure[i] > 0.0 : displacement_[i] + offset_[i] < -0.5 * goal;
    changed = changed || is != was;
    active_[i] = is ? 1.0 : 0.0;
    if (was && !is) {
      pulled = pulled || pressure[i] < 0.0;
      pressure[i] = 0.0;
    }
  }
  if (pulled) calc_displacement(pressure);
  return changed;
}

double NormalProblem::calc_violation(const PatchField& pressure) const {
  double largest = 0.0;
  for (Eigen::Index i = 0; i < pressure.size(); ++i) {
    const double gap = displacement_[i] + offset_[i];
    largest = std::max(largest, pressure[i] > 0.0 ? std::abs(gap) : -gap);
  }
  return largest;
}

}  // namespace carom
