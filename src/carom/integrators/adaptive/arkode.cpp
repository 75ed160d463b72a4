#include "carom/integrators/adaptive/arkode.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <arkode/arkode_arkstep.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "carom/base/assert.h"
#include "carom/integrators/adaptive/active_linear_solver.h"
#include "carom/integrators/adaptive/first_step.h"
#include "carom/integrators/adaptive/sundials_support.h"
#include "carom/integrators/events/hermite.h"

namespace carom {
namespace {

constexpr int kMostRetries = 20;  // each at most a quarter of the step before it

// The Jacobian of the rate from difference quotients, one evaluation for each number that the rate depends on, which is
// moved back to where it came from: see RadauSolver::calc_jacobian().
int calc_jacobian(double time, N_Vector y, N_Vector rate, SUNMatrix jacobian, void* data, N_Vector rate_moved, N_Vector,
                  N_Vector) {
  constexpr double kRelative = 1.5e-8;  // √ε
  constexpr double kSmallest = 1e-5;    // a number below this is moved as if it were that large
  const auto& system = *static_cast<sundials::CallbackData*>(data)->system;
  double* const values = N_VGetArrayPointer(y);
  const double* const base = N_VGetArrayPointer(rate);
  const double* const moved = N_VGetArrayPointer(rate_moved);
  SUNMatZero(jacobian);
  for (int j = 0; j < system.system().num_active(); ++j) {
    const double kept = values[j];
    values[j] -= std::copysign(kRelative * std::max(std::abs(kept), kSmallest), base[j]);
    const double step = values[j] - kept;
    const int flag = sundials::calc_rate(time, y, rate_moved, data);
    values[j] = kept;
    if (flag != 0) return flag;
    double* const column = SUNDenseMatrix_Column(jacobian, j);
    for (int i = 0; i < system.size(); ++i) column[i] = (moved[i] - base[i]) / step;
  }
  return 0;
}

class ArkodeSolver final : public AdaptiveSolver {
 public:
  ArkodeSolver(GuardedSystem& system, const AdaptiveOptions& options);

  [[nodiscard]] SolverStatus start(double time, std::span<const double> y) override;
  void move_end(std::span<const double> y) override;
  [[nodiscard]] SolverStatus step(double limit) override;
  [[nodiscard]] double time() const override { return curve_.end.time; }
  [[nodiscard]] std::span<const double> state() const override { return curve_.end.y; }
  void suggest_step(double step) override { suggested_step_ = step; }
  [[nodiscard]] bool calc_state(double time, std::span<double> y) override;
  [[nodiscard]] bool sketch_state(double time, std::span<double> y) override;
  [[nodiscard]] bool sketches_exactly() const override { return false; }
  [[nodiscard]] std::int64_t rejected_steps() const override;
  [[nodiscard]] std::int64_t jacobian_evaluations() const override;
  [[nodiscard]] std::string_view message() const override { return data_.message; }

 private:
  void set_options(const AdaptiveOptions& options);
  void set_linear_solver();
  [[nodiscard]] double find_first_step();
  [[nodiscard]] SolverStatus begin(const HermiteCurve::End& from, double initial_step);
  [[nodiscard]] int evolve(double limit);
  [[nodiscard]] bool declines_trial(int flag) const;
  [[nodiscard]] bool prepare_curve();

