#include "carom/integrators/fixed/bogacki_shampine.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "carom/integrators/adaptive/adaptive.h"
#include "carom/integrators/adaptive/error_norm.h"
#include "carom/integrators/adaptive/first_step.h"
#include "carom/integrators/events/hermite.h"

namespace carom {
namespace {

constexpr int kStages = 4;  // the last is the first of the next step
using Weights = std::array<double, kStages>;
constexpr Weights kResult{2.0 / 9.0, 1.0 / 3.0, 4.0 / 9.0, 0.0};
constexpr Weights kError{-5.0 / 72.0, 1.0 / 12.0, 1.0 / 9.0, -1.0 / 8.0};  // of order 3 less order 2

// A step is chosen almost as long as the error of the last one allows, and within these factors.
constexpr double kSafety = 0.9;
constexpr double kMostShrinking = 0.2;
constexpr double kMostGrowth = 5.0;
constexpr double kAfterFailedRate = 0.25;

class BogackiShampineSolver final : public AdaptiveSolver {
 public:
  BogackiShampineSolver(GuardedSystem& system, const AdaptiveOptions& options)
      : system_(system), options_(options), curve_(system.size()), inner_(), stage_(curve_.start.y.size()) {
    for (std::vector<double>* rate : {&inner_[0], &inner_[1], &y_moved_}) rate->resize(stage_.size());
  }

  [[nodiscard]] SolverStatus start(double time, std::span<const double> y) override;
  void move_end(std::span<const double> y) override {
    std::ranges::copy(y, y_moved_.begin());
    moved_ = true;
  }
  [[nodiscard]] SolverStatus step(double limit) override;
  [[nodiscard]] double time() const override { return curve_.end.time; }
  [[nodiscard]] std::span<const double> state() const override { return curve_.end.y; }
  void suggest_step(double step) override { suggested_step_ = step; }
  [[nodiscard]] bool calc_state(double time, std::span<double> y) override {
    curve_.calc_state(time, y);
    return true;
  }
  [[nodiscard]] std::int64_t rejected_steps() const override { return rejected_; }
  [[nodiscard]] std::int64_t jacobian_evaluations() const override { return 0; }
  [[nodiscard]] std::string_view message() const override { return {}; }

 private:
  [[nodiscard]] bool begin_step();
  [[nodiscard]] SolverStatus take_back(SolverStatus failure) {
    std::swap(curve_.start, curve_.end);
    return failure;
  }
  [[nodiscard]] double try_step(double step, double end);
  [[nodiscard]] double calc_error(double step) const;

