#include "carom/simulation/verdict/explained_error.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "carom/model/model.h"
#include "carom/simulation/contact_report_numbers.h"
#include "carom/simulation/verdict/scene_scale.h"

namespace carom {
namespace {

// Of what the steps explain.
constexpr double kWarned = 1.0;
constexpr double kFailed = 10.0;
// Limits that no tolerance goes below: events are located, and laws evaluated, with errors of their own.
constexpr double kLeastWarned = 1e-6;
constexpr double kLeastFailed = 1e-4;
// Rounding of an energy, and of its sum with others.
constexpr double kRounding = 4.0 * std::numeric_limits<double>::epsilon();
// From rest, n steps of order one err by 1/n of the energy that they moved: the caps do not go below twice that.
constexpr double kFirstSteps = 2.0;

int order_of(FixedMethod method) {
  switch (method) {
    case FixedMethod::Euler:
    case FixedMethod::SemiImplicitEuler:
      return 1;
    case FixedMethod::BogackiShampine:
      return 3;
    case FixedMethod::Rk4:
      return 4;
  }
  return 1;
}

}  // namespace

ExplainedError::ExplainedError(const Model& model, const SimulationOptions& options)
    : mass_(model.total_mass()), weight_(mass_ * model.gravity().norm()), lever_(std::max(1.0, calc_length(model))) {
  fallback_.scheme = SteppingScheme::Peiret;
  fallback_.step = options.event_driven.fallback_step;
  const bool steps_in_time = options.formulation == FormulationKind::TimeStepping && !options.contacts.rules.empty();
  if (steps_in_time) {
    describe(options.time_stepping);
  } else {
    std::visit([this](const auto& chosen) { describe(chosen); }, options.integrator);
  }
}

void ExplainedError::describe(const AdaptiveOptions& options) {
  relative_tolerance_ = options.relative_tolerance;
  absolute_tolerance_ = options.absolute_tolerance;
  caps_ = {.warning = 1e-3, .failing = 1e-2};
  method_ = fmt::format("{} at a tolerance of {:g}", method_name(options.method), options.relative_tolerance);
  remedy_ = fmt::format("try a tolerance a hundred times smaller, or the method {}",
                        options.method == AdaptiveMethod::Radau ? "dormand-prince" : "radau");
}

void ExplainedError::describe(const FixedStepOptions& options) {
  order_ = order_of(options.method);
  step_ = options.substep();
  caps_ = order_ == 1 ? Caps{.warning = 2e-2, .failing = 0.1} : Caps{.warning = 1e-2, .failing = 5e-2};
  method_ = fmt::format("{} at steps of {:g} s", method_name(options.method), step_);
  remedy_ = order_ == 1 ? "try a step ten times shorter, rk4, or adaptive steps"
                        : "try a step ten times shorter, or adaptive steps";
}

void ExplainedError::describe(const TimeSteppingOptions& options) {
  order_ = 1;
  step_ = options.step;
  solver_error_ = options.tolerance;
  books_loss_ = true;
  caps_ = {.warning = 5e-2, .failing = 0.25};
  method_ = fmt::format("{} at steps of {:g} s", scheme_name(options.scheme), step_);
  remedy_ = "try a step ten times shorter";
}

void ExplainedError::allow_fallback() {
  if (has_fallback_) return;
  has_fallback_ = true;
  describe(fallback_);
  remedy_ = "try a fallback_step ten times shorter";
}

void ExplainedError::start(const Ledger& ledger) {
  last_.clear();
  for (const LedgerRow& row : ledger.rows) last_.push_back(row.value);
}

void ExplainedError::add(const Ledger& ledger, const Steps& steps) {
  double moved = 0.0, through_contacts = 0.0, held = std::abs(ledger.initial);
  for (std::size_t i = 0; i < last_.size(); ++i) {
    const double value = ledger.rows[i].value, change = std::abs(value - last_[i]);
    moved = std::max(moved, change);
    if (i >= 2) through_contacts = std::max(through_contacts, change);  // neither kinetic nor of gravity
    held += std::abs(value);
    last_[i] = value;
  }
  const auto count = static_cast<double>(steps.count);
  const double largest = ledger.scale;
  steps_ += steps.count;
  const double velocity_error = std::max(solver_error_, steps.velocity_error);
  rounding_ += count * (kRounding * held + weight_ * velocity_error * step_);
  if (order_ == 0) {
    const double momentum = std::sqrt(2.0 * mass_ * std::max(ledger.rows.front().value, 0.0));
    // The rows of the account are integrated too: an error of one joule counts as one of a metre.
    const double absolute = absolute_tolerance_ * (lever_ * (weight_ + momentum) + 1.0);
    smooth_ += count * (relative_tolerance_ * largest + absolute);
    absolute_ = std::max(absolute_, absolute);
    return;
  }
  if (!(largest > 0.0) || steps.count == 0) return;
  const double part = std::min(1.0, std::max(moved / (count * largest), steps.fastest_turn * step_));
  smooth_ += count * largest * std::pow(part, order_ + 1);
  swing_ = std::max(swing_, largest * std::pow(part, order_));
  if (steps.has_corner) corners_ += through_contacts;
}

double ExplainedError::calc_error(const Ledger& ledger) const {
  const double residual = ledger.residual(), booked = ledger.total(LedgerKind::Numerical);
  if (books_loss_) return std::abs(residual) > std::abs(booked) || booked < 0.0 ? residual : booked;
  return std::abs(residual) > std::abs(booked) ? residual : booked;
}

double ExplainedError::calc_limit(const Ledger& ledger, double factor, double cap) const {
  const double largest_part = std::max(cap, kFirstSteps / std::max(static_cast<double>(steps_), 1.0));
  const double capped = std::min(factor * (smooth_ + swing_ + corners_), largest_part * ledger.scale);
  return std::max(capped, factor * (rounding_ + absolute_));
}

double ExplainedError::warning_limit(const Ledger& ledger) const {
  return std::max(calc_limit(ledger, kWarned, caps_.warning), kLeastWarned * ledger.scale);
}

double ExplainedError::failing_limit(const Ledger& ledger) const {
  return std::max(calc_limit(ledger, kFailed, caps_.failing), kLeastFailed * ledger.scale);
}

void ExplainedError::append_numbers(std::vector<double>& numbers) const {
  numbers.insert(numbers.end(), {static_cast<double>(steps_), smooth_, swing_, corners_, rounding_, absolute_,
                                 has_fallback_ ? 1.0 : 0.0});
}

void ExplainedError::take_numbers(NumberReader& numbers) {
  constexpr double kMostCounted = 1LL << 53;
  steps_ = static_cast<std::int64_t>(numbers.take_count(kMostCounted));
  for (double* sum : {&smooth_, &swing_, &corners_, &rounding_, &absolute_}) *sum = numbers.take();
  if (numbers.take() != 0.0) allow_fallback();
}

}  // namespace carom
