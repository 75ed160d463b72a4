#include "carom/integrators/adaptive/adaptive.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/base/assert.h"
#include "carom/integrators/adaptive/arkode.h"
#include "carom/integrators/adaptive/cvode.h"
#include "carom/integrators/adaptive/dormand_prince.h"
#include "carom/integrators/adaptive/radau.h"
#include "carom/integrators/advice.h"

namespace carom {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

std::unique_ptr<AdaptiveSolver> make_solver(GuardedSystem& system, const AdaptiveOptions& options) {
  switch (options.method) {
    case AdaptiveMethod::Automatic:
    case AdaptiveMethod::DormandPrince:
      return make_dormand_prince_solver(system, options);
    case AdaptiveMethod::Radau:
      return make_radau_solver(system, options);
    case AdaptiveMethod::ArkodeExplicit:
    case AdaptiveMethod::ArkodeImplicit:
      return make_arkode_solver(system, options);
    case AdaptiveMethod::CvodeAdams:
    case AdaptiveMethod::CvodeBdf:
      return make_cvode_solver(system, options);
  }
  return nullptr;
}

}  // namespace

AdaptiveIntegrator::AdaptiveIntegrator(OdeSystem& system, EventFunctions* events, const AdaptiveOptions& options)
    : AdaptiveIntegrator(system, events, options, make_solver) {}

AdaptiveIntegrator::AdaptiveIntegrator(OdeSystem& system, EventFunctions* events, const AdaptiveOptions& options,
                                       SolverMaker make)
    : options_(options),
      system_(system, options.projection_threshold),
      locator_(events, system.size(), options.event_samples),
      solver_(make(system_, options)),
      y_(static_cast<std::size_t>(system.size())),
      y_next_(y_),
      y_event_(y_) {}

StepReport AdaptiveIntegrator::restart(double time, std::span<const double> y, std::span<const LocatedEvent> handled) {
  CAROM_ASSERT(y.size() == y_.size());
  const int not_finite = find_not_finite(y);
  if (not_finite >= 0) {
    return {.status = StepStatus::NotFinite, .time = time, .quantity = Quantity::State, .index = not_finite};
  }
  system_.forget_rate();  // a caller restarts also where it has changed the system
  std::ranges::copy(y, y_next_.begin());
  if (!system_.keep_on_manifold(time, y_next_)) return {.status = StepStatus::ProjectionFailed, .time = time};
  const EventSearch failure = locator_.start(time, y_next_, handled);
  if (failure.status != SearchStatus::None) return make_report(failure);

  const SolverStatus status = solver_->start(time, y_next_);
  if (status != SolverStatus::Ok) return make_report(status, 0.0);
  y_.swap(y_next_);
  start_time_ = time_ = time;
  solver_is_elsewhere_ = false;
  first_step_ = true;
  return {.status = StepStatus::Ok, .time = time};
}

StepReport AdaptiveIntegrator::step(double limit) {
  StepReport report = try_step(limit);
  if (report.failed()) report.advice = advise(report.status, options_, report.step);
  return report;
}

StepReport AdaptiveIntegrator::try_step(double limit) {
  CAROM_ASSERT(std::isfinite(limit));
  if (time_ >= limit) return {.status = StepStatus::ReachedLimit, .time = time_};
  if (steps_ >= options_.max_steps) return make_report(StepStatus::TooManySteps, time_ - start_time_);
  if (solver_is_elsewhere_) {
    const StepReport failure = restart(time_, y_, locator_.located());
    if (failure.failed()) return failure;
  }
  // A limit that the clock can hardly tell from now: nothing moves on the way there.
  if (limit - time_ <= 128.0 * kEpsilon * std::abs(limit)) {
    start_time_ = time_ = limit;
    return {.status = StepStatus::ReachedLimit, .time = limit};
  }
  StepReport report = take_step(limit);
  if (!report.failed()) report = accept_step(limit);
  if (report.failed()) solver_is_elsewhere_ = true;
  return report;
}

