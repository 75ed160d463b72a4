#include "carom/simulation/verdict/method_error.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "carom/simulation/contacts/contact_report_numbers.h"

namespace carom {
namespace {

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

MethodError::MethodError(const AdaptiveOptions& options)
    : relative_tolerance_(options.relative_tolerance),
      absolute_tolerance_(options.absolute_tolerance),
      caps_{.warning = 1e-3, .failing = 1e-2},
      name_(fmt::format("{} at a tolerance of {:g}", method_name(options.method), options.relative_tolerance)),
      remedy_(fmt::format("try a tolerance a hundred times smaller, or the method {}",
                          options.method == AdaptiveMethod::Radau ? "dormand-prince" : "radau")) {}

MethodError::MethodError(const FixedStepOptions& options)
    : order_(order_of(options.method)),
      step_(options.substep()),
      caps_(order_ == 1 ? Caps{.warning = 2e-2, .failing = 0.1} : Caps{.warning = 1e-2, .failing = 5e-2}),
      name_(fmt::format("{} at steps of {:g} s", method_name(options.method), step_)),
      remedy_(order_ == 1 ? "try a step ten times shorter, rk4, or adaptive steps"
                          : "try a step ten times shorter, or adaptive steps") {}

MethodError::MethodError(const TimeSteppingOptions& options)
    : order_(1),
      books_loss_(true),
      step_(options.step),
      solver_error_(options.tolerance),
      caps_{.warning = 5e-2, .failing = 0.25},
      name_(fmt::format("{} at steps of {:g} s", scheme_name(options.scheme), step_)),
      remedy_("try a step ten times shorter") {}

void MethodError::add(const Scene& scene, const Steps& steps) {
  const auto count = static_cast<double>(steps.count);
  steps_ += steps.count;
  const double velocity_error = std::max(solver_error_, steps.velocity_error);
  rounding_ += count * (kRounding * steps.held + scene.weight * velocity_error * step_);
  if (order_ == 0) {
    const double momentum = std::sqrt(2.0 * scene.mass * std::max(steps.kinetic, 0.0));
    // The rows of the account are integrated too: an error of one joule counts as one of a metre.
    const double absolute = absolute_tolerance_ * (scene.lever * (scene.weight + momentum) + 1.0);
    smooth_ += count * (relative_tolerance_ * steps.largest + absolute);
    absolute_ = std::max(absolute_, absolute);
    return;
  }
  if (!(steps.largest > 0.0) || steps.count == 0) return;
  const double part = std::min(1.0, std::max(steps.moved / (count * steps.largest), steps.fastest_turn * step_));
  smooth_ += count * steps.largest * std::pow(part, order_ + 1);
  swing_ = std::max(swing_, steps.largest * std::pow(part, order_));
  if (steps.has_corner) corners_ += steps.through_contacts;
}

double MethodError::calc_limit(double factor, double cap, double moved) const {
  const double first = kFirstSteps / std::max(static_cast<double>(steps_), 1.0);
  return std::min(factor * (smooth_ + swing_ + corners_), std::max(cap, first * moved));
}

void MethodError::append_numbers(std::vector<double>& numbers) const {
  numbers.insert(numbers.end(), {static_cast<double>(steps_), smooth_, swing_, corners_, rounding_, absolute_});
}

void MethodError::take_numbers(NumberReader& numbers) {
  constexpr double kMostCounted = 1LL << 53;
  steps_ = static_cast<std::int64_t>(numbers.take_count(kMostCounted));
  for (double* sum : {&smooth_, &swing_, &corners_, &rounding_, &absolute_}) *sum = numbers.take();
}

}  // namespace carom
