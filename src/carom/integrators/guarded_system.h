#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "carom/integrators/ode_system.h"
#include "carom/integrators/step_report.h"

namespace carom {

/// Index of the first value that is not finite, or -1.
[[nodiscard]] int find_not_finite(std::span<const double> values);

/// An OdeSystem whose answers are checked and counted.
class GuardedSystem {
 public:
  GuardedSystem(OdeSystem& system, double projection_threshold)
      : system_(system),
        projection_threshold_(projection_threshold),
        last_y_(static_cast<std::size_t>(system.size())),
        last_rate_(last_y_) {}

  [[nodiscard]] OdeSystem& system() const { return system_; }
  [[nodiscard]] int size() const { return system_.size(); }

  /// A rate that is not finite counts as recoverable: a smaller step may avoid it.
  [[nodiscard]] RateStatus calc_rate(double time, std::span<const double> y, std::span<double> rate);

  /// The same of OdeSystem::calc_mean_rate.
  [[nodiscard]] RateStatus calc_mean_rate(double time, double step, std::span<const double> y, std::span<double> rate);

  /// The drift of y is not over the threshold.
  [[nodiscard]] bool is_on_manifold(double time, std::span<const double> y) const {
    return system_.calc_drift(time, y) <= projection_threshold_;
  }
  /// Projects y where its drift is over the threshold; false where that failed or left a drift over 1e-9.
  [[nodiscard]] bool keep_on_manifold(double time, std::span<double> y);

  /// The failures of calc_rate since the last call of forget_failure(): the last one counts.
  [[nodiscard]] bool rate_failed() const { return failure_ != RateStatus::Ok; }
  [[nodiscard]] bool rate_failed_for_good() const { return failure_ == RateStatus::Fatal; }
  [[nodiscard]] double failure_time() const { return failure_time_; }  // [s]
  void forget_failure() { failure_ = RateStatus::Ok; }
  /// For solvers that ask the same question twice, up to rounding: the second time it is answered from memory.
  void remember_rates() { remembers_ = true; }
  /// The system itself has changed.
  void forget_rate() { has_last_ = false; }
  /// RateFailed or NotFinite, at the time of the failed evaluation.
  [[nodiscard]] StepReport make_failure_report(double step) const;

  [[nodiscard]] std::int64_t evaluations() const { return evaluations_; }
  [[nodiscard]] std::int64_t projections() const { return projections_; }

 private:
  void remember(double time, std::span<const double> y, std::span<const double> rate);
  [[nodiscard]] RateStatus check(RateStatus status, double time, std::span<const double> rate);

  OdeSystem& system_;
  double projection_threshold_;
  bool remembers_{};
  RateStatus failure_{RateStatus::Ok};
  double failure_time_{};      // [s]
  int failure_component_{-1};  // the rate that was not finite; -1: the system itself declined
  // The last evaluation, where it is remembered.
  double last_time_{};
  std::vector<double> last_y_, last_rate_;
  bool has_last_{};
  std::int64_t evaluations_{};
  std::int64_t projections_{};
};

}  // namespace carom
