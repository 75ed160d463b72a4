#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "carom/integrators/events/event_functions.h"
#include "carom/integrators/ode_system.h"
#include "carom/integrators/options.h"
#include "carom/integrators/step_report.h"

namespace carom {

/// Counted from the making of the integrator on, across restarts.
struct IntegratorStatistics {
  std::int64_t steps{};
  std::int64_t rejected_steps{};
  std::int64_t rate_evaluations{};
  std::int64_t jacobian_evaluations{};
  std::int64_t projections{};
  std::int64_t events{};
};

[[nodiscard]] inline IntegratorStatistics operator+(const IntegratorStatistics& a, const IntegratorStatistics& b) {
  return {.steps = a.steps + b.steps,
          .rejected_steps = a.rejected_steps + b.rejected_steps,
          .rate_evaluations = a.rate_evaluations + b.rate_evaluations,
          .jacobian_evaluations = a.jacobian_evaluations + b.jacobian_evaluations,
          .projections = a.projections + b.projections,
          .events = a.events + b.events};
}

/// Moves the state of an OdeSystem through time. The caller's loop:
///
///   integrator->restart(t0, y0)
///   report = integrator->step(limit) until it is ReachedLimit or failed
///   after each: record with interpolate(); on EventLocated: change the state, restart(time, state, report.events)
///
/// **Adaptive methods** end a step at the first event in it: time() is then the event's time.
/// What is found, unless a step's ends and middle are clear of zero: crossings that one of its `event_samples` points
/// sees on the other side, and pairs of them that a parabola through three neighbouring points foretells. Two crossings
/// closer together may be missed; touching zero is no event. Going on without a restart is allowed. Times are located
/// to 4 ε|t| on the dense output, whose error is that of the steps within a few tolerances.
/// Multistep methods (CVODE) report projected states, but keep their own until it is ten tolerances off the manifold:
/// a restart at every projection would hold them at order one.
///
/// **Fixed steps** stay on their grid, so that the work of a step is bounded: the time is start + count · step with an
/// integer count, and an event is reported after the step in which it fell, with its time located on the dense output.
/// Crossings are sought at the ends of steps only. A limit that is not on the grid is reached with a shorter last
/// step, and the grid goes on from there.
class Integrator {
 public:
  virtual ~Integrator() = default;

  /// Starts afresh: what follows depends on these arguments alone, so that a stored (t, y, handled) goes on with the
  /// same bits. y is projected where it has drifted. Events listed as handled do not fire until they have left their
  /// zero band; their side is then where they went. Another event at exactly zero counts as not having crossed yet.
  [[nodiscard]] virtual StepReport restart(double time, std::span<const double> y,
                                           std::span<const LocatedEvent> handled = {}) = 0;

  /// A first step for the next restart alone, instead of an estimate. Fixed steps pay no heed.  [s]
  virtual void suggest_step(double /*step*/) {}

  /// One step, at most to the limit (finite). After a failure time and state are those of the last good step.
  [[nodiscard]] virtual StepReport step(double limit) = 0;

  [[nodiscard]] virtual double time() const = 0;                    // [s]
  [[nodiscard]] virtual std::span<const double> state() const = 0;  // y at time(), on the manifold

  /// Puts another state in place of the present one: for small changes that cost a fixed step neither its grid nor its
  /// dense output. Adaptive methods restart.
  virtual void replace_state(std::span<const double> y) = 0;

  /// Dense output: writes y at a time inside the last step, on the manifold. Not after a restart before the next step,
  /// save at time(). False where the rate or the projection failed there.
  [[nodiscard]] virtual bool interpolate(double time, std::span<double> y) = 0;

  [[nodiscard]] virtual IntegratorStatistics statistics() const = 0;
};

/// The system and the events (null: none) must outlive the integrator. Throws InputError for options out of range.
[[nodiscard]] std::unique_ptr<Integrator> make_integrator(OdeSystem& system, EventFunctions* events,
                                                          const IntegratorOptions& options);

}  // namespace carom
