#include "carom/integrators/radau.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <utility>
#include <vector>

#include "carom/integrators/dense_lu.h"
#include "carom/integrators/error_norm.h"
#include "carom/integrators/first_step.h"
#include "carom/integrators/radau_table.h"

namespace carom {
namespace {

using namespace radau;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kFailed = std::numeric_limits<double>::infinity();
constexpr int kMostIterations = 7;
constexpr double kSafety = 0.9;
constexpr double kMostShrinking = 1.0 / 8.0;
constexpr double kMostGrowth = 5.0;
constexpr double kAfterFailure = 0.5;  // of Newton's method or of a rate
// A step that could be a little longer is not: the factors of Newton's matrix hold for this one.
constexpr double kNotWorthFactors = 1.2;
// Convergence by this factor an iteration or better: the Jacobian is as good as new.
constexpr double kGoodJacobian = 0.03;
// Between its ends a step may err by ten tolerances.
constexpr double kShareOfCurve = 0.1;
// In tolerances: what Newton's last change may do to the integrals without another look.
constexpr double kSettled = 0.01;

class RadauSolver final : public AdaptiveSolver {
 public:
  RadauSolver(GuardedSystem& system, const AdaptiveOptions& options);

  [[nodiscard]] SolverStatus start(double time, std::span<const double> y) override;
  void move_end(std::span<const double> y) override;
  [[nodiscard]] SolverStatus step(double limit) override;
  [[nodiscard]] double time() const override { return end_; }
  [[nodiscard]] std::span<const double> state() const override { return y_end_; }
  void suggest_step(double step) override { suggested_step_ = step; }
  [[nodiscard]] bool calc_state(double time, std::span<double> y) override;
  [[nodiscard]] std::int64_t rejected_steps() const override { return rejected_; }
  [[nodiscard]] std::int64_t jacobian_evaluations() const override { return jacobians_; }
  [[nodiscard]] std::string_view message() const override { return {}; }

 private:
  using Stages = std::array<std::vector<double>, 3>;

  [[nodiscard]] bool begin_step();
  [[nodiscard]] bool prepare_matrices(double step);
  [[nodiscard]] bool calc_jacobian();
  void foretell_stages(double step);
  [[nodiscard]] bool solve_stages(double step);
  [[nodiscard]] bool calc_stage_rates(double step);
  [[nodiscard]] double improve_stages(double step);
  [[nodiscard]] double correct_passive_rates(double step);
  void integrate_passive(double step);
  [[nodiscard]] double estimate_error(double step);
  [[nodiscard]] double estimate_curve_error(double step) const;
  [[nodiscard]] double solve_for_error(double step, std::span<const double> rate);
  [[nodiscard]] double choose_factor(double step, double error);
  [[nodiscard]] double try_step(double step);

  GuardedSystem& system_;
  AdaptiveOptions options_;
  std::size_t size_;         // of y
  std::size_t active_;       // of the numbers that the rate depends on: the rest are integrals along the way
  double suggested_step_{};  // for the next start  [s]; 0: none
  double next_step_{};       // [s]

  // The last step, whose end is the present.
  double start_{};  // [s]
  double end_{};    // [s]
  std::vector<double> y_start_, y_end_;
  std::vector<double> rate_start_, rate_end_;
  Stages z_;  // Z, the collocation polynomial of the last step
  bool has_polynomial_{};
  bool moved_{};  // y_moved_ is where the next step begins
  std::vector<double> y_moved_;

