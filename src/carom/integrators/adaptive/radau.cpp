#include "carom/integrators/adaptive/radau.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "carom/integrators/adaptive/error_norm.h"
#include "carom/integrators/adaptive/first_step.h"
#include "carom/integrators/adaptive/radau_solver.h"
#include "carom/integrators/adaptive/radau_table.h"

namespace carom {
namespace {

// A step that could be a little longer is not: the factors of Newton's matrix hold for this one.
constexpr double kNotWorthFactors = 1.2;
// Convergence by this factor an iteration or better: the Jacobian is as good as new.
constexpr double kGoodJacobian = 0.03;
// Between its ends a step may err by ten tolerances.
constexpr double kShareOfCurve = 0.1;

}  // namespace

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

  constexpr double kOrder = 3.0;  // of the error estimate
  next_step_ = choose_first_step(system_, options_, std::exchange(suggested_step_, 0.0), kOrder,
                                 {time, y_end_, rate_end_}, {scratch_, moved_rate_});
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
  const double smallest = 16.0 * std::numeric_limits<double>::epsilon() * std::abs(start_);
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

bool RadauSolver::calc_state(double time, std::span<double> y) {
  if (time == start_ || time == end_) {
    std::ranges::copy(time == end_ ? y_end_ : y_start_, y.begin());
    return true;
  }
  const std::array<double, 3> weights = radau::calc_weights((time - start_) / (end_ - start_));
  for (std::size_t i = 0; i < size_; ++i) {
    y[i] = y_start_[i] + weights[0] * z_[0][i] + weights[1] * z_[1][i] + weights[2] * z_[2][i];
  }
  return true;
}

std::unique_ptr<AdaptiveSolver> make_radau_solver(GuardedSystem& system, const AdaptiveOptions& options) {
  return std::make_unique<RadauSolver>(system, options);
}

}  // namespace carom