StepReport AdaptiveIntegrator::take_step(double limit) {
  ++steps_;
  system_.forget_failure();
  const SolverStatus status = solver_->step(limit);
  const double taken = solver_->time() - time_;
  if (system_.rate_failed_for_good()) return system_.make_failure_report(taken);
  if (status != SolverStatus::Ok) return make_report(status, taken);

  const int not_finite = find_not_finite(solver_->state());
  if (not_finite >= 0) {
    return {.status = StepStatus::NotFinite,
            .time = solver_->time(),
            .step = taken,
            .quantity = Quantity::State,
            .index = not_finite};
  }
  // The first step is an estimate and the last one is cut at the limit: neither was asked for by the error control.
  const bool chosen = !first_step_ && solver_->time() != limit;
  if (!(taken > 0.0) || (chosen && taken < calc_smallest_step())) return make_report(SolverStatus::StepTooSmall, taken);

  std::ranges::copy(solver_->state(), y_next_.begin());
  const std::int64_t projections = system_.projections();
  if (!system_.keep_on_manifold(solver_->time(), y_next_)) {
    return {.status = StepStatus::ProjectionFailed, .time = solver_->time(), .step = taken};
  }
  if (system_.projections() != projections) solver_->move_end(y_next_);
  return {};
}

double AdaptiveIntegrator::calc_smallest_step() const {
  return std::max(options_.min_step, 16.0 * kEpsilon * std::abs(time_));
}

// Makes the step's end the present, or the first event in the step; undoes it where an event function failed.
StepReport AdaptiveIntegrator::accept_step(double limit) {
  const double previous = start_time_;
  start_time_ = time_;
  time_ = solver_->time();
  y_.swap(y_next_);
  first_step_ = false;

  EventSearch search = locator_.search(*this, start_time_, time_);
  if (search.status == SearchStatus::None) {
    return make_report(time_ == limit ? StepStatus::ReachedLimit : StepStatus::Ok, time_ - start_time_);
  }
  if (search.status == SearchStatus::Found) search = move_back_to_event();
  if (search.status == SearchStatus::Found) {
    StepReport report = make_report(StepStatus::EventLocated, time_ - start_time_);
    report.events = locator_.located();
    return report;
  }
  const StepReport failure = make_report(search);
  time_ = start_time_;
  start_time_ = previous;
  y_.swap(y_next_);
  return failure;
}

EventSearch AdaptiveIntegrator::move_back_to_event() {
  const double event_time = locator_.located().front().time;
  if (!interpolate(event_time, y_event_)) return {SearchStatus::CurveFailed, event_time};
  const EventSearch fired = locator_.fire_at(event_time, y_event_);
  if (fired.status != SearchStatus::Found) return fired;
  time_ = event_time;
  y_.swap(y_event_);
  solver_is_elsewhere_ = true;
  events_ += static_cast<std::int64_t>(locator_.located().size());
  return fired;
}

StepReport AdaptiveIntegrator::make_report(StepStatus status, double step) const {
  return {.status = status, .time = time_, .step = step};
}

StepReport AdaptiveIntegrator::make_report(SolverStatus status, double step) const {
  // A step may be too small because the rate failed wherever a longer one would have led.
  if (status != SolverStatus::SolverFailed && system_.rate_failed()) return system_.make_failure_report(step);
  if (status == SolverStatus::StepTooSmall) return make_report(StepStatus::StepTooSmall, step);
  StepReport report = make_report(StepStatus::SolverFailed, step);
  report.detail = solver_->message();
  return report;
}

StepReport AdaptiveIntegrator::make_report(const EventSearch& failure) const {
  const double step = time_ - start_time_;
  if (failure.status == SearchStatus::NotFinite) {
    return {.status = StepStatus::NotFinite,
            .time = failure.time,
            .step = step,
            .quantity = Quantity::Event,
            .index = failure.index};
  }
  if (system_.rate_failed()) return system_.make_failure_report(step);
  return {.status = StepStatus::ProjectionFailed, .time = failure.time, .step = step};
}

bool AdaptiveIntegrator::interpolate(double at, std::span<double> y) {
  CAROM_ASSERT(at >= start_time_ && at <= time_);
  if (at == time_) {
    std::ranges::copy(y_, y.begin());
    return true;
  }
  return solver_->calc_state(at, y) && system_.keep_on_manifold(at, y);
}

Sketch AdaptiveIntegrator::sketch(double at, std::span<double> y) {
  if (at == time_) return StateCurve::sketch(at, y);
  if (!solver_->sketch_state(at, y)) return Sketch::Failed;
  return solver_->sketches_exactly() && system_.is_on_manifold(at, y) ? Sketch::Exact : Sketch::Rough;
}

void AdaptiveIntegrator::replace_state(std::span<const double> y) {
  std::ranges::copy(y, y_.begin());
  solver_is_elsewhere_ = true;
}

IntegratorStatistics AdaptiveIntegrator::statistics() const {
  return {.steps = steps_,
          .rejected_steps = solver_->rejected_steps(),
          .rate_evaluations = system_.evaluations(),
          .jacobian_evaluations = solver_->jacobian_evaluations(),
          .projections = system_.projections(),
          .events = events_};
}

}  // namespace carom
