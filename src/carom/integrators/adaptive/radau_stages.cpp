// How RadauSolver finds the stages of a step.
#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/integrators/adaptive/radau_solver.h"
#include "carom/integrators/adaptive/radau_table.h"

namespace carom {

using namespace radau;

namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
// In tolerances: what Newton's last change may do to the integrals without another look.
constexpr double kSettled = 0.01;

}  // namespace

// Each number is moved back to where it came from: one that settles at a corner of its rate has the slope of that side,
// and with the other one Newton's method would hardly converge.
bool RadauSolver::calc_jacobian() {
  std::ranges::copy(y_start_, scratch_.begin());
  for (std::size_t j = 0; j < active_; ++j) {
    const double kept = scratch_[j];
    scratch_[j] -= std::copysign(std::sqrt(kEpsilon * std::max(1e-5, std::abs(kept))), rate_start_[j]);
    const double moved = scratch_[j] - kept;
    const RateStatus status = system_.calc_rate(start_, scratch_, moved_rate_);
    scratch_[j] = kept;
    if (status != RateStatus::Ok) return false;
    double* const column = jacobian_.data() + j * size_;
    for (std::size_t i = 0; i < size_; ++i) column[i] = (moved_rate_[i] - rate_start_[i]) / moved;
  }
  ++jacobians_;
  has_jacobian_ = fresh_jacobian_ = true;
  factored_step_ = 0.0;
  return true;
}

// γ/h − J and (α + iβ)/h − J of the active part, factored.
bool RadauSolver::prepare_matrices(double step) {
  if (!has_jacobian_ && !calc_jacobian()) return false;
  if (factored_step_ == step) return true;
  for (std::size_t i = 0; i < active_; ++i) {
    for (std::size_t j = 0; j < active_; ++j) {
      const double slope = jacobian_[j * size_ + i];
      real_.at(i, j) = -slope;
      complex_.at(i, j) = -slope;
    }
    real_.at(i, i) += kGamma / step;
    complex_.at(i, i) += std::complex<double>(kAlpha / step, kBeta / step);
  }
  factored_step_ = 0.0;
  if (!real_.factor() || !complex_.factor()) return false;
  factored_step_ = step;
  return true;
}

// From the polynomial of the last step, where there is one.
void RadauSolver::foretell_stages(double step) {
  for (std::size_t s = 0; s < 3; ++s) {
    std::ranges::fill(z_next_[s], 0.0);
    if (!has_polynomial_) continue;
    const std::array<double, 3> weights = calc_weights(1.0 + kNodes[s] * step / accepted_step_);
    for (std::size_t i = 0; i < active_; ++i) {
      z_next_[s][i] = weights[0] * z_[0][i] + weights[1] * z_[1][i] + (weights[2] - 1.0) * z_[2][i];
    }
  }
  std::ranges::copy(z_next_[2], foretold_.begin());
  for (std::size_t s = 0; s < 3; ++s) {
    for (std::size_t i = 0; i < active_; ++i) {
      w_[s][i] = kTInverse[s][0] * z_next_[0][i] + kTInverse[s][1] * z_next_[1][i] + kTInverse[s][2] * z_next_[2][i];
    }
  }
}

bool RadauSolver::calc_stage_rates(double step) {
  for (std::size_t s = 0; s < 3; ++s) {
    for (std::size_t i = 0; i < active_; ++i) scratch_[i] = y_start_[i] + z_next_[s][i];
    for (std::size_t i = active_; i < size_; ++i) scratch_[i] = y_start_[i];
    const double at = s == 2 ? end_ : start_ + kNodes[s] * step;
    if (system_.calc_rate(at, scratch_, rates_[s]) != RateStatus::Ok) return false;
  }
  return true;
}

