#include "carom/model/time/time_function.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/model/time/table_pieces.h"

namespace carom {

using time_functions::Constant;
using time_functions::ConstantSpeed;
using time_functions::Polynomial;
using time_functions::Sine;
using time_functions::Table;
using time_functions::TableKind;

namespace {

// Rows nearer than this part of their time are one to the clock of a run, whose steps are some 16 ε t at least.
constexpr double kSameTime = 256.0 * std::numeric_limits<double>::epsilon();

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
    const std::size_t least = f.kind == TableKind::Pulse ? 1 : 2;
    if (f.times.size() < least) {
      refuse(element, fmt::format("a table needs at least {} rows, found {}", least, f.times.size()));
    }
    require_finite(element, "times", f.times);
    require_finite(element, "values", f.values);
    for (std::size_t i = 1; i < f.times.size(); ++i) check_row(f, i);
    if (f.kind == TableKind::Pulse) check_pulses(f);
    if (f.kind != TableKind::Spline || !f.end_rates) return;
    require_finite(element, "first end rate", f.end_rates->first);
    require_finite(element, "last end rate", f.end_rates->last);
  }

 private:
  void check_row(const Table& f, std::size_t i) const {
    const double before = f.times[i - 1], time = f.times[i];
    if (!(time > before)) {
      refuse(element,
             fmt::format("times of a table must increase, found times[{}] = {} s after {} s", i, time, before));
    }
    if (time - before > kSameTime * std::max(std::abs(before), std::abs(time))) return;
    refuse(element, fmt::format("times[{}] = {} s is only {:.3g} s after the time before it, which a clock in double "
                                "precision cannot resolve there",
                                i, time, time - before));
  }

  void check_pulses(const Table& f) const {
    require_finite(element, "width", f.width);
    require_finite(element, "base", f.base);
    for (std::size_t i = 0; i < f.times.size(); ++i) check_pulse(f, i);
  }

  void check_pulse(const Table& f, std::size_t i) const {
    const double start = f.times[i], width = f.width;
    if (!(width > kSameTime * std::abs(start))) {
      refuse(element, fmt::format("a pulse at {} s needs a width above {:.3g} s, found {} s", start,
                                  kSameTime * std::abs(start), width));
    }
    if (i + 1 == f.times.size() || width <= (f.times[i + 1] - start) * (1.0 + 1e-12)) return;
    refuse(element, fmt::format("a pulse of {} s at {} s is not over when the next begins at {} s", width, start,
                                f.times[i + 1]));
  }
};

// A table becomes its pieces, every other form stays what it is.
template <class Evaluable>
struct MakeEvaluable {
  Evaluable operator()(const auto& f) const { return f; }
  Evaluable operator()(const Table& f) const { return make_pieces(f); }
};

// One overload for each form: what it is at a moment.
struct Evaluate {
  double time;
  double piece;

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
  TimeFunctionSample operator()(const PiecewiseCubic& f) const {
    const auto [value, slope, curvature] = f.sample(time, std::isnan(piece) ? time : piece);
    return {value, slope, curvature};
  }
};

// One overload for each form: its mean value over an interval.
struct CalcMean {
  double start;
  double length;

  [[nodiscard]] double middle() const { return start + 0.5 * length; }
  double operator()(const Constant& f) const { return f.value; }
  double operator()(const ConstantSpeed& f) const { return f.offset + f.speed * middle(); }
  double operator()(const Sine& f) const {
    // ∫ sin over an interval is the value in its middle times sin(x)/x with x half the angle that passes.
    const double half = 0.5 * f.angular_frequency * length;
    const double part = std::abs(half) > 1e-8 ? std::sin(half) / half : 1.0;
    return f.offset + f.amplitude * std::sin(f.angular_frequency * middle() + f.phase) * part;
  }
  double operator()(const Polynomial& f) const {
    // Gauss's rule with four points: exact up to t⁷, and beyond it far better than the steps that ask for means.
    constexpr std::array kNodes{0.3399810435848563, 0.8611363115940526};
    constexpr std::array kWeights{0.3260725774312731, 0.1739274225687269};
    double sum = 0.0;
    for (std::size_t i = 0; i < kNodes.size(); ++i) {
      const double offset = 0.5 * length * kNodes[i];
      sum += kWeights[i] * (Evaluate{middle() - offset, 0.0}(f).value + Evaluate{middle() + offset, 0.0}(f).value);
    }
    return sum;
  }
  double operator()(const PiecewiseCubic& f) const { return f.integral(start, start + length) / length; }
};

bool has_jumps(const auto& function) {
  const auto* pieces = std::get_if<PiecewiseCubic>(&function);
  return pieces != nullptr && pieces->has_jumps();
}

}  // namespace

TimeFunction::TimeFunction(const Form& form, std::string_view element) : function_(make_evaluable(form, element)) {}

TimeFunction::Evaluable TimeFunction::make_evaluable(const Form& form, std::string_view element) {
  std::visit(Check{element}, form);
  return std::visit(MakeEvaluable<Evaluable>{}, form);
}

TimeFunctionSample TimeFunction::sample(const TimeQuery& query) const {
  const TimeFunctionSample start = std::visit(Evaluate{query.time, query.piece}, function_);
  if (query.length == 0.0) return start;
  const TimeFunctionSample end = std::visit(Evaluate{query.time + query.length, query.piece}, function_);
  // Where the value itself jumps, the function is flat between jumps and has no other rate.
  return {std::visit(CalcMean{query.time, query.length}, function_),
          has_jumps(function_) ? 0.0 : (end.value - start.value) / query.length,
          (end.rate - start.rate) / query.length};
}

TimeBreak TimeFunction::next_break(double after) const {
  const auto* pieces = std::get_if<PiecewiseCubic>(&function_);
  if (pieces == nullptr) return {};
  const PiecewiseCubic::Break found = pieces->next_break(after);
  return {found.x, found.order};
}

bool TimeFunction::is_constant() const { return std::holds_alternative<Constant>(function_); }

std::span<const std::string> time_functions::table_kind_names() {
  static const std::array<std::string, 5> names{"linear", "step", "pulse", "smooth", "spline"};
  return names;
}

}  // namespace carom
