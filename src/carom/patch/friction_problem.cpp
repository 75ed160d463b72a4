#include "carom/patch/friction_problem.h"

#include <cmath>

namespace carom {

namespace {

constexpr int kMaxSteps = 200;
constexpr int kMaxIterations = 300;  // of conjugate gradients for one step

double dot(const ShearField& a, const ShearField& b) { return (a.x * b.x + a.y * b.y).sum(); }
double calc_largest(const ShearField& a) { return std::sqrt((a.x.square() + a.y.square()).maxCoeff()); }

void add_scaled(ShearField& a, double factor, const ShearField& b) {
  a.x += factor * b.x;
  a.y += factor * b.y;
}

}  // namespace

FrictionProblem::FrictionProblem(ElasticOperator& elastic)
    : elastic_(elastic),
      target_(elastic.grid().size()),
      slip_(target_),
      step_(target_),
      trial_(target_),
      residual_(target_),
      direction_(target_),
      preconditioned_(target_),
      image_(target_),
      across_(target_) {
  bound_ = holding_ = sticks_ = slips_ = PatchField::Zero(elastic.grid().size());
}

PatchSolveReport FrictionProblem::solve(const ShearField& target, const PatchField& bound, double share,
                                        double tolerance, ShearField& traction) {
  PatchSolveReport report;
  target_ = target;
  bound_ = bound;
  share_ = share;
  r_ = 1.0 / (share * elastic_.shear_diagonal());
  project(traction);
  calc_slip(traction);
  const double scale = calc_largest(target_);
  if (!(scale > 0.0) && !(calc_largest(slip_) > 0.0)) return {.converged = true};
  const double goal = tolerance * std::max(scale, calc_largest(slip_));
  double violation = calc_violation(traction);
  double energy = calc_energy(traction);
  for (int step = 0; step < kMaxSteps && violation > goal; ++step) {
    linearise(traction);
    report.iterations += solve_step(std::max(0.1 * goal, 0.03 * violation));
    trial_ = traction;
    add_scaled(trial_, 1.0, step_);
    project(trial_);
    std::swap(trial_, traction);
    calc_slip(traction);
    if (const double lower = calc_energy(traction); lower <= energy + 1e-15 * std::abs(energy)) {
      energy = lower;
    } else {
      std::swap(trial_, traction);
      calc_slip(traction);
      add_scaled(traction, 1.0 / (share * elastic_.shear_bound()), slip_);
      project(traction);
      calc_slip(traction);
      energy = calc_energy(traction);
      ++report.iterations;
    }
    violation = calc_violation(traction);
  }
  report.residual = violation / std::max(scale, 1e-300);
  report.converged = violation <= goal;
  return report;
}

void FrictionProblem::calc_slip(const ShearField& traction) {
  elastic_.calc_shear(traction, slip_);
  slip_.x = target_.x - share_ * slip_.x;
  slip_.y = target_.y - share_ * slip_.y;
}

double FrictionProblem::calc_violation(const ShearField& traction) const {
  double largest = 0.0;
  for (Eigen::Index i = 0; i < bound_.size(); ++i) {
    const Eigen::Vector2d q(traction.x[i], traction.y[i]);
    Eigen::Vector2d moved = q + r_ * Eigen::Vector2d(slip_.x[i], slip_.y[i]);
    if (const double length = moved.norm(); length > bound_[i]) moved *= bound_[i] / length;
    largest = std::max(largest, (moved - q).norm());
  }
  return largest / r_;
}

void FrictionProblem::linearise(const ShearField& traction) {
  const bool plane = elastic_.grid().plane();
  for (Eigen::Index i = 0; i < bound_.size(); ++i) {
    const Eigen::Vector2d q(traction.x[i], traction.y[i]);
    const Eigen::Vector2d moved = q + r_ * Eigen::Vector2d(slip_.x[i], slip_.y[i]);
    const double length = moved.norm();
    sticks_[i] = bound_[i] > 0.0 && length <= bound_[i] ? 1.0 : 0.0;
    slips_[i] = bound_[i] > 0.0 && length > bound_[i] && !plane ? 1.0 : 0.0;
    Eigen::Vector2d known = Eigen::Vector2d::Zero(), across = Eigen::Vector2d::Zero();
    residual_.x[i] = residual_.y[i] = holding_[i] = 0.0;
    if (sticks_[i] > 0.0) {
      residual_.x[i] = slip_.x[i];
      residual_.y[i] = slip_.y[i];
    } else if (bound_[i] > 0.0) {
      const Eigen::Vector2d along = moved / length;
      across = Eigen::Vector2d(-along.y(), along.x());
      known = (bound_[i] - q.dot(along)) * along;
      const double share = bound_[i] / length;  // below 1
      holding_[i] = (1.0 - share) / (share * r_);
      if (!plane) {
        const double rest = -q.dot(across) / (share * r_);
        residual_.x[i] = rest * across.x();
        residual_.y[i] = rest * across.y();
      }
    }
    across_.x[i] = across.x();
    across_.y[i] = across.y();
    step_.x[i] = known.x();
    step_.y[i] = known.y();
  }
}

int FrictionProblem::solve_step(double goal) {
  // What the known part of the step does to the others.
  elastic_.calc_shear(step_, image_);
  add_scaled(residual_, -share_, image_);
  restrict_to_free(residual_);
  double rho_before = 1.0;
  direction_.x.setZero();
  direction_.y.setZero();
  int iteration = 0;
  for (; iteration < kMaxIterations && calc_largest(residual_) > goal; ++iteration) {
    elastic_.precondition_shear(residual_, preconditioned_);
    restrict_to_free(preconditioned_);
    const double rho = dot(residual_, preconditioned_);
    const double keep = iteration == 0 ? 0.0 : rho / rho_before;
    direction_.x = preconditioned_.x + keep * direction_.x;
    direction_.y = preconditioned_.y + keep * direction_.y;
    apply(direction_, image_);
    const double length = rho / dot(direction_, image_);
    add_scaled(step_, length, direction_);
    add_scaled(residual_, -length, image_);
    rho_before = rho;
  }
  return iteration;
}

void FrictionProblem::apply(const ShearField& in, ShearField& out) {
  elastic_.calc_shear(in, out);
  // The direction of slip turns less easily the further an element has slipped.
  out.x = share_ * out.x + slips_ * holding_ * in.x;
  out.y = share_ * out.y + slips_ * holding_ * in.y;
  restrict_to_free(out);
}

void FrictionProblem::restrict_to_free(ShearField& field) const {
  for (Eigen::Index i = 0; i < bound_.size(); ++i) {
    if (sticks_[i] > 0.0) continue;
    const double along = slips_[i] * (field.x[i] * across_.x[i] + field.y[i] * across_.y[i]);
    field.x[i] = along * across_.x[i];
    field.y[i] = along * across_.y[i];
  }
}

void FrictionProblem::project(ShearField& traction) const {
  for (Eigen::Index i = 0; i < bound_.size(); ++i) {
    const double length = std::hypot(traction.x[i], traction.y[i]);
    if (length <= bound_[i]) continue;
    traction.x[i] *= bound_[i] / length;
    traction.y[i] *= bound_[i] / length;
  }
}

double FrictionProblem::calc_energy(const ShearField& traction) const {
  // ½ share qᵀKq − targetᵀq with share K q = target − slip.
  return -0.5 * ((target_.x + slip_.x) * traction.x + (target_.y + slip_.y) * traction.y).sum();
}

}  // namespace carom
