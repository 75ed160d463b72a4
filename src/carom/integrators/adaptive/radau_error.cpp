// How RadauSolver estimates the error of a step, and how long it makes the next.
#include <algorithm>
#include <cmath>

#include "carom/integrators/adaptive/radau_solver.h"
#include "carom/integrators/adaptive/radau_table.h"

namespace carom {

using namespace radau;

namespace {

constexpr double kSafety = 0.9;
constexpr double kMostShrinking = 1.0 / 8.0;
constexpr double kMostGrowth = 5.0;

}  // namespace

// (γ/h − J)⁻¹ (rate + Σ eᵢ Zᵢ/h), in tolerances.
double RadauSolver::solve_for_error(double step, std::span<const double> rate) {
  const double gamma = kGamma / step;
  for (std::size_t i = 0; i < size_; ++i) {
    error_[i] = rate[i] + (kError[0] * z_next_[0][i] + kError[1] * z_next_[1][i] + kError[2] * z_next_[2][i]) / step;
  }
  real_.solve(std::span(error_).first(active_));
  for (std::size_t j = 0; j < active_; ++j) {
    const double* const column = jacobian_.data() + j * size_;
    for (std::size_t i = active_; i < size_; ++i) error_[i] += column[i] * error_[j];
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < size_; ++i) {
    if (i >= active_) error_[i] /= gamma;
    sum += std::pow(error_[i] / allowance_[i], 2);
  }
  return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(size_, 1)));
}

// The plain estimate is far too large where a fast motion has just been excited: filtered once more, it is not.
double RadauSolver::estimate_error(double step) {
  const double error = solve_for_error(step, rate_start_);
  if (!(error >= 1.0) || (accepted_step_ > 0.0 && !rejected_last_)) return error;
  for (std::size_t i = 0; i < size_; ++i) scratch_[i] = y_start_[i] + error_[i];
  if (system_.calc_rate(start_, scratch_, moved_rate_) != RateStatus::Ok) return error;
  return solve_for_error(step, moved_rate_);
}

// Of the collocation polynomial between the ends, in tolerances. Where stiff numbers follow a slow motion, their error
// at the end is far smaller than in between, and the estimate for the end tells nothing of it. The first term that the
// polynomial lacks is c P(θ), P = θ (θ − c₁)(θ − c₂)(θ − 1), |P| < 0.04 in the step; and c follows from how far the
// last step's polynomial was off at this step's end.
double RadauSolver::estimate_curve_error(double step) const {
  if (!has_polynomial_) return 0.0;
  const double ratio = step / accepted_step_;
  const double theta = 1.0 + ratio;
  const double share = 0.04 * std::pow(ratio, 4) / (theta * (theta - kNodes[0]) * (theta - kNodes[1]) * ratio);
  double sum = 0.0;
  for (std::size_t i = 0; i < active_; ++i) {
    const double part = share * (z_next_[2][i] - foretold_[i]) / allowance_[i];
    sum += part * part;
  }
  return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(size_, 1)));
}

// What the error allows, less where Newton's method had to work; with the error before it, where that foretells a
// shorter step.                                                                               [gustafsson1994]
double RadauSolver::choose_factor(double step, double error) {
  const double small = std::max(error, 1e-30);
  const double safety =
      std::min(kSafety, kSafety * (1.0 + 2.0 * kMostIterations) / (iterations_ + 2.0 * kMostIterations));
  double factor = safety * std::pow(small, -0.25);
  if (error <= 1.0 && accepted_step_ > 0.0) {
    factor = std::min(factor, kSafety * step / accepted_step_ * std::pow(accepted_error_ / (small * small), 0.25));
  }
  return std::clamp(factor, kMostShrinking, rejected_last_ ? 1.0 : kMostGrowth);
}

}  // namespace carom
