#include "carom/simulation/simulation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "carom/base/input_error.h"

namespace carom {
namespace {

void check_positive(const char* element, double value) {
  if (std::isfinite(value) && value > 0.0) return;
  throw InputError(element, fmt::format("must be finite and positive, found {} s", value));
}

}  // namespace

void validate(const SimulationOptions& options) {
  check_positive("duration", options.duration);
  check_positive("recording interval", options.record_every);
  validate(options.integrator);
}

Simulation::Simulation(const Model& model, const State& initial, const SimulationOptions& options)
    : options_(options), system_(model), start_(initial.time), end_(initial.time + options.duration) {
  validate(options);
  integrator_ = make_integrator(system_, nullptr, options.integrator);
  y_.resize(static_cast<std::size_t>(system_.size()));
  system_.pack(initial, y_);
  if (!system_.project(initial.time, y_)) throw InputError("initial state", system_.failure());
  // Putting the mechanism together is not part of the run: its account starts here.
  system_.unpack(initial.time, y_, shown_);
  system_.pack(shown_, y_);
  ledger_ = system_.make_ledger(initial.time, y_);
  ledger_.initial = ledger_.total(LedgerKind::Stored);
  for (const LedgerRow& row : ledger_.rows) initial_rows_.push_back(row.value);
  ledger_.scale = ledger_.rows.front().value;  // kinetic
}

// Shows the observer one moment and keeps track of how much energy has moved.
bool Simulation::show(double time, std::span<const double> y, Observer* observer) {
  system_.unpack(time, y, shown_);
  system_.update_ledger(time, y, ledger_);
  ledger_.scale = std::max(ledger_.scale, ledger_.rows.front().value);
  for (std::size_t i = 0; i < initial_rows_.size(); ++i) {
    ledger_.scale = std::max(ledger_.scale, std::abs(ledger_.rows[i].value - initial_rows_[i]));
  }
  return observer == nullptr || observer->observe({shown_, ledger_, system_});
}

// The next recording time  [s]. One that differs from the end by rounding is the end, so that it is shown once.
double Simulation::next_due() const {
  const double due = start_ + static_cast<double>(samples_) * options_.record_every;
  return std::abs(due - end_) <= 1e-6 * options_.record_every ? end_ : due;
}

// Every recording time in the last step, from the dense output.
bool Simulation::show_until(double time, Observer* observer) {
  for (;;) {
    const double due = next_due();
    if (due > time) return true;
    ++samples_;
    if (!integrator_->interpolate(due, y_)) continue;  // the step itself is good; one sample less
    if (!show(due, y_, observer)) return false;
  }
}

SimulationReport Simulation::run(Observer* observer) {
  StepReport step = integrator_->restart(start_, y_);
  samples_ = 1;
  if (!show(start_, integrator_->state(), observer)) return finish(SimulationStatus::Stopped, "stopped at the start");
  while (!step.failed() && step.status != StepStatus::ReachedLimit) {
    step = integrator_->step(end_);
    if (step.failed()) break;
    if (!show_until(integrator_->time(), observer) || (observer != nullptr && !observer->wants_more())) {
      return finish(SimulationStatus::Stopped, fmt::format("stopped at t = {:.9g} s", integrator_->time()));
    }
  }
  if (step.failed()) {
    std::string sentence = describe(step);
    if (!system_.failure().empty()) sentence += "; " + system_.failure();
    return finish(SimulationStatus::Failed, std::move(sentence));
  }
  // The end is shown too when it is not a recording time.
  if (shown_.time < integrator_->time() && !show(integrator_->time(), integrator_->state(), observer)) {
    return finish(SimulationStatus::Stopped, "stopped at the end");
  }
  return finish(SimulationStatus::Finished, fmt::format("reached t = {:.9g} s", integrator_->time()));
}

SimulationReport Simulation::finish(SimulationStatus status, std::string sentence) {
  SimulationReport report{.status = status, .sentence = std::move(sentence), .state = {}, .ledger = {}};
  (void)show(integrator_->time(), integrator_->state(), nullptr);
  report.state = shown_;
  report.ledger = ledger_;
  report.statistics = integrator_->statistics();
  report.rank_deficit = system_.rank_deficit();
  return report;
}

}  // namespace carom
