#include "carom/integrators/fixed/fixed_step.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/base/assert.h"
#include "carom/integrators/advice.h"
#include "carom/integrators/fixed/euler.h"
#include "carom/integrators/fixed/explicit_runge_kutta.h"

namespace carom {
namespace {

std::unique_ptr<StepFormula> make_formula(FixedMethod method, int size) {
  switch (method) {
    case FixedMethod::Euler:
      return std::make_unique<EulerFormula>(EulerFormula::Variant::Explicit, size);
    case FixedMethod::SemiImplicitEuler:
      return std::make_unique<EulerFormula>(EulerFormula::Variant::SemiImplicit, size);
    case FixedMethod::BogackiShampine:
      return std::make_unique<ExplicitRungeKutta>(tableaus::kBogackiShampine, size);
    case FixedMethod::Rk4:
      return std::make_unique<ExplicitRungeKutta>(tableaus::kRk4, size);
  }
  return nullptr;
}

}  // namespace

FixedStepIntegrator::FixedStepIntegrator(OdeSystem& system, EventFunctions* events, const FixedStepOptions& options)
    : options_(options),
      system_(system, options.projection_threshold),
      locator_(events, system.size(), /*samples=*/1),
      formula_(make_formula(options.method, system.size())),
      curve_(system.size()),
      next_(curve_.end) {
  // Where the acceleration is constant, as in flight, the last stage of this method is the end of the step.
  if (options.method == FixedMethod::Rk4) system_.remember_rates();
}

StepReport FixedStepIntegrator::restart(double time, std::span<const double> y, std::span<const LocatedEvent> handled) {
  CAROM_ASSERT(y.size() == next_.y.size());
  const int not_finite = find_not_finite(y);
  if (not_finite >= 0) {
    return {.status = StepStatus::NotFinite, .time = time, .quantity = Quantity::State, .index = not_finite};
  }
  system_.forget_rate();  // a caller restarts also where it has changed the system
  next_.time = time;
  std::ranges::copy(y, next_.y.begin());
  if (!system_.keep_on_manifold(time, next_.y)) return {.status = StepStatus::ProjectionFailed, .time = time};
  if (system_.calc_rate(time, next_.y, next_.rate) != RateStatus::Ok) return system_.make_failure_report(0.0);
  const EventSearch failure = locator_.start(time, next_.y, handled);
  if (failure.status != SearchStatus::None) return make_report(failure, 0.0);

  std::swap(curve_.end, next_);
  curve_.start = curve_.end;
  origin_ = time;
  count_ = 0;
  return {.status = StepStatus::Ok, .time = time};
}

StepReport FixedStepIntegrator::step(double limit) {
  StepReport report = try_step(limit);
  if (report.failed()) report.advice = advise(report.status, options_);
  return report;
}

StepReport FixedStepIntegrator::try_step(double limit) {
  CAROM_ASSERT(std::isfinite(limit));
  if (time() >= limit) return {.status = StepStatus::ReachedLimit, .time = time()};
  const Target target = choose_target(limit);
  if (steps_ >= options_.max_steps) return {.status = StepStatus::TooManySteps, .time = time(), .step = target.step};
  if (!(target.time > time())) return {.status = StepStatus::StepTooSmall, .time = time(), .step = target.step};
  const StepReport failure = advance(target);
  if (failure.failed()) return failure;

  std::swap(curve_.start, curve_.end);
  std::swap(curve_.end, next_);
  const StepReport report = find_events(target.step, limit);
  if (report.failed()) {
    std::swap(curve_.end, next_);
    std::swap(curve_.start, curve_.end);
    return report;
  }
  ++steps_;
  ++count_;
  if (!target.on_grid) {
    origin_ = target.time;
    count_ = 0;
  }
  return report;
}

// The next point of the grid, or the limit where that comes first. Where the two differ by rounding, they are the same.
FixedStepIntegrator::Target FixedStepIntegrator::choose_target(double limit) const {
  const double grid = origin_ + static_cast<double>(count_ + 1) * options_.substep();
  const double rounding = 4.0 * std::numeric_limits<double>::epsilon() * std::abs(limit);
  const double same = std::max(1e-6 * options_.substep(), rounding);
  if (std::abs(grid - limit) <= rounding) return {limit, options_.substep(), true};
  if (std::abs(grid - limit) <= same) return {limit, limit - time(), true};
  if (grid < limit) return {grid, options_.substep(), true};
  return {limit, limit - time(), false};
}

StepReport FixedStepIntegrator::advance(const Target& target) {
  const HermiteCurve::End& now = curve_.end;
  next_.time = target.time;
  if (formula_->advance(system_, now.time, target.step, now.y, now.rate, next_.y) != RateStatus::Ok) {
    return system_.make_failure_report(target.step);
  }
  const int not_finite = find_not_finite(next_.y);
  if (not_finite >= 0) {
    return {.status = StepStatus::NotFinite,
            .time = target.time,
            .step = target.step,
            .quantity = Quantity::State,
            .index = not_finite};
  }
  if (!system_.keep_on_manifold(target.time, next_.y)) {
    return {.status = StepStatus::ProjectionFailed, .time = target.time, .step = target.step};
  }
  if (system_.calc_rate(target.time, next_.y, next_.rate) != RateStatus::Ok) {
    return system_.make_failure_report(target.step);
  }
  return {};
}

StepReport FixedStepIntegrator::find_events(double step, double limit) {
  const EventSearch search = locator_.search(*this, curve_.start.time, time());
  switch (search.status) {
    case SearchStatus::None:
      return {.status = time() == limit ? StepStatus::ReachedLimit : StepStatus::Ok, .time = time(), .step = step};
    case SearchStatus::Found:
      locator_.pass();
      events_ += static_cast<std::int64_t>(locator_.located().size());
      return {.status = StepStatus::EventLocated, .time = time(), .step = step, .events = locator_.located()};
    default:
      return make_report(search, step);
  }
}

StepReport FixedStepIntegrator::make_report(const EventSearch& failure, double step) const {
  if (failure.status == SearchStatus::CurveFailed) {
    return {.status = StepStatus::ProjectionFailed, .time = failure.time, .step = step};
  }
  return {.status = StepStatus::NotFinite,
          .time = failure.time,
          .step = step,
          .quantity = Quantity::Event,
          .index = failure.index};
}

bool FixedStepIntegrator::interpolate(double at, std::span<double> y) {
  CAROM_ASSERT(at >= curve_.start.time && at <= curve_.end.time);
  curve_.calc_state(at, y);
  return at == time() || system_.keep_on_manifold(at, y);
}

void FixedStepIntegrator::replace_state(std::span<const double> y) {
  std::ranges::copy(y, curve_.end.y.begin());
  // A rate that fails here fails again in the next step, which reports it.
  (void)system_.calc_rate(time(), curve_.end.y, curve_.end.rate);
}

IntegratorStatistics FixedStepIntegrator::statistics() const {
  return {.steps = steps_,
          .rejected_steps = 0,
          .rate_evaluations = system_.evaluations(),
          .jacobian_evaluations = 0,
          .projections = system_.projections(),
          .events = events_};
}

}  // namespace carom
