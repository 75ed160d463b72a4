#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "carom/integrators/adaptive/adaptive_solver.h"
#include "carom/integrators/events/event_location.h"
#include "carom/integrators/guarded_system.h"
#include "carom/integrators/integrator.h"

namespace carom {

/// Integrator on an error-controlled solver: projection after each step, events located on the dense output, limits.
class AdaptiveIntegrator final : public Integrator, private StateCurve {
 public:
  using SolverMaker = std::unique_ptr<AdaptiveSolver> (*)(GuardedSystem&, const AdaptiveOptions&);

  /// On the solver of `options.method`.
  AdaptiveIntegrator(OdeSystem& system, EventFunctions* events, const AdaptiveOptions& options);
  /// On another.
  AdaptiveIntegrator(OdeSystem& system, EventFunctions* events, const AdaptiveOptions& options, SolverMaker make);

  [[nodiscard]] StepReport restart(double time, std::span<const double> y,
                                   std::span<const LocatedEvent> handled) override;
  void suggest_step(double step) override { solver_->suggest_step(step); }
  [[nodiscard]] StepReport step(double limit) override;
  [[nodiscard]] double time() const override { return time_; }
  [[nodiscard]] std::span<const double> state() const override { return y_; }
  void replace_state(std::span<const double> y) override;
  [[nodiscard]] bool interpolate(double at, std::span<double> y) override;
  [[nodiscard]] Sketch sketch(double at, std::span<double> y) override;
  [[nodiscard]] IntegratorStatistics statistics() const override;

 private:
  [[nodiscard]] StepReport try_step(double limit);
  [[nodiscard]] StepReport take_step(double limit);
  [[nodiscard]] StepReport accept_step(double limit);
  [[nodiscard]] EventSearch move_back_to_event();
  [[nodiscard]] double calc_smallest_step() const;
  [[nodiscard]] StepReport make_report(StepStatus status, double step) const;
  [[nodiscard]] StepReport make_report(SolverStatus status, double step) const;
  [[nodiscard]] StepReport make_report(const EventSearch& failure) const;

  AdaptiveOptions options_;
  GuardedSystem system_;
  EventLocator locator_;
  std::unique_ptr<AdaptiveSolver> solver_;
  double start_time_{};  // of the last step  [s]
  double time_{};        // [s]
  std::vector<double> y_;
  std::vector<double> y_next_;  // the end of the step that is being taken
  std::vector<double> y_event_;
  bool solver_is_elsewhere_{};  // past an event, or failed: it starts at (time_, y_) if the caller just goes on
  bool first_step_{};           // the solver has just been started
  std::int64_t steps_{};
  std::int64_t events_{};
};

}  // namespace carom
