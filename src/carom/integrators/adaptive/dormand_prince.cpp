#include "carom/integrators/adaptive/dormand_prince.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "carom/integrators/adaptive/dormand_prince_table.h"
#include "carom/integrators/adaptive/error_norm.h"
#include "carom/integrators/adaptive/first_step.h"
#include "carom/integrators/events/hermite.h"

namespace carom {
namespace {

using namespace dormand_prince;

// The controller of DOP853: a step is chosen almost as long as the error of the last one allows, and within these
// factors. Eight tenths of that where DOP853 has nine: forces of contacts grow fast, and a rejected step costs eleven
// evaluations.
constexpr double kSafety = 0.8;
constexpr double kMostShrinking = 1.0 / 3.0;
constexpr double kMostGrowth = 6.0;
constexpr double kAfterFailedRate = 0.25;

class DormandPrinceSolver final : public AdaptiveSolver {
 public:
  DormandPrinceSolver(GuardedSystem& system, const AdaptiveOptions& options);

  [[nodiscard]] SolverStatus start(double time, std::span<const double> y) override;
  void move_end(std::span<const double> y) override;
  [[nodiscard]] SolverStatus step(double limit) override;
  [[nodiscard]] double time() const override { return curve_.end.time; }
  [[nodiscard]] std::span<const double> state() const override { return curve_.end.y; }
  void suggest_step(double step) override { suggested_step_ = step; }
  [[nodiscard]] bool calc_state(double time, std::span<double> y) override;
  [[nodiscard]] bool sketch_state(double time, std::span<double> y) override;
  [[nodiscard]] bool sketches_exactly() const override { return false; }
  [[nodiscard]] std::int64_t rejected_steps() const override { return rejected_; }
  [[nodiscard]] std::int64_t jacobian_evaluations() const override { return 0; }
  [[nodiscard]] std::string_view message() const override { return {}; }

 private:
  struct Trial {
    double step{};  // [s]
    double end{};   // [s]
    bool last{};    // cut at the limit
  };

  [[nodiscard]] std::span<double> rate(int i) {
    return std::span(rates_).subspan(static_cast<std::size_t>(i) * size_, size_);
  }
  void add_rates(std::span<const double> weights, std::span<double> sum) const;
  void move(std::span<const double> weights, double step, std::span<double> y_out);
  void move_to_end(double step);
  [[nodiscard]] bool begin_step();
  [[nodiscard]] SolverStatus take_back(SolverStatus failure);
  [[nodiscard]] Trial choose_trial(double limit) const;
  [[nodiscard]] double try_step(const Trial& trial);
  [[nodiscard]] double calc_error(double step);
  [[nodiscard]] bool prepare_dense();

