#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "carom/integrators/events/event_location.h"
#include "carom/integrators/events/hermite.h"
#include "carom/integrators/fixed/step_formula.h"
#include "carom/integrators/guarded_system.h"
#include "carom/integrators/integrator.h"

namespace carom {

/// Integrator with a given step. The rate at the end of a step is that at the start of the next, so the cubic dense
/// output costs no evaluation.
class FixedStepIntegrator final : public Integrator, private StateCurve {
 public:
  FixedStepIntegrator(OdeSystem& system, EventFunctions* events, const FixedStepOptions& options);

  [[nodiscard]] StepReport restart(double time, std::span<const double> y,
                                   std::span<const LocatedEvent> handled) override;
  [[nodiscard]] StepReport step(double limit) override;
  [[nodiscard]] double time() const override { return curve_.end.time; }
  [[nodiscard]] std::span<const double> state() const override { return curve_.end.y; }
  void replace_state(std::span<const double> y) override;
  [[nodiscard]] bool interpolate(double at, std::span<double> y) override;
  [[nodiscard]] IntegratorStatistics statistics() const override;

 private:
  struct Target {
    double time{};  // [s]
    double step{};  // [s]
    bool on_grid{};
  };

  [[nodiscard]] StepReport try_step(double limit);
  [[nodiscard]] Target choose_target(double limit) const;
  [[nodiscard]] StepReport advance(const Target& target);
  [[nodiscard]] StepReport find_events(double step, double limit);
  [[nodiscard]] StepReport make_report(const EventSearch& failure, double step) const;

  FixedStepOptions options_;
  GuardedSystem system_;
  EventLocator locator_;
  std::unique_ptr<StepFormula> formula_;
  HermiteCurve curve_;  // its end is the present
  HermiteCurve::End next_;
  double origin_{};       // the grid: origin + count · step  [s]
  std::int64_t count_{};  // steps since the origin
  std::int64_t steps_{};
  std::int64_t events_{};
};

}  // namespace carom
