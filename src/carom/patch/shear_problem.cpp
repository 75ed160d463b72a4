#include "carom/patch/shear_problem.h"

#include <cmath>
#include <span>

namespace carom {

namespace {

constexpr int kMaxSteps = 100;
constexpr int kMaxIterations = 100;  // of conjugate gradients for one step
constexpr int kMaxHalvings = 12;
constexpr double kForcing = 0.6;   // of what a step gets wrong anyhow: how well it is solved for
constexpr double kYielding = 2.0;  // from one element's own displacement to that of the few that turn with it

using Eigen::Vector2d;

double dot(const ShearVector& a, const ShearVector& b) {
  double sum = 0.0;
  for (std::size_t n = 0; n < a.size(); ++n) sum += a[n].dot(b[n]);
  return sum;
}
double calc_largest(const ShearField& a) { return std::sqrt((a.x.square() + a.y.square()).maxCoeff()); }

Vector2d get(const ShearField& field, Eigen::Index i) { return {field.x[i], field.y[i]}; }

void set(ShearField& field, Eigen::Index i, const Vector2d& value) {
  field.x[i] = value.x();
  field.y[i] = value.y();
}

/// The nearest traction within the bound.
Vector2d project(const Vector2d& q, double bound) {
  const double squared = q.squaredNorm();
  return squared <= bound * bound ? q : Vector2d(bound / std::sqrt(squared) * q);
}

}  // namespace

ShearProblem::ShearProblem(ElasticOperator& elastic)
    : elastic_(elastic), target_(elastic.grid().size()), slip_(target_), at_(elastic.grid()) {
  const auto size = static_cast<std::size_t>(elastic.grid().size());
  bounds_.reserve(size);
  sliders_.reserve(size + 1);
  for (ShearVector* vector : {&start_, &q_, &ahead_, &residual_, &direction_, &answer_}) vector->reserve(size);
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
  at_.choose([&](int i) { return bound[i] > 0.0; });
  for (Eigen::Index i = 0; i < bound.size(); ++i) {
    set(traction, i, project(get(traction, i), std::max(bound[i], 0.0)));
  }
  bounds_.resize(at_.size());
  for (std::size_t n = 0; n < at_.size(); ++n) bounds_[n] = bound[at_.at(n)];
  // Nothing is left of a solution that failed.
  for (ShearVector* vector : {&start_, &q_, &ahead_, &residual_, &direction_, &answer_}) {
    vector->assign(at_.size(), Vector2d::Zero());
  }
}

void ShearProblem::calc_slip(const ShearField& traction) {
  elastic_.calc_shear(traction, at_.rows(), slip_);
  slip_.x = target_.x - share_ * slip_.x;
  slip_.y = target_.y - share_ * slip_.y;
}

double ShearProblem::calc_violation(const ShearField& traction) const {
  double largest = 0.0;
  for (std::size_t n = 0; n < at_.size(); ++n) {
    const Vector2d q = get(traction, at_.at(n));
    const Vector2d moved = project(q + get(slip_, at_.at(n)) / own_, bounds_[n]);
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
  sliders_.clear();
  for (std::size_t n = 0; n < at_.size(); ++n) {
    const Vector2d q = get(traction, at_.at(n)), slip = get(slip_, at_.at(n));
    const double outwards = q.dot(slip), bound = bounds_[n];
    start_[n] = q_[n] = q;
    ahead_[n] = slip;
    if (q.squaredNorm() < (1.0 - 2e-12) * bound * bound || !(trusting || outwards > 0.0)) continue;
    // The direction of slip turns less easily the further an element slips.
    const double holding = plane ? 0.0 : std::max(outwards, 0.0) / (bound * bound);
    sliders_.push_back({.element = n,
                        .holding = holding,
                        .ease = std::sqrt(kYielding * own_ / (kYielding * own_ + holding)),
                        .across = plane ? Vector2d::Zero() : Vector2d(-q.y() / bound, q.x() / bound)});
  }
  sliders_.push_back({.element = at_.size()});
  take_step(0.0);
}

int ShearProblem::solve_step() {
  double rho_before = 0.0;
  int iteration = 0;
  for (; iteration < kMaxIterations && rest_ > std::max(0.5 * goal_, kForcing * excess_); ++iteration) {
    elastic_.precondition_shear(at_, residual_, answer_);
    const double rho = dot(residual_, answer_);
    const double held = turn(iteration == 0 ? 0.0 : rho / rho_before);
    elastic_.calc_shear(at_, direction_, answer_);
    take_step(rho / (share_ * dot(direction_, answer_) + held));
    rho_before = rho;
  }
  return iteration;
}

double ShearProblem::turn(double keep) {
  const std::span sliders = std::span(sliders_).first(sliders_.size() - 1);
  for (const Slider& slider : sliders) {
    answer_[slider.element] = slider.ease * slider.restrict_to_free(answer_[slider.element]);
  }
  for (std::size_t n = 0; n < at_.size(); ++n) direction_[n] = answer_[n] + keep * direction_[n];
  double held = 0.0;
  for (const Slider& slider : sliders) held += slider.holding * direction_[slider.element].squaredNorm();
  return held;
}

void ShearProblem::take_step(double length) {
  double rest = 0.0, excess = 0.0;
  const Slider* slider = sliders_.data();
  for (std::size_t n = 0; n < at_.size(); ++n) {
    q_[n] += length * direction_[n];
    ahead_[n] -= length * share_ * answer_[n];
    if (q_[n].squaredNorm() > bounds_[n] * bounds_[n]) excess = std::max(excess, own_ * (q_[n].norm() - bounds_[n]));
    if (n != slider->element) {
      residual_[n] = ahead_[n];
      rest = std::max(rest, residual_[n].squaredNorm());
      continue;
    }
    const Vector2d left = ahead_[n] - slider->holding * (q_[n] - start_[n]);
    residual_[n] = slider->ease * slider->restrict_to_free(left);
    rest = std::max(rest, slider->ease * slider->ease * residual_[n].squaredNorm());
    excess = std::max(excess, -slider->outwards().dot(ahead_[n]));
    ++slider;
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
  for (std::size_t n = 0; n < at_.size(); ++n) q_[n] = start_[n] + get(slip_, at_.at(n));
  energy = go(1.0 / (share_ * elastic_.shear_bound()), traction);
  return kMaxHalvings + 2;
}

double ShearProblem::go(double length, ShearField& traction) {
  for (std::size_t n = 0; n < at_.size(); ++n) {
    set(traction, at_.at(n), project(start_[n] + length * (q_[n] - start_[n]), bounds_[n]));
  }
  calc_slip(traction);
  return calc_energy(traction);
}

}  // namespace carom