  GuardedSystem& system_;
  AdaptiveOptions options_;
  std::size_t size_;
  double suggested_step_{};  // for the next start  [s]; 0: none
  double next_step_{};       // [s]
  HermiteCurve curve_;       // of the last step; its end is the present, with the rate there
  std::vector<double> rates_;
  std::vector<double> stage_;
  std::vector<double> sum_;
  std::array<std::vector<double>, 4> terms_;  // the highest of the continuous extension
  bool has_dense_{};
  // What rounding has left out of the present y, for the next step to add; and of that at the end of the trial.
  std::vector<double> left_out_, left_out_at_end_;
  bool moved_{};  // the present was put onto the manifold: y_moved_ is where the next step begins
  std::vector<double> y_moved_;
  std::int64_t rejected_{};
};

DormandPrinceSolver::DormandPrinceSolver(GuardedSystem& system, const AdaptiveOptions& options)
    : system_(system),
      options_(options),
      size_(static_cast<std::size_t>(system.size())),
      curve_(system.size()),
      rates_(kAllRates * size_),
      stage_(size_),
      sum_(size_),
      left_out_(size_),
      left_out_at_end_(size_),
      y_moved_(size_) {
  for (std::vector<double>& term : terms_) term.resize(size_);
}

SolverStatus DormandPrinceSolver::start(double time, std::span<const double> y) {
  HermiteCurve::End& now = curve_.end;
  now.time = time;
  std::ranges::copy(y, now.y.begin());
  has_dense_ = moved_ = false;
  std::ranges::fill(left_out_, 0.0);
  if (system_.calc_rate(time, now.y, now.rate) != RateStatus::Ok) return SolverStatus::RateFailed;

  constexpr double kOrder = 7.0;  // of the error estimate, as the two embedded formulas make it together
  next_step_ = choose_first_step(system_, options_, std::exchange(suggested_step_, 0.0), kOrder,
                                 {time, now.y, now.rate}, {stage_, sum_});
  return SolverStatus::Ok;
}

void DormandPrinceSolver::move_end(std::span<const double> y) {
  std::ranges::copy(y, y_moved_.begin());
  moved_ = true;
}

// The end of the last step becomes the start of the next.
bool DormandPrinceSolver::begin_step() {
  std::swap(curve_.start, curve_.end);
  has_dense_ = false;
  HermiteCurve::End& from = curve_.start;
  if (std::exchange(moved_, false)) {
    from.y.swap(y_moved_);
    std::ranges::fill(left_out_, 0.0);
    if (system_.calc_rate(from.time, from.y, from.rate) != RateStatus::Ok) return false;
  }
  std::ranges::copy(from.rate, rate(0).begin());
  return true;
}

SolverStatus DormandPrinceSolver::take_back(SolverStatus failure) {
  std::swap(curve_.start, curve_.end);
  return failure;
}

SolverStatus DormandPrinceSolver::step(double limit) {
  if (!begin_step()) return take_back(SolverStatus::RateFailed);
  const double smallest = 16.0 * std::numeric_limits<double>::epsilon() * std::abs(curve_.start.time);
  double longest = kMostGrowth;
  for (;;) {
    const Trial trial = choose_trial(limit);
    if (!(trial.step > smallest)) return take_back(SolverStatus::StepTooSmall);
    const double error = try_step(trial);
    if (system_.rate_failed_for_good()) return take_back(SolverStatus::RateFailed);
    const double wanted = kSafety * std::pow(std::max(error, 1e-30), -1.0 / 8.0);
    const double chosen =
        trial.step * (std::isfinite(error) ? std::clamp(wanted, kMostShrinking, longest) : kAfterFailedRate);
    if (error <= 1.0) {
      // A step that was cut says nothing against the longer one that was planned.
      next_step_ = trial.last ? std::max(chosen, next_step_) : chosen;
      left_out_.swap(left_out_at_end_);
      curve_.reset_order();
      return SolverStatus::Ok;
    }
    next_step_ = chosen;
    longest = 1.0;
    ++rejected_;
  }
}

DormandPrinceSolver::Trial DormandPrinceSolver::choose_trial(double limit) const {
  const double start = curve_.start.time;
  const double step = std::min(next_step_, options_.max_step);
  // A limit that is almost reached is reached: what would be left is of no use as a step.
  const double left = limit - start;
  if (1.001 * step >= left) return {left, limit, true};
  // As long as the clock says.
  const double end = start + step;
  return {end - start, end, false};
}

// The error in tolerances; infinite where a rate failed.
double DormandPrinceSolver::try_step(const Trial& trial) {
  constexpr double kFailed = std::numeric_limits<double>::infinity();
  for (int i = 1; i < kStages; ++i) {
    const Stage& inner = kInner[static_cast<std::size_t>(i - 1)];
    move(inner.a, trial.step, stage_);
    const double at = inner.node == 1.0 ? trial.end : curve_.start.time + inner.node * trial.step;
    if (system_.calc_rate(at, stage_, rate(i)) != RateStatus::Ok) return kFailed;
  }
  HermiteCurve::End& end = curve_.end;
  end.time = trial.end;
  move_to_end(trial.step);
  const double error = calc_error(trial.step);
  if (!std::isfinite(error)) return kFailed;
  // The rate at the end belongs to the curve and to the next step.
  if (error <= 1.0 && system_.calc_rate(end.time, end.y, end.rate) != RateStatus::Ok) return kFailed;
  return error;
}

// Σ wⱼ kⱼ; the first weight is not zero.
void DormandPrinceSolver::add_rates(std::span<const double> weights, std::span<double> sum) const {
  const double* k = rates_.data();
  for (std::size_t i = 0; i < size_; ++i) sum[i] = weights[0] * k[i];
  for (std::size_t j = 1; j < weights.size(); ++j) {
    const double weight = weights[j];
    k += size_;
    if (weight == 0.0) continue;
    for (std::size_t i = 0; i < size_; ++i) sum[i] += weight * k[i];
  }
}

void DormandPrinceSolver::move(std::span<const double> weights, double step, std::span<double> y_out) {
  add_rates(weights, sum_);
  for (std::size_t i = 0; i < size_; ++i) y_out[i] = curve_.start.y[i] + step * sum_[i];
}

// y + h Σ wⱼ kⱼ by compensated summation: at the tightest tolerances roundings of y would add up to more than the
// errors of the steps.                                                                      [hairer2006, ch. VIII]
void DormandPrinceSolver::move_to_end(double step) {
  add_rates(kWeights, sum_);
  const std::vector<double>& from = curve_.start.y;
  for (std::size_t i = 0; i < size_; ++i) {
    const double change = step * sum_[i] + left_out_[i];
    const double to = from[i] + change;
    curve_.end.y[i] = to;
    left_out_at_end_[i] = change - (to - from[i]);
  }
}

// e₅²/√(e₅² + 0.01 e₃²) with the norms of the differences to orders 5 and 3: of order h⁸ [hairer1993, II.10]. Deviation
// from DOP853: e₅² is a sum over two differences, see kErrorAcross.
double DormandPrinceSolver::calc_error(double step) {
  std::vector<double>& across = terms_[0];  // free until dense output is asked for
  std::vector<double>& error3 = terms_[1];
  add_rates(kError5, sum_);
  add_rates(kErrorAcross, across);
  add_rates(kError3, error3);
  double square5 = 0.0;
  double square3 = 0.0;
  for (std::size_t i = 0; i < size_; ++i) {
    const double weight =
        1.0 / calc_allowance(options_, std::max(std::abs(curve_.start.y[i]), std::abs(curve_.end.y[i])));
    square5 += (sum_[i] * sum_[i] + across[i] * across[i]) * weight * weight;
    square3 += error3[i] * error3[i] * weight * weight;
  }
  const double together = square5 + 0.01 * square3;
  if (together == 0.0) return 0.0;
  return step * square5 / std::sqrt(together * static_cast<double>(size_));
}

bool DormandPrinceSolver::prepare_dense() {
  const double start = curve_.start.time;
  const double step = curve_.end.time - start;
  std::ranges::copy(curve_.end.rate, rate(kEnd).begin());
  for (int i = 0; i < static_cast<int>(kExtra.size()); ++i) {
    const Stage& extra = kExtra[static_cast<std::size_t>(i)];
    move(extra.a, step, stage_);
    if (system_.calc_rate(start + extra.node * step, stage_, rate(kEnd + 1 + i)) != RateStatus::Ok) return false;
  }
  for (std::size_t d = 0; d < terms_.size(); ++d) {
    add_rates(kDense[d], terms_[d]);
    for (double& value : terms_[d]) value *= step;
  }
  has_dense_ = true;
  return true;
}

// The cubic through both ends with their rates, and θ²(1 − θ)² times the four terms.              [hairer1993, II.6]
bool DormandPrinceSolver::calc_state(double time, std::span<double> y) {
  if (!has_dense_ && !prepare_dense()) return false;
  curve_.calc_state(time, y);
  if (time == curve_.start.time || time == curve_.end.time) return true;
  const double theta = (time - curve_.start.time) / (curve_.end.time - curve_.start.time);
  const double rest = 1.0 - theta;
  const double bump = theta * theta * rest * rest;
  const std::array<double, 4> weights{bump, bump * theta, bump * theta * rest, bump * theta * theta * rest};
  for (std::size_t i = 0; i < size_; ++i) {
    double added = 0.0;
    for (std::size_t d = 0; d < terms_.size(); ++d) added += weights[d] * terms_[d][i];
    y[i] += added;
  }
  return true;
}

bool DormandPrinceSolver::sketch_state(double time, std::span<double> y) {
  curve_.calc_state(time, y);
  return true;
}

}  // namespace

std::unique_ptr<AdaptiveSolver> make_dormand_prince_solver(GuardedSystem& system, const AdaptiveOptions& options) {
  return std::make_unique<DormandPrinceSolver>(system, options);
}

}  // namespace carom
