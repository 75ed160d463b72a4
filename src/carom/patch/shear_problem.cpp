#include "carom/patch/shear_problem.h"

#include <cmath>

namespace carom {

namespace {

constexpr int kMaxSteps = 100;
constexpr int kMaxIterations = 100;  // of conjugate gradients for one step
constexpr int kMaxHalvings = 12;
constexpr double kForcing = 0.3;  // of what a step gets wrong anyhow: how well it is solved for

double dot(const ShearField& a, const ShearField& b) { return (a.x * b.x + a.y * b.y).sum(); }
double calc_largest(const ShearField& a) { return std::sqrt((a.x.square() + a.y.square()).maxCoeff()); }

void add_scaled(ShearField& a, double factor, const ShearField& b) {
  a.x += factor * b.x;
  a.y += factor * b.y;
}

}  // namespace

ShearProblem::ShearProblem(ElasticOperator& elastic)
    : elastic_(elastic),
      target_(elastic.grid().size()),
      slip_(target_),
      step_(target_),
      start_(target_),
      ahead_(target_),
      residual_(target_),
      direction_(target_),
      preconditioned_(target_),
      image_(target_),
      across_(target_) {
  bound_ = holding_ = ease_ = PatchField::Zero(elastic.grid().size());
  freedom_ = Eigen::ArrayXi::Zero(elastic.grid().size());
}

PatchSolveReport ShearProblem::solve(const ShearField& target, const PatchField& bound, double share, double tolerance,
                                     ShearField& traction) {
  PatchSolveReport report;
  target_ = target;
  bound_ = bound;
  share_ = share;
  own_ = share * elastic_.shear_diagonal();
  project(traction);
  calc_slip(traction);
  const double scale = std::max(calc_largest(target_), calc_largest(slip_));  // [m]
  goal_ = tolerance * scale;
  if (!(scale > 0.0)) return {.converged = true};
  double violation = calc_violation(traction);
  double energy = calc_energy(traction);
  for (int step = 0; step < kMaxSteps && violation > goal_; ++step) {
    linearise(traction, step == 0);
    report.iterations += solve_step(traction);
    report.iterations += search(energy, traction);
    violation = calc_violation(traction);
  }
  report.residual = violation / scale;
  report.converged = violation <= goal_;
  return report;
}

void ShearProblem::calc_slip(const ShearField& traction) {
  elastic_.calc_shear(traction, slip_);
  slip_.x = target_.x - share_ * slip_.x;
  slip_.y = target_.y - share_ * slip_.y;
}

double ShearProblem::calc_violation(const ShearField& traction) const {
  double largest = 0.0;
  for (Eigen::Index i = 0; i < bound_.size(); ++i) {
    if (bound_[i] <= 0.0) continue;
    const Eigen::Vector2d q(traction.x[i], traction.y[i]);
    Eigen::Vector2d moved = q + Eigen::Vector2d(slip_.x[i], slip_.y[i]) / own_;
    if (const double length = moved.norm(); length > bound_[i]) moved *= bound_[i] / length;
    largest = std::max(largest, (moved - q).squaredNorm());
  }
  return std::sqrt(largest) * own_;
}

double ShearProblem::calc_energy(const ShearField& traction) const {
  // share K q = target − slip.
  return -0.5 * ((target_.x + slip_.x) * traction.x + (target_.y + slip_.y) * traction.y).sum();
}

void ShearProblem::linearise(const ShearField& traction, bool trusting) {
  const bool plane = elastic_.grid().plane();
  step_.x.setZero();
  step_.y.setZero();
  for (Eigen::Index i = 0; i < bound_.size(); ++i) {
    const Eigen::Vector2d q(traction.x[i], traction.y[i]), slip(slip_.x[i], slip_.y[i]);
    const double outwards = q.dot(slip);
    const bool slips = q.norm() >= (1.0 - 1e-12) * bound_[i] && (trusting || outwards > 0.0);
    freedom_[i] = bound_[i] <= 0.0 || (slips && plane) ? 0 : slips ? 1 : 2;
    // The direction of slip turns less easily the further an element slips.
    holding_[i] = freedom_[i] == 1 ? std::max(outwards, 0.0) / (bound_[i] * bound_[i]) : 0.0;
    ease_[i] = std::sqrt(own_ / (own_ + holding_[i]));
    across_.x[i] = freedom_[i] == 1 ? -q.y() / bound_[i] : 0.0;
    across_.y[i] = freedom_[i] == 1 ? q.x() / bound_[i] : 0.0;
  }
  ahead_ = slip_;
  calc_residual();
}

void ShearProblem::calc_residual() {
  residual_.x = ahead_.x - holding_ * step_.x;
  residual_.y = ahead_.y - holding_ * step_.y;
  restrict_to_free(residual_);
}

double ShearProblem::calc_curvature() const {
  return share_ * dot(direction_, image_) + (holding_ * (direction_.x.square() + direction_.y.square())).sum();
}

int ShearProblem::solve_step(const ShearField& traction) {
  double rho_before = 1.0;
  direction_.x.setZero();
  direction_.y.setZero();
  int iteration = 0;
  while (iteration < kMaxIterations && calc_rest() > std::max(0.5 * goal_, kForcing * calc_excess(traction))) {
    precondition(residual_, preconditioned_);
    const double rho = dot(residual_, preconditioned_);
    const double keep = iteration == 0 ? 0.0 : rho / rho_before;
    direction_.x = preconditioned_.x + keep * direction_.x;
    direction_.y = preconditioned_.y + keep * direction_.y;
    elastic_.calc_shear(direction_, image_);
    const double length = rho / calc_curvature();
    add_scaled(step_, length, direction_);
    add_scaled(ahead_, -length * share_, image_);
    calc_residual();
    rho_before = rho;
    ++iteration;
  }
  return iteration;
}

double ShearProblem::calc_rest() const {
  return std::sqrt(((residual_.x.square() + residual_.y.square()) * ease_.square().square()).maxCoeff());
}

double ShearProblem::calc_excess(const ShearField& traction) const {
  double largest = 0.0;
  for (Eigen::Index i = 0; i < bound_.size(); ++i) {
    if (bound_[i] <= 0.0) continue;
    const double x = traction.x[i] + step_.x[i], y = traction.y[i] + step_.y[i];
    largest = std::max(largest, own_ * (std::sqrt(x * x + y * y) - bound_[i]));
    if (freedom_[i] == 1) largest = std::max(largest, -(across_.y[i] * ahead_.x[i] - across_.x[i] * ahead_.y[i]));
  }
  return largest;
}

int ShearProblem::search(double& energy, ShearField& traction) {
  start_ = traction;
  const double least = energy + 1e-14 * std::abs(energy);
  double length = 1.0;
  for (int halving = 1; halving <= kMaxHalvings; ++halving, length *= 0.5) {
    traction = start_;
    add_scaled(traction, length, step_);
    project(traction);
    calc_slip(traction);
    energy = calc_energy(traction);
    if (energy <= least) return halving;
  }
  // A projected step along the slip, short enough, always lowers E.
  traction = start_;
  calc_slip(traction);
  add_scaled(traction, 1.0 / (share_ * elastic_.shear_bound()), slip_);
  project(traction);
  calc_slip(traction);
  energy = calc_energy(traction);
  return kMaxHalvings + 2;
}

void ShearProblem::precondition(const ShearField& in, ShearField& out) {
  out.x = ease_ * in.x;
  out.y = ease_ * in.y;
  elastic_.precondition_shear(out, out);
  out.x *= ease_;
  out.y *= ease_;
  restrict_to_free(out);
}

void ShearProblem::restrict_to_free(ShearField& field) const {
  for (Eigen::Index i = 0; i < bound_.size(); ++i) {
    if (freedom_[i] == 2) continue;
    const double along = field.x[i] * across_.x[i] + field.y[i] * across_.y[i];
    field.x[i] = along * across_.x[i];
    field.y[i] = along * across_.y[i];
  }
}

void ShearProblem::project(ShearField& traction) const {
  for (Eigen::Index i = 0; i < bound_.size(); ++i) {
    const double squared = traction.x[i] * traction.x[i] + traction.y[i] * traction.y[i];
    if (squared <= bound_[i] * bound_[i]) continue;
    const double shorter = bound_[i] / std::sqrt(squared);
    traction.x[i] *= shorter;
    traction.y[i] *= shorter;
  }
}

}  // namespace carom
