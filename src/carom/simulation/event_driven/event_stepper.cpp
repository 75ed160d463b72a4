#include "carom/simulation/event_driven/event_stepper.h"

#include <algorithm>
#include <utility>

#include "carom/integrators/fixed/bogacki_shampine.h"

namespace carom {
namespace {

std::unique_ptr<Integrator> make_quick(OdeSystem& system, EventFunctions& events, const IntegratorOptions& options) {
  const auto* adaptive = std::get_if<AdaptiveOptions>(&options);
  const bool is_free = adaptive != nullptr && adaptive->method == AdaptiveMethod::Automatic;
  return is_free ? make_short_step_integrator(system, &events, *adaptive) : nullptr;
}

std::unique_ptr<Integrator> make_implicit(OdeSystem& system, EventFunctions& events, const IntegratorOptions& options) {
  const auto* adaptive = std::get_if<AdaptiveOptions>(&options);
  if (adaptive == nullptr || adaptive->method != AdaptiveMethod::Automatic) return nullptr;
  AdaptiveOptions implicit = *adaptive;
  implicit.method = AdaptiveMethod::Radau;
  return make_integrator(system, &events, implicit);
}

}  // namespace

EventStepper::EventStepper(RigidPart& rigid, YieldingContacts& yielding, const IntegratorOptions& integrator,
                           const EventDrivenOptions& options, EventLog& log, SteppingFallback& fallback)
    : rigid_(rigid),
      yielding_(yielding),
      system_(rigid.system()),
      contacts_(rigid.contacts()),
      options_(options),
      log_(log),
      fallback_(fallback),
      crowding_(options),
      events_(rigid),
      ordered_(rigid),
      ordered_events_(events_, ordered_),
      integrator_(make_integrator(ordered_, &ordered_events_, integrator)),
      quick_(make_quick(ordered_, ordered_events_, integrator)),
      implicit_(options.may_yield() ? make_implicit(ordered_, ordered_events_, integrator) : nullptr),
      current_(integrator_.get()),
      collision_(rigid, options, log),
      modes_(rigid, options, log),
      islands_(system_.model()),
      g_(static_cast<std::size_t>(events_.count())),
      first_step_(ordered_, integrator),
      flights_(rigid, ordered_),
      keeps_grid_(std::holds_alternative<FixedStepOptions>(integrator)),
      y_(static_cast<std::size_t>(system_.size())),
      y_ordered_(static_cast<std::size_t>(ordered_.size())),
      y_within_(y_.size()),
      passages_(contacts_.pairs()) {
  handled_.reserve(g_.size());
  touching_.reserve(static_cast<std::size_t>(contacts_.num_slots()));
}

StepReport EventStepper::fail() { return {.status = StepStatus::SolverFailed, .time = time_, .detail = failure_}; }

StepReport EventStepper::step(double limit) {
  failure_.clear();
  is_lost_ = false;
  choose_fallback();
  if (fallback_.is_active()) return step_by_fallback(limit);
  const StepReport report = step_by_events(limit);
  if (!keeps_grid_) crowding_.add_step(restarts_);
  const bool is_stuck = report.status == StepStatus::StepTooSmall;
  if (!report.failed() || !(is_lost_ || is_stuck) || !can_fall_back()) return report;

  // Time steps need no modes, and no smooth forces.
  const std::string lost = std::exchange(failure_, {});
  begin_fallback(is_stuck ? Crowding::Kind::Standstill : Crowding::Kind::NotFound);
  const StepReport step = step_by_fallback(limit);
  if (!step.failed()) return step;
  failure_ = lost;
  return is_stuck ? report : fail();
}

void EventStepper::replace_state(std::span<const double> y) {
  std::ranges::copy(y, y_.begin());
  restarts_ = true;
}

bool EventStepper::interpolate(double time, std::span<double> y) {
  if (time == time_) {
    std::ranges::copy(y_, y.begin());
    return true;
  }
  if (fallback_.is_active()) return fallback_.interpolate(time, y);
  if (!current_->interpolate(time, y_ordered_)) return false;
  ordered_.restore(y_ordered_, y);
  return true;
}

IntegratorStatistics EventStepper::statistics() const {
  const IntegratorStatistics of_events = integrator_->statistics() + fallback_.statistics();
  const IntegratorStatistics of_short = quick_ == nullptr ? IntegratorStatistics{} : quick_->statistics();
  const IntegratorStatistics of_stiff = implicit_ == nullptr ? IntegratorStatistics{} : implicit_->statistics();
  return of_events + of_short + of_stiff;
}

}  // namespace carom