  GuardedSystem& system_;
  bool implicit_;
  AdaptiveOptions options_;
  double suggested_step_{};  // for the next start  [s]; 0: none
  sundials::CallbackData data_;
  sundials::Context context_;
  sundials::StateVector y_;
  sundials::StateVector rate_;
  sundials::Matrix matrix_;
  sundials::LinearSolver linear_solver_;
  struct FreeSolver {
    void operator()(void* memory) const { ARKStepFree(&memory); }
  };
  std::unique_ptr<void, FreeSolver> memory_;
  HermiteCurve curve_;
  bool has_rates_{};                // the rates of curve_ are those of the last step
  bool moved_{};                    // y_ holds a state that the solver does not know yet
  std::int64_t rejected_before_{};  // the counts of ARKODE begin anew at each start
  std::int64_t jacobians_before_{};
};

ArkodeSolver::ArkodeSolver(GuardedSystem& system, const AdaptiveOptions& options)
    : system_(system),
      implicit_(options.method == AdaptiveMethod::ArkodeImplicit),
      options_(options),
      data_{&system},
      context_(sundials::make_context()),
      y_(system.size(), context_.get()),
      rate_(system.size(), context_.get()),
      memory_(
          sundials::require(ARKStepCreate(implicit_ ? nullptr : sundials::calc_rate,
                                          implicit_ ? sundials::calc_rate : nullptr, 0.0, y_.get(), context_.get()))),
      curve_(system.size()) {
  system_.remember_rates();  // ARKODE evaluates the last stage of a step and the first of the next one
  set_options(options);
  if (implicit_) set_linear_solver();
}

void ArkodeSolver::set_options(const AdaptiveOptions& options) {
  void* const memory = memory_.get();
  ARKStepSetUserData(memory, &data_);
  ARKStepSetErrHandlerFn(memory, sundials::keep_message, &data_);
  ARKStepSStolerances(memory, options.relative_tolerance, options.absolute_tolerance);
  if (implicit_) {
    // L-stable, order 4. Its diagonal is not constant, so that ARKODE sets up Newton's matrix anew in each step. With
    // tables of constant diagonal an old matrix is kept, and single stiff steps came out wrong by 10⁵ tolerances; other
    // tables that step further leave the cubic dense output thousands of tolerances off.
    ARKStepSetTableNum(memory, ARKODE_QESDIRK436L2SA_6_3_4, ARKODE_ERK_NONE);
    ARKStepSetMaxNonlinIters(memory, 6);  // 3 by default, with which nonlinear motion lost many steps to Newton
  } else {
    ARKStepSetTableNum(memory, ARKODE_DIRK_NONE, ARKODE_DORMAND_PRINCE_7_4_5);
  }
  // A step that could be a little longer is: evaluations are dear, and no matrix depends on the step of an explicit
  // method. Steps then keep closer to the limit, so that the limit itself is set lower.
  if (!implicit_) {
    ARKStepSetFixedStepBounds(memory, 1.0, 1.0);
    ARKStepSetErrorBias(memory, 3.0);
  }
  // We take only its rates at the ends of the step; degrees above 3 would evaluate more at every call.
  ARKStepSetInterpolantType(memory, ARK_INTERP_HERMITE);
  ARKStepSetInterpolantDegree(memory, 3);
  if (std::isfinite(options.max_step)) ARKStepSetMaxStep(memory, options.max_step);
  ARKStepSetMaxHnilWarns(memory, -1);
  ARKStepSetMaxErrTestFails(memory, sundials::kMostFailedTrials);
  ARKStepSetMaxConvFails(memory, sundials::kMostFailedTrials);
}

void ArkodeSolver::set_linear_solver() {
  const int active = system_.system().num_active();
  matrix_ = sundials::make_active_matrix(system_.size(), active, context_.get());
  linear_solver_ = sundials::make_active_linear_solver(active, context_.get());
  ARKStepSetLinearSolver(memory_.get(), linear_solver_.get(), matrix_.get());
  ARKStepSetJacFn(memory_.get(), calc_jacobian);
}

SolverStatus ArkodeSolver::start(double time, std::span<const double> y) {
  std::ranges::copy(y, curve_.end.y.begin());
  curve_.end.time = time;
  return begin(curve_.end, find_first_step());
}

// ARKODE's own estimate starts from the shortest step the clock can tell and comes out far too small for motion that is
// nearly uniform. Zero where the rate fails: ARKODE then makes its own.
double ArkodeSolver::find_first_step() {
  constexpr double kOrder = 4.0;  // of the lower method of both pairs
  HermiteCurve::End& from = curve_.end;
  const double suggested = std::exchange(suggested_step_, 0.0);
  if (system_.calc_rate(from.time, from.y, from.rate) != RateStatus::Ok) return 0.0;
  return choose_first_step(system_, options_, suggested, kOrder, {from.time, from.y, from.rate},
                           {curve_.start.y, curve_.start.rate});
}

// ARKODE forgets all that was and goes on from here.
SolverStatus ArkodeSolver::begin(const HermiteCurve::End& from, double initial_step) {
  has_rates_ = moved_ = false;
  rejected_before_ = rejected_steps();
  jacobians_before_ = jacobian_evaluations();
  std::ranges::copy(from.y, y_.values().begin());
  const int flag = ARKStepReInit(memory_.get(), implicit_ ? nullptr : sundials::calc_rate,
                                 implicit_ ? sundials::calc_rate : nullptr, from.time, y_.get());
  ARKStepSetInitStep(memory_.get(), initial_step);
  return flag == ARK_SUCCESS ? SolverStatus::Ok : SolverStatus::SolverFailed;
}

void ArkodeSolver::move_end(std::span<const double> y) {
  std::ranges::copy(y, y_.values().begin());
  moved_ = true;
}

SolverStatus ArkodeSolver::step(double limit) {
  // Keeps the step size and the history of its controller.
  if (moved_) ARKStepReset(memory_.get(), curve_.end.time, y_.get());
  moved_ = false;
  curve_.start.time = curve_.end.time;
  std::ranges::copy(y_.values(), curve_.start.y.begin());
  int flag = evolve(limit);
  for (int retry = 0; retry < kMostRetries && declines_trial(flag); ++retry) {
    const double reached = system_.failure_time() - curve_.start.time;
    if (!(reached > 0.0)) break;
    if (begin(curve_.start, 0.25 * reached) != SolverStatus::Ok) break;
    flag = evolve(limit);
  }
  switch (flag) {
    case ARK_SUCCESS:
    case ARK_TSTOP_RETURN:
      return SolverStatus::Ok;
    case ARK_ERR_FAILURE:
    case ARK_TOO_CLOSE:
      return SolverStatus::StepTooSmall;
    default:
      return system_.rate_failed() ? SolverStatus::RateFailed : SolverStatus::SolverFailed;
  }
}

// Explicit stages at which the rate failed make ARKODE give up where it could try a shorter step.
bool ArkodeSolver::declines_trial(int flag) const {
  return !implicit_ && flag == ARK_UNREC_RHSFUNC_ERR && !system_.rate_failed_for_good();
}

int ArkodeSolver::evolve(double limit) {
  has_rates_ = false;
  ARKStepSetStopTime(memory_.get(), limit);
  const int flag = ARKStepEvolve(memory_.get(), limit, y_.get(), &curve_.end.time, ARK_ONE_STEP);
  std::ranges::copy(y_.values(), curve_.end.y.begin());
  return flag;
}

bool ArkodeSolver::prepare_curve() {
  for (HermiteCurve::End* end : {&curve_.start, &curve_.end}) {
    if (ARKStepGetDky(memory_.get(), end->time, 1, rate_.get()) != ARK_SUCCESS) return false;
    std::ranges::copy(rate_.values(), end->rate.begin());
  }
  curve_.reset_order();
  has_rates_ = true;
  return true;
}

bool ArkodeSolver::calc_state(double time, std::span<double> y) {
  if (!has_rates_ && !prepare_curve()) return false;
  if (!implicit_ && !curve_.has_raised_order() && !curve_.raise_order(system_)) return false;
  curve_.calc_state(time, y);
  return true;
}

bool ArkodeSolver::sketch_state(double time, std::span<double> y) {
  if (!has_rates_ && !prepare_curve()) return false;
  curve_.calc_state(time, y);
  return true;
}

std::int64_t ArkodeSolver::rejected_steps() const {
  long attempts = 0;
  long steps = 0;
  ARKStepGetNumStepAttempts(memory_.get(), &attempts);
  ARKStepGetNumSteps(memory_.get(), &steps);
  return rejected_before_ + attempts - steps;
}

std::int64_t ArkodeSolver::jacobian_evaluations() const {
  long count = 0;
  if (implicit_) ARKStepGetNumJacEvals(memory_.get(), &count);
  return jacobians_before_ + count;
}

}  // namespace

std::unique_ptr<AdaptiveSolver> make_arkode_solver(GuardedSystem& system, const AdaptiveOptions& options) {
  return std::make_unique<ArkodeSolver>(system, options);
}

}  // namespace carom
