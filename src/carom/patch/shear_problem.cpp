#include "carom/patch/shear_problem.h"

#include <cmath>
#include <span>

namespace carom {

namespace {

constexpr int kMaxSteps = 100;
constexpr int kMendedSteps = 8;      // later ones are left to Newton's method, which cannot go in circles
constexpr int kMaxIterations = 100;  // of conjugate gradients for one step
constexpr int kMaxHalvings = 12;
constexpr double kForcing = 0.3;   // of what a step gets wrong anyhow: how well it is solved for
constexpr double kMending = 0.3;   // of what is left of the linear system: errors of an element that are mended
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

bool is_at_bound(const Vector2d& q, double bound) { return q.squaredNorm() >= (1.0 - 2e-12) * bound * bound; }

}  // namespace

ShearProblem::ShearProblem(ElasticOperator& elastic, const InfluenceFunction& influence)
    : elastic_(elastic),
      target_(elastic.grid().size()),
      slip_(target_),
      bound_(PatchField::Zero(elastic.grid().size())),
      at_(elastic.grid()),
      fringe_(elastic.grid()),
      edge_(elastic.grid(), influence) {
  const auto size = static_cast<std::size_t>(elastic.grid().size());
  bounds_.reserve(size);
  sliders_.reserve(size + 1);
  order_.resize(size);
  places_.resize(size);
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
    // In a plane the kernel hardly fades with the distance: nothing is settled nearby.
    const bool mending = step < kMendedSteps && !elastic_.grid().plane();
    report.iterations += search(mending, energy, traction);
    violation = calc_violation(traction);
  }
  report.residual = violation / scale;
  report.converged = violation <= goal_ && std::isfinite(energy);
  return report;
}

void ShearProblem::find_elements(const PatchField& bound, ShearField& traction) {
  bound_ = bound;
  std::fill(places_.begin(), places_.end(), PatchFringe::Place::Excluded);
  at_.choose([&](int i) { return bound[i] > 0.0; });
  for (Eigen::Index i = 0; i < bound.size(); ++i) {
    set(traction, i, project_to_disc(get(traction, i), std::max(bound[i], 0.0)));
  }
  bounds_.resize(at_.size());
  for (std::size_t n = 0; n < at_.size(); ++n) {
    bounds_[n] = bound[at_.at(n)];
    order_[static_cast<std::size_t>(at_.at(n))] = n;
  }
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
    const Vector2d moved = project_to_disc(q + get(slip_, at_.at(n)) / own_, bounds_[n]);
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
    PatchFringe::Place& place = places_[static_cast<std::size_t>(at_.at(n))];
    place = PatchFringe::Place::Inside;
    if (!is_at_bound(q, bound) || !(trusting || outwards > 0.0)) continue;
    place = PatchFringe::Place::Beyond;
    // The direction of slip turns less easily the further an element slips.
    const double holding = plane ? 0.0 : std::max(outwards, 0.0) / (bound * bound);
    sliders_.push_back({.element = n,
                        .holding = holding,
                        .ease = std::sqrt(kYielding * own_ / (kYielding * own_ + holding)),
                        .across = plane ? Vector2d::Zero() : Vector2d(-q.y() / bound, q.x() / bound)});
  }
  sliders_.push_back({.element = at_.size()});
  fringe_.choose([&](int i) { return places_[static_cast<std::size_t>(i)]; });
  take_step(0.0);
}

int ShearProblem::solve_step() {
  double rho_before = 0.0;
  int iteration = 0;
  for (; iteration < kMaxIterations && rest_ > std::max(0.5 * goal_, kForcing * excess_); ++iteration) {
    const double rho = precondition();
    const double held = turn(iteration == 0 ? 0.0 : rho / rho_before);
    elastic_.calc_shear(at_, direction_, answer_);
    take_step(rho / (share_ * dot(direction_, answer_) + held));
    rho_before = rho;
  }
  return iteration;
}

double ShearProblem::precondition() {
  const auto find = [&](int i) { return order_[static_cast<std::size_t>(i)]; };
  // Beyond the edge it is the direction of slip that is not solved for.
  const auto restrict_to_slip = [&](std::size_t n, const Vector2d& v) -> Vector2d {
    return start_[n].dot(v) / (bounds_[n] * bounds_[n]) * start_[n];
  };
  fringe_.extend([&](int i) { return residual_[find(i)]; },
                 [&](int i, const Vector2d& v) { residual_[find(i)] += restrict_to_slip(find(i), v); });
  elastic_.precondition_shear(at_, residual_, answer_);
  const double rho = dot(residual_, answer_);
  fringe_.fold([&](int i) { return restrict_to_slip(find(i), answer_[find(i)]); },
               [&](int i, const Vector2d& v) { answer_[find(i)] += v; });
  return rho;
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

int ShearProblem::search(bool mending, double& energy, ShearField& traction) {
  const double least = energy + 1e-14 * std::abs(energy);
  int evaluations = 0;
  const auto falls = [&] {
    energy = evaluate(traction);
    ++evaluations;
    return energy <= least;
  };
  if (mending) {
    go(1.0, traction);
    mend_edge(traction);
    if (falls()) return evaluations;
  }
  double length = 1.0;
  for (int halving = 0; halving < kMaxHalvings; ++halving, length *= 0.5) {
    go(length, traction);
    if (falls()) return evaluations;
  }
  // A projected step along the slip, short enough, always lowers E.
  go(0.0, traction);
  calc_slip(traction);
  for (std::size_t n = 0; n < at_.size(); ++n) q_[n] = start_[n] + get(slip_, at_.at(n));
  go(1.0 / (share_ * elastic_.shear_bound()), traction);
  energy = evaluate(traction);
  return evaluations + 2;
}

void ShearProblem::go(double length, ShearField& traction) {
  for (std::size_t n = 0; n < at_.size(); ++n) {
    set(traction, at_.at(n), project_to_disc(start_[n] + length * (q_[n] - start_[n]), bounds_[n]));
  }
}

void ShearProblem::mend_edge(ShearField& traction) {
  const double least = kMending * std::max(goal_, rest_), negligible = 0.1 * least;  // [m]
  edge_.clear();
  for (std::size_t n = 0; n < at_.size(); ++n) set(slip_, at_.at(n), ahead_[n]);
  for (std::size_t n = 0; n < at_.size(); ++n) {
    const Vector2d q = get(traction, at_.at(n)), change = q - q_[n];
    const double moved = own_ * change.norm();
    if (moved > negligible) edge_.spread(at_.at(n), change, share_, slip_);
    const double backwards = is_at_bound(q, bounds_[n]) ? -q.dot(ahead_[n]) / bounds_[n] : 0.0;
    if (std::max(moved, backwards) > least) edge_.mark(at_.at(n), bound_);
  }
  edge_.mend(bound_, share_, negligible, slip_, traction);
}

double ShearProblem::evaluate(const ShearField& traction) {
  calc_slip(traction);
  return calc_energy(traction);
}

}  // namespace carom
