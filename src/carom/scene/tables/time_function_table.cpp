#include <numbers>

#include "carom/base/input_error.h"
#include "carom/scene/tables/tables.h"

namespace carom {
namespace {

using namespace dimensions;
using Sine = TimeFunctionEntry::Sine;

// "rad/s"
std::string unit_over(const Dimension& dimension, const std::string& divisor) {
  const std::string unit = unit_of(dimension);
  return (unit.empty() ? "1" : unit) + "/" + divisor;
}

TablePtr<Sine> make_sine_table(const Dimension& dimension) {
  auto table = schema::make_table<Sine>("sine", "amplitude · sin(2π · frequency · t + phase).");
  table->add("amplitude", &Sine::amplitude, dimension, "largest deviation").required();
  table->add("frequency", &Sine::frequency, kFrequency, "oscillations in a second").at_least(0.0);
  table->add("angular_frequency", &Sine::angular_frequency, kAngularSpeed, "2π times the frequency").at_least(0.0);
  table->add("phase", &Sine::phase, kAngle, "at time zero");
  table->exactly_one_of({"frequency", "angular_frequency"});
  return table;
}

TablePtr<time_functions::Table> make_spline_table(const Dimension& dimension) {
  using Spline = time_functions::Table;
  auto table = schema::make_table<Spline>(
      "table", "The cubic spline with continuous acceleration through given values, constant before and after them.");
  table->add("times", &Spline::times, kTime, "at least two, increasing").required();
  table->add("values", &Spline::values, dimension, "one for each time").required();
  const auto set_rates = [](Spline& spline, const std::vector<double>& rates) {
    spline.end_rates = EndSlopes{rates[0], rates[1]};
  };
  table->add_numbers("end_rates", {dimension / kTime, dimension / kTime}, set_rates, "slopes at both ends")
      .with_unit(unit_over(dimension, "s"))
      .otherwise("[0, 0]");
  return table;
}

}  // namespace

TimeFunction TimeFunctionEntry::make_function() const {
  if (speed) return TimeFunction(time_functions::ConstantSpeed{offset, *speed});
  if (sine) {
    const double omega = sine->angular_frequency.value_or(2.0 * std::numbers::pi * sine->frequency.value_or(0.0));
    return TimeFunction(time_functions::Sine{offset, sine->amplitude, omega, sine->phase});
  }
  if (polynomial) {
    time_functions::Polynomial form{*polynomial};
    if (!form.coefficients.empty()) form.coefficients[0] += offset;
    return TimeFunction(form);
  }
  if (table) {
    time_functions::Table form = *table;
    for (double& value : form.values) value += offset;
    return TimeFunction(form);
  }
  return TimeFunction(time_functions::Constant{constant.value_or(0.0) + offset});
}

TablePtr<TimeFunctionEntry> make_time_function_table(const Dimension& dimension) {
  using Entry = TimeFunctionEntry;
  auto table = schema::make_table<Entry>(
      "function of time",
      "One of these forms, or a number for a constant. Times are counted from the start of the run.");
  table->add("constant", &Entry::constant, dimension, "the same at all times");
  table->add("speed", &Entry::speed, dimension / kTime, "grows from zero at this rate")
      .with_unit(unit_over(dimension, "s"));
  table->add_table("sine", make_sine_table(dimension), &Entry::sine, "a harmonic oscillation");
  // Coefficient i has the unit of the values over sⁱ.
  std::vector<Dimension> coefficients;
  for (Dimension d = dimension; coefficients.size() < 16; d = d / kTime) coefficients.push_back(d);
  table->add_list("polynomial", coefficients, &Entry::polynomial, "c₀, c₁, … of c₀ + c₁ t + c₂ t² + …")
      .with_unit(unit_over(dimension, "sⁱ"));
  table->add_table("table", make_spline_table(dimension), &Entry::table, "values at given times");
  table->add("offset", &Entry::offset, dimension, "added at all times");
  table->exactly_one_of({"constant", "speed", "sine", "polynomial", "table"});
  table->use_shorthand("constant");
  return table;
}

}  // namespace carom