  // The step that is being taken.
  Stages z_next_, w_, change_, rates_;
  std::vector<double> allowance_;  // of each number's error
  std::vector<double> jacobian_;   // ∂f/∂y, column after column
  DenseLu<double> real_;
  DenseLu<std::complex<double>> complex_;
  std::vector<double> right_real_;
  std::vector<std::complex<double>> right_complex_;
  std::vector<double> error_, moved_rate_, scratch_;
  std::vector<double> foretold_;  // Z₃ as the last step's polynomial had it
  double factored_step_{};        // that the factors belong to; 0: none  [s]
  bool has_jacobian_{};           // of this step or of an earlier one
  bool fresh_jacobian_{};         // of this step's start
  double convergence_{1.0};       // θ/(1 − θ) with the factor θ of Newton's last iteration
  double slowest_{};              // θ of the step
  int iterations_{};
  double accepted_step_{};  // the last one accepted since the start  [s]; 0: none yet
  double accepted_error_{};
  bool rejected_last_{};
  std::int64_t rejected_{};
  std::int64_t jacobians_{};
};

RadauSolver::RadauSolver(GuardedSystem& system, const AdaptiveOptions& options)
    : system_(system),
      options_(options),
      size_(static_cast<std::size_t>(system.size())),
      active_(static_cast<std::size_t>(system.system().num_active())),
      jacobian_(size_ * active_),
      real_(active_),
      complex_(active_),
      right_real_(active_),
      right_complex_(active_) {
  for (std::vector<double>* storage : {&y_start_, &y_end_, &rate_start_, &rate_end_, &y_moved_, &allowance_, &error_,
                                       &moved_rate_, &scratch_, &foretold_}) {
    storage->resize(size_);
  }
  for (Stages* stages : {&z_, &z_next_, &w_, &change_, &rates_}) {
    for (std::vector<double>& stage : *stages) stage.resize(size_);
  }
}

SolverStatus RadauSolver::start(double time, std::span<const double> y) {
  start_ = end_ = time;
  std::ranges::copy(y, y_end_.begin());
  has_polynomial_ = moved_ = has_jacobian_ = rejected_last_ = false;
  factored_step_ = accepted_step_ = 0.0;
  convergence_ = 1.0;
  if (system_.calc_rate(time, y_end_, rate_end_) != RateStatus::Ok) return SolverStatus::RateFailed;

  constexpr double kOrder = 3.0;          // of the error estimate
  constexpr double kNothingMoves = 1e-6;  // [s]
  next_step_ = std::exchange(suggested_step_, 0.0);
  if (options_.initial_step > 0.0) next_step_ = options_.initial_step;
  if (!(next_step_ > 0.0)) {
    next_step_ = estimate_first_step(system_, options_, kOrder, time, y_end_, rate_end_, scratch_, moved_rate_);
  }
  if (!(next_step_ > 0.0)) next_step_ = std::min(kNothingMoves, options_.max_step);
  return SolverStatus::Ok;
}

void RadauSolver::move_end(std::span<const double> y) {
  std::ranges::copy(y, y_moved_.begin());
  moved_ = true;
}

// The end of the last step becomes the start of the next.
bool RadauSolver::begin_step() {
  start_ = end_;
  y_start_.swap(y_end_);
  rate_start_.swap(rate_end_);
  fresh_jacobian_ = false;
  for (std::size_t i = 0; i < size_; ++i) allowance_[i] = calc_allowance(options_, y_start_[i]);
  if (!std::exchange(moved_, false)) return true;
  y_start_.swap(y_moved_);
  return system_.calc_rate(start_, y_start_, rate_start_) == RateStatus::Ok;
}

SolverStatus RadauSolver::step(double limit) {
  bool begun = begin_step();
  const double smallest = 16.0 * kEpsilon * std::abs(start_);
  SolverStatus failure = SolverStatus::RateFailed;
  while (begun && !system_.rate_failed_for_good()) {
    const double left = limit - start_;
    const double wanted = std::min(next_step_, options_.max_step);
    const bool last = 1.001 * wanted >= left;
    const double step = last ? left : wanted;
    if (!(step > smallest)) {
      failure = SolverStatus::StepTooSmall;
      break;
    }
    end_ = last ? limit : start_ + step;
    const double error = try_step(step);
    if (error <= 1.0) {
      next_step_ = last ? std::max(wanted, next_step_) : next_step_;
      std::swap(z_, z_next_);
      has_polynomial_ = true;
      return SolverStatus::Ok;
    }
    ++rejected_;
    rejected_last_ = true;
  }
  end_ = start_;
  y_end_.swap(y_start_);
  rate_end_.swap(rate_start_);
  return failure;
}

// One attempt: the error in tolerances, infinite where there is no solution. Chooses the next step in any case.
double RadauSolver::try_step(double step) {
  if (!prepare_matrices(step)) {
    next_step_ = kAfterFailure * step;
    return kFailed;
  }
  foretell_stages(step);
  if (!solve_stages(step)) return kFailed;
  integrate_passive(step);
  for (std::size_t i = 0; i < size_; ++i) y_end_[i] = y_start_[i] + z_next_[2][i];
  const double error = std::max(estimate_error(step), kShareOfCurve * estimate_curve_error(step));
  if (!std::isfinite(error)) {
    next_step_ = kAfterFailure * step;
    return kFailed;
  }
  const double factor = choose_factor(step, error);
  if (error > 1.0) {
    if (!fresh_jacobian_) has_jacobian_ = false;
    next_step_ = factor * step;
    return error;
  }
  if (system_.calc_rate(end_, y_end_, rate_end_) != RateStatus::Ok) {
    next_step_ = kAfterFailure * step;
    return kFailed;
  }
  // Slow convergence asks for a new Jacobian; fast convergence keeps the factors as long as the step hardly grows.
  if (slowest_ > kGoodJacobian) has_jacobian_ = false;
  const bool keeps = has_jacobian_ && factor >= 1.0 && factor <= kNotWorthFactors;
  next_step_ = keeps ? step : factor * step;
  accepted_step_ = step;
  accepted_error_ = std::max(error, 1e-2);
  rejected_last_ = false;
  return error;
}

bool RadauSolver::calc_jacobian() {
  std::ranges::copy(y_start_, scratch_.begin());
  for (std::size_t j = 0; j < active_; ++j) {
    const double kept = scratch_[j];
    scratch_[j] += std::sqrt(kEpsilon * std::max(1e-5, std::abs(kept)));
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

bool RadauSolver::calc_state(double time, std::span<double> y) {
  if (time == start_ || time == end_) {
    std::ranges::copy(time == end_ ? y_end_ : y_start_, y.begin());
    return true;
  }
  const std::array<double, 3> weights = calc_weights((time - start_) / (end_ - start_));
  for (std::size_t i = 0; i < size_; ++i) {
    y[i] = y_start_[i] + weights[0] * z_[0][i] + weights[1] * z_[1][i] + weights[2] * z_[2][i];
  }
  return true;
}

}  // namespace

std::unique_ptr<AdaptiveSolver> make_radau_solver(GuardedSystem& system, const AdaptiveOptions& options) {
  return std::make_unique<RadauSolver>(system, options);
}

}  // namespace carom
