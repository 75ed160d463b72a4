#include "carom/patch/shear_problem.h"

#include <cmath>

namespace carom {

namespace {

constexpr int kMaxSteps = 100;
constexpr int kMaxIterations = 100;  // of conjugate gradients for one step
constexpr int kMaxHalvings = 12;
constexpr double kForcing = 0.6;   // of what a step gets wrong anyhow: how well it is solved for
constexpr double kYielding = 2.0;  // from one element's own displacement to that of the few that turn with it

using Eigen::Vector2d;

double dot(const ShearField& a, const ShearField& b) { return (a.x * b.x + a.y * b.y).sum(); }
double calc_largest(const ShearField& a) { return std::sqrt((a.x.square() + a.y.square()).maxCoeff()); }

Vector2d get(const ShearField& field, Eigen::Index i) { return {field.x[i], field.y[i]}; }

void set(ShearField& field, Eigen::Index i, const Vector2d& value) {
  field.x[i] = value.x();
  field.y[i] = value.y();
}

void clear(ShearField& field) {
  field.x.setZero();
  field.y.setZero();
}

/// The nearest traction within the bound.
Vector2d project(const Vector2d& q, double bound) {
  const double squared = q.squaredNorm();
  return squared <= bound * bound ? q : Vector2d(bound / std::sqrt(squared) * q);
}

}  // namespace

ShearProblem::ShearProblem(ElasticOperator& elastic)
    : elastic_(elastic),
      target_(elastic.grid().size()),
      slip_(target_),
      residual_(target_),
      direction_(target_),
      preconditioned_(target_),
      image_(target_) {
  elements_.reserve(static_cast<std::size_t>(elastic.grid().size()));
}

PatchSolveReport ShearProblem::solve(const ShearField& target, const PatchField& bound, double share, double tolerance,
                                     ShearField& traction) {
  PatchSolveReport report;
  target_ = target;
  share_ = share;
  own_ = share * elastic_.shear_diagonal();
  find_elements(bound, traction);
  calc_slip(traction);
  const double scale = std::max(calc_largest(target_), calc_largest(slip_));  // [m]
  goal_ = tolerance * scale;
  if (!(scale > 0.0)) return {.converged = true};
  double violation = calc_violation(traction);
  double energy = calc_energy(traction);
  for (int step = 0; step < kMaxSteps && violation > goal_; ++step) {
    linearise(traction, step == 0);
    report.iterations += solve_step();
    report.iterations += search(energy, traction);
    violation = calc_violation(traction);
  }
  report.residual = violation / scale;
  report.converged = violation <= goal_ && std::isfinite(energy);
  return report;
}

void ShearProblem::find_elements(const PatchField& bound, ShearField& traction) {
  elements_.clear();
  for (Eigen::Index i = 0; i < bound.size(); ++i) {
    set(traction, i, project(get(traction, i), std::max(bound[i], 0.0)));
    if (bound[i] > 0.0) elements_.push_back({.at = i, .bound = bound[i]});
  }
  // Other elements never get a value, and nothing is left of a solution that failed.
  clear(residual_);
  clear(direction_);
  clear(image_);
}

void ShearProblem::calc_slip(const ShearField& traction) {
  elastic_.calc_shear(traction, slip_);
  slip_.x = target_.x - share_ * slip_.x;
  slip_.y = target_.y - share_ * slip_.y;
}

double ShearProblem::calc_violation(const ShearField& traction) const {
  double largest = 0.0;
  for (const Element& element : elements_) {
    const Vector2d q = get(traction, element.at);
    const Vector2d moved = project(q + get(slip_, element.at) / own_, element.bound);
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
  for (Element& element : elements_) {
    const Vector2d q = get(traction, element.at), slip = get(slip_, element.at);
    const double outwards = q.dot(slip), bound = element.bound;
    const bool slips = q.norm() >= (1.0 - 1e-12) * bound && (trusting || outwards > 0.0);
    element.freedom = !slips ? 2 : plane ? 0 : 1;
    // The direction of slip turns less easily the further an element slips.
    element.holding = element.freedom == 1 ? std::max(outwards, 0.0) / (bound * bound) : 0.0;
    element.ease = std::sqrt(kYielding * own_ / (kYielding * own_ + element.holding));
    element.across = element.freedom == 1 ? Vector2d(-q.y() / bound, q.x() / bound) : Vector2d::Zero();
    element.start = q;
    element.step.setZero();
    element.ahead = slip;
  }
  take_step(0.0);
}

int ShearProblem::solve_step() {
  double rho_before = 0.0;
  int iteration = 0;
  for (; iteration < kMaxIterations && rest_ > std::max(0.5 * goal_, kForcing * excess_); ++iteration) {
    elastic_.precondition_shear(residual_, preconditioned_);
    const double rho = dot(residual_, preconditioned_);
    const double held = turn(iteration == 0 ? 0.0 : rho / rho_before);
    elastic_.calc_shear(direction_, image_);
    take_step(rho / (share_ * dot(direction_, image_) + held));
    rho_before = rho;
  }
  return iteration;
}

double ShearProblem::turn(double keep) {
  double held = 0.0;
  for (const Element& element : elements_) {
    const Vector2d steepest = element.restrict_to_free(element.ease * get(preconditioned_, element.at));
    const Vector2d direction = steepest + keep * get(direction_, element.at);
    set(direction_, element.at, direction);
    held += element.holding * direction.squaredNorm();
  }
  return held;
}

void ShearProblem::take_step(double length) {
  double rest = 0.0, excess = 0.0;
  for (Element& element : elements_) {
    element.step += length * get(direction_, element.at);
    element.ahead -= length * share_ * get(image_, element.at);
    const Vector2d residual = element.ease * element.restrict_to_free(element.ahead - element.holding * element.step);
    set(residual_, element.at, residual);
    rest = std::max(rest, element.ease * element.ease * residual.squaredNorm());
    excess = std::max(excess, own_ * ((element.start + element.step).norm() - element.bound));
    if (element.freedom == 1) excess = std::max(excess, -element.outwards().dot(element.ahead));
  }
  rest_ = std::sqrt(rest);
  excess_ = excess;
}

int ShearProblem::search(double& energy, ShearField& traction) {
  const double least = energy + 1e-14 * std::abs(energy);
  double length = 1.0;
  for (int halving = 1; halving <= kMaxHalvings; ++halving, length *= 0.5) {
    energy = go(length, traction);
    if (energy <= least) return halving;
  }
  // A projected step along the slip, short enough, always lowers E.
  energy = go(0.0, traction);
  for (Element& element : elements_) element.step = get(slip_, element.at);
  energy = go(1.0 / (share_ * elastic_.shear_bound()), traction);
  return kMaxHalvings + 2;
}

double ShearProblem::go(double length, ShearField& traction) {
  for (const Element& element : elements_) {
    set(traction, element.at, project(element.start + length * element.step, element.bound));
  }
  calc_slip(traction);
  return calc_energy(traction);
}

}  // namespace carom