  GuardedSystem& system_;
  AdaptiveOptions options_;
  double suggested_step_{};                   // for the next start  [s]; 0: none
  double next_step_{};                        // [s]
  HermiteCurve curve_;                        // of the last step; its end is the present, with the rate there
  std::array<std::vector<double>, 2> inner_;  // rates at 1/2 and 3/4 of the step
  std::vector<double> stage_;
  bool moved_{};  // the present was put onto the manifold: y_moved_ is where the next step begins
  std::vector<double> y_moved_;
  std::int64_t rejected_{};
};

SolverStatus BogackiShampineSolver::start(double time, std::span<const double> y) {
  HermiteCurve::End& now = curve_.end;
  now.time = time;
  std::ranges::copy(y, now.y.begin());
  moved_ = false;
  if (system_.calc_rate(time, now.y, now.rate) != RateStatus::Ok) return SolverStatus::RateFailed;

  constexpr double kOrder = 2.0;  // of the error estimate
  next_step_ = choose_first_step(system_, options_, std::exchange(suggested_step_, 0.0), kOrder,
                                 {time, now.y, now.rate}, {stage_, inner_[0]});
  return SolverStatus::Ok;
}

// The end of the last step becomes the start of the next.
bool BogackiShampineSolver::begin_step() {
  std::swap(curve_.start, curve_.end);
  if (!std::exchange(moved_, false)) return true;
  curve_.start.y.swap(y_moved_);
  return system_.calc_rate(curve_.start.time, curve_.start.y, curve_.start.rate) == RateStatus::Ok;
}

SolverStatus BogackiShampineSolver::step(double limit) {
  if (!begin_step()) return take_back(SolverStatus::RateFailed);
  const double start = curve_.start.time, left = limit - start;
  const double smallest = 16.0 * std::numeric_limits<double>::epsilon() * std::abs(start);
  double longest = kMostGrowth;
  for (;;) {
    const double planned = std::min(next_step_, options_.max_step);
    // A limit that is almost reached is reached: what would be left is of no use as a step.
    const bool last = 1.001 * planned >= left;
    const double step = last ? left : planned;
    if (!(step > smallest)) return take_back(SolverStatus::StepTooSmall);
    const double error = try_step(step, last ? limit : start + step);
    if (system_.rate_failed_for_good()) return take_back(SolverStatus::RateFailed);
    const double wanted = kSafety / std::cbrt(std::max(error, 1e-30));
    const double chosen =
        step * (std::isfinite(error) ? std::clamp(wanted, kMostShrinking, longest) : kAfterFailedRate);
    if (error <= 1.0) {
      // A step that was cut says nothing against the longer one that was planned.
      next_step_ = last ? std::max(chosen, next_step_) : chosen;
      curve_.reset_order();
      return SolverStatus::Ok;
    }
    next_step_ = chosen;
    longest = 1.0;
    ++rejected_;
  }
}

// The error in tolerances; infinite where a rate failed.
double BogackiShampineSolver::try_step(double step, double end_time) {
  constexpr double kFailed = std::numeric_limits<double>::infinity();
  const HermiteCurve::End& from = curve_.start;
  HermiteCurve::End& end = curve_.end;
  for (std::size_t i = 0; i < stage_.size(); ++i) stage_[i] = from.y[i] + 0.5 * step * from.rate[i];
  if (system_.calc_rate(from.time + 0.5 * step, stage_, inner_[0]) != RateStatus::Ok) return kFailed;
  for (std::size_t i = 0; i < stage_.size(); ++i) stage_[i] = from.y[i] + 0.75 * step * inner_[0][i];
  if (system_.calc_rate(from.time + 0.75 * step, stage_, inner_[1]) != RateStatus::Ok) return kFailed;
  end.time = end_time;
  for (std::size_t i = 0; i < stage_.size(); ++i) {
    end.y[i] = from.y[i] + step * (kResult[0] * from.rate[i] + kResult[1] * inner_[0][i] + kResult[2] * inner_[1][i]);
  }
  if (system_.calc_rate(end.time, end.y, end.rate) != RateStatus::Ok) return kFailed;
  const double error = calc_error(step);
  return std::isfinite(error) ? error : kFailed;
}

double BogackiShampineSolver::calc_error(double step) const {
  double square = 0.0;
  for (std::size_t i = 0; i < stage_.size(); ++i) {
    const double error = kError[0] * curve_.start.rate[i] + kError[1] * inner_[0][i] + kError[2] * inner_[1][i] +
                         kError[3] * curve_.end.rate[i];
    const double size = std::max(std::abs(curve_.start.y[i]), std::abs(curve_.end.y[i]));
    const double part = step * error / calc_allowance(options_, size);
    square += part * part;
  }
  return std::sqrt(square / static_cast<double>(std::max<std::size_t>(stage_.size(), 1)));
}

}  // namespace

std::unique_ptr<AdaptiveSolver> make_bogacki_shampine_solver(GuardedSystem& system, const AdaptiveOptions& options) {
  return std::make_unique<BogackiShampineSolver>(system, options);
}

std::unique_ptr<Integrator> make_short_step_integrator(OdeSystem& system, EventFunctions* events,
                                                       const AdaptiveOptions& options) {
  validate(IntegratorOptions(options));
  return std::make_unique<AdaptiveIntegrator>(system, events, options, make_bogacki_shampine_solver);
}

}  // namespace carom
