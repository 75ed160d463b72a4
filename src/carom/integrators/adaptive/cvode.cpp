#include "carom/integrators/adaptive/cvode.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <cvode/cvode.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "carom/integrators/adaptive/sundials_support.h"

namespace carom {
namespace {

// How far the solver's own state may be from the manifold, in tolerances, before it is restarted on it. Each restart
// begins at order one; the state we report is projected in any case.
constexpr double kLargestOffset = 10.0;

// Each step meets its tolerance, but the errors of many small steps of one kind add up: with the same tolerance the
// energy accounts of the known motions closed a hundred times worse than with the one-step methods. With this part of
// it they close alike. Chosen on those motions, 1/300 and then this; there is little room left (8.2e-10 of 1e-9).
constexpr double kTolerancePart = 1e-3;

class CvodeSolver final : public AdaptiveSolver {
 public:
  CvodeSolver(GuardedSystem& system, const AdaptiveOptions& options);

  [[nodiscard]] SolverStatus start(double time, std::span<const double> y) override;
  void move_end(std::span<const double> y) override;
  [[nodiscard]] SolverStatus step(double limit) override;
  [[nodiscard]] double time() const override { return time_; }
  [[nodiscard]] std::span<const double> state() const override { return y_.values(); }
  [[nodiscard]] bool calc_state(double time, std::span<double> y) override;
  [[nodiscard]] std::int64_t rejected_steps() const override;
  [[nodiscard]] std::int64_t jacobian_evaluations() const override;
  [[nodiscard]] std::string_view message() const override { return data_.message; }

 private:
  void set_options();
  void set_algebraic_solvers();
  [[nodiscard]] SolverStatus restart(double initial_step);
  [[nodiscard]] double calc_offset(std::span<const double> y) const;