// One iteration of Newton's method in the variables W = T⁻¹ Z; the size of the change in tolerances.
double RadauSolver::improve_stages(double step) {
  const double gamma = kGamma / step, alpha = kAlpha / step, beta = kBeta / step;
  for (std::size_t i = 0; i < active_; ++i) {
    std::array<double, 3> rate{};
    for (std::size_t s = 0; s < 3; ++s) {
      rate[s] = kTInverse[s][0] * rates_[0][i] + kTInverse[s][1] * rates_[1][i] + kTInverse[s][2] * rates_[2][i];
    }
    right_real_[i] = rate[0] - gamma * w_[0][i];
    right_complex_[i] = {rate[1] - alpha * w_[1][i] + beta * w_[2][i], rate[2] - alpha * w_[2][i] - beta * w_[1][i]};
  }
  real_.solve(right_real_);
  complex_.solve(right_complex_);
  double sum = 0.0;
  for (std::size_t i = 0; i < active_; ++i) {
    const std::array<double, 3> change{right_real_[i], right_complex_[i].real(), right_complex_[i].imag()};
    for (std::size_t s = 0; s < 3; ++s) {
      w_[s][i] += change[s];
      sum += std::pow(change[s] / allowance_[i], 2);
      change_[s][i] = kT[s][0] * change[0] + kT[s][1] * change[1] + kT[s][2] * change[2];
      z_next_[s][i] += change_[s][i];
    }
  }
  return std::sqrt(sum / static_cast<double>(3 * std::max<std::size_t>(active_, 1)));
}

// Newton's method until what is left is a small part of the tolerances.                          [hairer1996, IV.8]
bool RadauSolver::solve_stages(double step) {
  const double enough =
      std::max(10.0 * kEpsilon / options_.relative_tolerance, std::min(0.03, std::sqrt(options_.relative_tolerance)));
  convergence_ = std::pow(std::max(convergence_, kEpsilon), 0.8);
  slowest_ = 0.0;
  double last_change = 0.0;
  double last_ratio = 0.0;
  double shrink = kAfterFailure;
  for (iterations_ = 1; iterations_ <= kMostIterations; ++iterations_) {
    if (!calc_stage_rates(step)) break;
    const double change = improve_stages(step);
    if (!std::isfinite(change)) break;
    if (iterations_ > 1) {
      const double ratio = change / last_change;
      slowest_ = iterations_ == 2 ? ratio : std::sqrt(ratio * last_ratio);
      last_ratio = ratio;
      if (slowest_ >= 0.99) break;
      convergence_ = slowest_ / (1.0 - slowest_);
      // What would be left in the end, were it to go on like this.
      const int more = kMostIterations - iterations_;
      const double left = convergence_ * change * std::pow(slowest_, more) / enough;
      if (left >= 1.0) {
        shrink = 0.8 * std::pow(std::clamp(left, 1e-4, 20.0), -1.0 / (4.0 + more));
        break;
      }
    }
    last_change = std::max(change, kEpsilon);
    // A motion that is linear converges at once, but its energies are squares: they must have converged too.
    if (convergence_ * change > enough) continue;
    if (correct_passive_rates(step) <= kSettled || iterations_ == kMostIterations) return true;
  }
  next_step_ = shrink * step;
  if (!fresh_jacobian_) has_jacobian_ = false;
  return false;
}

// The passive rates are those before Newton's last change; what it did to them is taken from the Jacobian. The size of
// that in the step's integrals, in tolerances.
double RadauSolver::correct_passive_rates(double step) {
  double sum = 0.0;
  for (std::size_t s = 0; s < 3; ++s) {
    std::fill(change_[s].begin() + static_cast<std::ptrdiff_t>(active_), change_[s].end(), 0.0);
    for (std::size_t j = 0; j < active_; ++j) {
      const double change = change_[s][j];
      const double* const column = jacobian_.data() + j * size_;
      for (std::size_t i = active_; i < size_; ++i) change_[s][i] += column[i] * change;
    }
    for (std::size_t i = active_; i < size_; ++i) {
      rates_[s][i] += change_[s][i];
      sum += std::pow(step * change_[s][i] / allowance_[i], 2);
    }
  }
  return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(3 * (size_ - active_), 1)));
}

// Zᵢ = h Σ Aᵢⱼ f(Yⱼ) for what the rate does not depend on.
void RadauSolver::integrate_passive(double step) {
  for (std::size_t s = 0; s < 3; ++s) {
    for (std::size_t i = active_; i < size_; ++i) {
      z_next_[s][i] = step * (kA[s][0] * rates_[0][i] + kA[s][1] * rates_[1][i] + kA[s][2] * rates_[2][i]);
    }
  }
}

}  // namespace carom
