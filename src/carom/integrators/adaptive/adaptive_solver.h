#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace carom {

enum class SolverStatus { Ok, StepTooSmall, RateFailed, SolverFailed };

/// What an error-controlled solver owes AdaptiveIntegrator, which adds projection, events and limits.
class AdaptiveSolver {
 public:
  virtual ~AdaptiveSolver() = default;

  /// Forgets all that was.
  [[nodiscard]] virtual SolverStatus start(double time, std::span<const double> y) = 0;

  /// The state at the end of the last step was moved onto the manifold: the next step goes on from there, or from the
  /// solver's own state nearby where a multistep method would lose more by its restart. Dense output stays that of the
  /// last step until the next one.
  virtual void move_end(std::span<const double> y) = 0;

  /// One step that meets the tolerances, not past the limit.
  [[nodiscard]] virtual SolverStatus step(double limit) = 0;

  [[nodiscard]] virtual double time() const = 0;  // end of the last step  [s]
  [[nodiscard]] virtual std::span<const double> state() const = 0;

  /// For the next start() alone  [s].
  virtual void suggest_step(double /*step*/) {}

  /// Dense output inside the last step, not projected.
  [[nodiscard]] virtual bool calc_state(double time, std::span<double> y) = 0;
  /// The same without evaluations of the rate, perhaps roughly.
  [[nodiscard]] virtual bool sketch_state(double time, std::span<double> y) { return calc_state(time, y); }
  [[nodiscard]] virtual bool sketches_exactly() const { return true; }

  [[nodiscard]] virtual std::int64_t rejected_steps() const = 0;
  [[nodiscard]] virtual std::int64_t jacobian_evaluations() const = 0;
  [[nodiscard]] virtual std::string_view message() const = 0;  // the solver's words for its last failure
};

}  // namespace carom
