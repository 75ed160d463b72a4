#include "carom/model/time_function.h"

#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "carom/base/input_error.h"

namespace carom {

using time_functions::Constant;
using time_functions::ConstantSpeed;
using time_functions::Polynomial;
using time_functions::Sine;
using time_functions::Table;

namespace {

[[noreturn]] void refuse(std::string_view element, std::string problem) {
  throw InputError(std::string(element), std::move(problem));
}

void require_finite(std::string_view element, std::string_view name, double value) {
  if (!std::isfinite(value)) refuse(element, fmt::format("{} must be finite, found {}", name, value));
}

void require_finite(std::string_view element, std::string_view name, std::span<const double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) require_finite(element, fmt::format("{}[{}]", name, i), values[i]);
}

// One overload for each form: refuses what is no function.
struct Check {
  std::string_view element;

  void operator()(const Constant& f) const { require_finite(element, "value", f.value); }
  void operator()(const ConstantSpeed& f) const {
    require_finite(element, "offset", f.offset);
    require_finite(element, "speed", f.speed);
  }
  void operator()(const Sine& f) const {
    require_finite(element, "offset", f.offset);
    require_finite(element, "amplitude", f.amplitude);
    require_finite(element, "angular frequency", f.angular_frequency);
    require_finite(element, "phase", f.phase);
  }
  void operator()(const Polynomial& f) const {
    if (f.coefficients.empty()) refuse(element, "a polynomial needs at least one coefficient, found none");
    require_finite(element, "coefficients", f.coefficients);
  }
  void operator()(const Table& f) const {
    if (f.times.size() != f.values.size()) {
      refuse(element, fmt::format("a table needs one value for each time, found {} times and {} values", f.times.size(),
                                  f.values.size()));
    }
    if (f.times.size() < 2) refuse(element, fmt::format("a table needs at least 2 rows, found {}", f.times.size()));
    require_finite(element, "times", f.times);
    require_finite(element, "values", f.values);
    for (std::size_t i = 1; i < f.times.size(); ++i) {
      if (f.times[i] > f.times[i - 1]) continue;
      refuse(element, fmt::format("times of a table must increase, found times[{}] = {} s after {} s", i, f.times[i],
                                  f.times[i - 1]));
    }
    if (!f.end_rates) return;
    require_finite(element, "first end rate", f.end_rates->first);
    require_finite(element, "last end rate", f.end_rates->last);
  }
};

// A table becomes its spline, every other form stays what it is.
template <class Evaluable>
struct MakeEvaluable {
  Evaluable operator()(const auto& f) const { return f; }
  Evaluable operator()(const Table& f) const {
    return CubicSpline(f.times, f.values, f.end_rates, SplineExtension::Hold);
  }
};

// One overload for each form: what it is at a moment.
struct Evaluate {
  double time;

  TimeFunctionSample operator()(const Constant& f) const { return {f.value, 0.0, 0.0}; }
  TimeFunctionSample operator()(const ConstantSpeed& f) const { return {f.offset + f.speed * time, f.speed, 0.0}; }
  TimeFunctionSample operator()(const Sine& f) const {
    const double omega = f.angular_frequency, angle = omega * time + f.phase;
    const double sine = f.amplitude * std::sin(angle), cosine = f.amplitude * std::cos(angle);
    return {f.offset + sine, omega * cosine, -omega * omega * sine};
  }
  TimeFunctionSample operator()(const Polynomial& f) const {
    // Horner's rule for p, p' and p''/2 at once.
    double value = 0.0, rate = 0.0, half_acceleration = 0.0;
    for (std::size_t i = f.coefficients.size(); i-- > 0;) {
      half_acceleration = half_acceleration * time + rate;
      rate = rate * time + value;
      value = value * time + f.coefficients[i];
    }
    return {value, rate, 2.0 * half_acceleration};
  }
  TimeFunctionSample operator()(const CubicSpline& f) const {
    const auto [value, slope, curvature] = f.sample(time);
    return {value, slope, curvature};
  }
};

}  // namespace

TimeFunction::TimeFunction(const Form& form, std::string_view element) : function_(make_evaluable(form, element)) {}

TimeFunction::Evaluable TimeFunction::make_evaluable(const Form& form, std::string_view element) {
  std::visit(Check{element}, form);
  return std::visit(MakeEvaluable<Evaluable>{}, form);
}

TimeFunctionSample TimeFunction::sample(double time) const { return std::visit(Evaluate{time}, function_); }

}  // namespace carom