  GuardedSystem& system_;
  AdaptiveOptions options_;
  bool stiff_;
  sundials::CallbackData data_;
  sundials::Context context_;
  sundials::StateVector y_;
  sundials::StateVector dense_;
  sundials::Matrix matrix_;
  sundials::LinearSolver linear_solver_;
  sundials::NonlinearSolver nonlinear_solver_;
  struct FreeSolver {
    void operator()(void* memory) const { CVodeFree(&memory); }
  };
  std::unique_ptr<void, FreeSolver> memory_;
  double time_{};  // [s]
  std::vector<double> y_moved_;
  bool moved_{};                    // the next step begins at y_moved_
  std::int64_t rejected_before_{};  // the counts of CVODE begin anew at each restart
  std::int64_t jacobians_before_{};
};

CvodeSolver::CvodeSolver(GuardedSystem& system, const AdaptiveOptions& options)
    : system_(system),
      options_(options),
      stiff_(options.method == AdaptiveMethod::CvodeBdf),
      data_{&system},
      context_(sundials::make_context()),
      y_(system.size(), context_.get()),
      dense_(system.size(), context_.get()),
      memory_(sundials::require(CVodeCreate(stiff_ ? CV_BDF : CV_ADAMS, context_.get()))),
      y_moved_(y_.values().size()) {
  CVodeInit(memory_.get(), sundials::calc_rate, 0.0, y_.get());
  set_options();
  set_algebraic_solvers();
}

void CvodeSolver::set_options() {
  void* const memory = memory_.get();
  CVodeSetUserData(memory, &data_);
  CVodeSetErrHandlerFn(memory, sundials::keep_message, &data_);
  // Not below what the estimate of an error can tell.
  const double part = std::max(kTolerancePart, 1e-14 / options_.relative_tolerance);
  CVodeSStolerances(memory, part * options_.relative_tolerance, part * options_.absolute_tolerance);
  if (std::isfinite(options_.max_step)) CVodeSetMaxStep(memory, options_.max_step);
  CVodeSetMaxHnilWarns(memory, -1);
  CVodeSetMaxErrTestFails(memory, sundials::kMostFailedTrials);
  CVodeSetMaxConvFails(memory, sundials::kMostFailedTrials);
}

// Newton with a dense Jacobian from difference quotients for stiff motion, plain fixed-point iteration otherwise.
void CvodeSolver::set_algebraic_solvers() {
  if (!stiff_) {
    nonlinear_solver_.reset(sundials::require(SUNNonlinSol_FixedPoint(y_.get(), 0, context_.get())));
    CVodeSetNonlinearSolver(memory_.get(), nonlinear_solver_.get());
    return;
  }
  const auto n = static_cast<sunindextype>(std::max(system_.size(), 1));
  matrix_.reset(sundials::require(SUNDenseMatrix(n, n, context_.get())));
  linear_solver_.reset(sundials::require(SUNLinSol_Dense(y_.get(), matrix_.get(), context_.get())));
  CVodeSetLinearSolver(memory_.get(), linear_solver_.get(), matrix_.get());
}

SolverStatus CvodeSolver::start(double time, std::span<const double> y) {
  time_ = time;
  std::ranges::copy(y, y_.values().begin());
  return restart(options_.initial_step);
}

SolverStatus CvodeSolver::restart(double initial_step) {
  moved_ = false;
  rejected_before_ = rejected_steps();
  jacobians_before_ = jacobian_evaluations();
  CVodeSetInitStep(memory_.get(), initial_step);
  // From rest its estimate of a first step can be shorter than the clock can tell.
  constexpr double kShortest = 16.0 * std::numeric_limits<double>::epsilon();
  CVodeSetMinStep(memory_.get(), std::min(kShortest * std::abs(time_), options_.max_step));
  return CVodeReInit(memory_.get(), time_, y_.get()) == CV_SUCCESS ? SolverStatus::Ok : SolverStatus::SolverFailed;
}

void CvodeSolver::move_end(std::span<const double> y) {
  moved_ = calc_offset(y) > kLargestOffset;
  if (moved_) std::ranges::copy(y, y_moved_.begin());
}

// The distance between y and the solver's state in the norm of its error test. What is neither position nor velocity
// (the energy that projection itself books) does not act on the motion and does not count.
double CvodeSolver::calc_offset(std::span<const double> y) const {
  const Partition partition = system_.system().partition();
  const auto moving = static_cast<std::size_t>(partition.positions) + static_cast<std::size_t>(partition.velocities);
  const std::size_t count = moving > 0 ? moving : y.size();
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const double weight = options_.relative_tolerance * std::abs(y[i]) + options_.absolute_tolerance;
    const double offset = (y[i] - y_.values()[i]) / weight;
    sum += offset * offset;
  }
  return std::sqrt(sum / static_cast<double>(count));
}

SolverStatus CvodeSolver::step(double limit) {
  if (moved_) {
    std::ranges::copy(y_moved_, y_.values().begin());
    if (const SolverStatus failure = restart(0.0); failure != SolverStatus::Ok) return failure;
  }
  CVodeSetStopTime(memory_.get(), limit);
  switch (CVode(memory_.get(), limit, y_.get(), &time_, CV_ONE_STEP)) {
    case CV_SUCCESS:
    case CV_TSTOP_RETURN:
      return SolverStatus::Ok;
    case CV_ERR_FAILURE:
    case CV_TOO_CLOSE:
      return SolverStatus::StepTooSmall;
    default:
      return system_.rate_failed() ? SolverStatus::RateFailed : SolverStatus::SolverFailed;
  }
}

bool CvodeSolver::calc_state(double time, std::span<double> y) {
  if (CVodeGetDky(memory_.get(), time, 0, dense_.get()) != CV_SUCCESS) return false;
  std::ranges::copy(dense_.values(), y.begin());
  return true;
}

std::int64_t CvodeSolver::rejected_steps() const {
  long error_failures = 0;
  long solve_failures = 0;
  CVodeGetNumErrTestFails(memory_.get(), &error_failures);
  CVodeGetNumStepSolveFails(memory_.get(), &solve_failures);
  return rejected_before_ + error_failures + solve_failures;
}

std::int64_t CvodeSolver::jacobian_evaluations() const {
  long count = 0;
  if (stiff_) CVodeGetNumJacEvals(memory_.get(), &count);
  return jacobians_before_ + count;
}

}  // namespace

std::unique_ptr<AdaptiveSolver> make_cvode_solver(GuardedSystem& system, const AdaptiveOptions& options) {
  return std::make_unique<CvodeSolver>(system, options);
}

}  // namespace carom
