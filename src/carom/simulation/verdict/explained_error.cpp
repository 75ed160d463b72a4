#include "carom/simulation/verdict/explained_error.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "carom/model/model.h"
#include "carom/simulation/contacts/contact_report_numbers.h"
#include "carom/simulation/verdict/scene_scale.h"

namespace carom {
namespace {

// Of what the steps explain.
constexpr double kWarned = 1.0;
constexpr double kFailed = 10.0;
// Limits that no tolerance goes below: events are located, and laws evaluated, with errors of their own.
constexpr double kLeastWarned = 1e-6;
constexpr double kLeastFailed = 1e-4;

MethodError make_own(const SimulationOptions& options) {
  const bool steps_in_time = options.formulation == FormulationKind::TimeStepping && !options.contacts.rules.empty();
  if (steps_in_time) return MethodError(options.time_stepping);
  return std::visit([](const auto& chosen) { return MethodError(chosen); }, options.integrator);
}

MethodError::Scene make_scene(const Model& model) {
  const double mass = model.total_mass();
  return {.mass = mass, .weight = mass * model.gravity().norm(), .lever = std::max(1.0, calc_length(model))};
}

}  // namespace

ExplainedError::ExplainedError(const Model& model, const SimulationOptions& options)
    : scene_(make_scene(model)),
      own_(make_own(options)),
      fallback_(TimeSteppingOptions{.scheme = SteppingScheme::Peiret, .step = options.event_driven.fallback_step}) {}

void ExplainedError::start(const Ledger& ledger) {
  last_.clear();
  for (const LedgerRow& row : ledger.rows) last_.push_back(row.value);
  last_booked_ = ledger.total(LedgerKind::Numerical);
}

void ExplainedError::add(const Ledger& ledger, const Steps& steps) {
  MethodError::Steps taken{.count = steps.count,
                           .fastest_turn = steps.fastest_turn,
                           .has_corner = steps.has_corner,
                           .velocity_error = steps.velocity_error,
                           .largest = ledger.scale,
                           .held = std::abs(ledger.initial),
                           .kinetic = ledger.rows.front().value};
  for (std::size_t i = 0; i < last_.size(); ++i) {
    const double value = ledger.rows[i].value, change = std::abs(value - last_[i]);
    taken.moved = std::max(taken.moved, change);
    if (i >= 2) taken.through_contacts = std::max(taken.through_contacts, change);  // neither kinetic nor of gravity
    taken.held += std::abs(value);
    last_[i] = value;
  }
  const double booked = ledger.total(LedgerKind::Numerical) - last_booked_;
  last_booked_ += booked;
  if (steps.by_fallback) {
    has_fallback_ = true;
    fallback_booked_ += booked;
    fallback_moved_ = std::min(fallback_moved_ + taken.moved, ledger.scale);
  }
  (steps.by_fallback ? fallback_ : own_).add(scene_, taken);
}

// What time steps lose is expected.
double ExplainedError::calc_error(const Ledger& ledger) const {
  const double residual = ledger.residual(), all = ledger.total(LedgerKind::Numerical);
  const double of_steps = own_.books_loss() ? all : fallback_booked_;
  const double booked = all - std::min(of_steps, 0.0);
  return std::abs(residual) > std::abs(booked) ? residual : booked;
}

double ExplainedError::warning_limit(const Ledger& ledger) const {
  const double explained =
      own_.warning_limit(kWarned, ledger.scale) + fallback_.warning_limit(kWarned, fallback_moved_);
  return std::max({explained, kWarned * calc_rounding(), kLeastWarned * ledger.scale});
}

double ExplainedError::failing_limit(const Ledger& ledger) const {
  const double explained =
      own_.failing_limit(kFailed, ledger.scale) + fallback_.failing_limit(kFailed, fallback_moved_);
  return std::max({explained, kFailed * calc_rounding(), kLeastFailed * ledger.scale});
}

std::string ExplainedError::method() const {
  return has_fallback_ ? fmt::format("{}, with {} in place of events,", own_.name(), fallback_.name()) : own_.name();
}

std::string ExplainedError::remedy() const {
  return has_fallback_ ? own_.remedy() + ", or a fallback_step ten times shorter" : own_.remedy();
}

void ExplainedError::append_numbers(std::vector<double>& numbers) const {
  own_.append_numbers(numbers);
  fallback_.append_numbers(numbers);
  numbers.insert(numbers.end(), {has_fallback_ ? 1.0 : 0.0, fallback_booked_, fallback_moved_});
}

void ExplainedError::take_numbers(NumberReader& numbers) {
  own_.take_numbers(numbers);
  fallback_.take_numbers(numbers);
  has_fallback_ = numbers.take_count(1.0) != 0;
  fallback_booked_ = numbers.take();
  fallback_moved_ = numbers.take();
}

}  // namespace carom
