#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/scene/tables/tables.h"

namespace carom {
namespace {

using namespace dimensions;
using Sine = TimeFunctionEntry::Sine;
using schema::Reader;
using schema::Value;

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

using Rows = time_functions::Table;
using time_functions::TableKind;

TableKind find_kind(const std::string& name) {
  const auto names = time_functions::table_kind_names();
  return static_cast<TableKind>(std::ranges::find(names, name) - names.begin());
}

// Rows that a spline can be made of: all else is refused elsewhere.
bool can_be_spline(const Rows& rows) {
  const auto finite = [](double x) { return std::isfinite(x); };
  return rows.times.size() >= 2 && rows.times.size() == rows.values.size() && std::ranges::all_of(rows.times, finite) &&
         std::ranges::all_of(rows.values, finite) &&
         std::ranges::adjacent_find(rows.times, std::greater_equal<>{}) == rows.times.end();
}

void warn_of_overshoot(const Rows& rows, const Value& value, Reader& reader) {
  constexpr double kMuch = 0.1;
  if (rows.kind != TableKind::Spline || !can_be_spline(rows)) return;
  const time_functions::Overshoot worst = time_functions::find_overshoot(rows);
  if (!(worst.beyond > kMuch * worst.range)) return;
  const auto [least, most] = std::ranges::minmax(rows.values);
  reader.diagnostics().warn(
      value.place,
      fmt::format("{}: the spline overshoots its rows: between times[{}] and times[{}] it reaches {:.6g} at {:.6g} s, "
                  "where all values are from {:.6g} to {:.6g}; the kinds \"linear\", \"smooth\", \"step\" and "
                  "\"pulse\" do not overshoot",
                  reader.describe_where(), worst.row, worst.row + 1, worst.value, worst.time, least, most));
}

// What belongs to one kind alone, with another.
void check_keys_of_kind(Rows& rows, const Value& value, Reader& reader) {
  const Value* end_rates = value.find("end_rates");
  if (end_rates != nullptr && value.find("kind") == nullptr) rows.kind = TableKind::Spline;
  if (end_rates != nullptr && rows.kind != TableKind::Spline) {
    reader.error(*end_rates, "end_rates belongs to kind = \"spline\"");
  }
  const Value* width = value.find("width");
  if (width != nullptr && rows.kind != TableKind::Pulse) reader.error(*width, "width belongs to kind = \"pulse\"");
  if (width == nullptr && rows.kind == TableKind::Pulse) reader.error(value, "kind = \"pulse\" needs a width");
}

TablePtr<Rows> make_rows_table(const Dimension& dimension) {
  auto table = schema::make_table<Rows>("table", "Values at given times, constant before and after them.");
  table->add("times", &Rows::times, kTime, "increasing, at least two; for pulses at least one").required();
  table->add("values", &Rows::values, dimension, "one for each time").required();
  const auto names = time_functions::table_kind_names();
  const auto set_kind = [](Rows& rows, const std::string& name) { rows.kind = find_kind(name); };
  table
      ->add_choice("kind", {names.begin(), names.end()}, set_kind,
                   "`linear`: straight between rows. `step`: a value holds until the next time. `pulse`: a value holds "
                   "for `width` from its time on, and the rest is zero. `smooth`: continuous rate, no overshoot, from "
                   "rest to rest. "
                   "`spline`: continuous acceleration, may overshoot")
      .otherwise("`linear`; `spline` with `end_rates`");
  table->add("width", &Rows::width, kTime, "how long each pulse lasts").above(0.0).otherwise("none");
  const auto set_rates = [](Rows& rows, const std::vector<double>& rates) {
    rows.end_rates = EndSlopes{rates[0], rates[1]};
  };
  table->add_numbers("end_rates", {dimension / kTime, dimension / kTime}, set_rates, "slopes of a spline at both ends")
      .with_unit(unit_over(dimension, "s"))
      .otherwise("[0, 0]");
  table->finish_with([](Rows& rows, const Value& value, Reader& reader) {
    if (value.table() == nullptr) return;
    check_keys_of_kind(rows, value, reader);
    warn_of_overshoot(rows, value, reader);
  });
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
    if (form.kind == TableKind::Pulse) {
      form.base = offset;
    } else {
      for (double& value : form.values) value += offset;
    }
    return TimeFunction(form);
  }
  return TimeFunction(time_functions::Constant{constant.value_or(0.0) + offset});
}

TablePtr<TimeFunctionEntry> make_time_function_table(const Dimension& dimension) {
  using Entry = TimeFunctionEntry;
  auto table = schema::make_table<Entry>(
      "function of time",
      "One of these forms, or a number for a constant. Times are counted from the start of the run. Steps end where a "
      "table has a corner or a jump (time stepping takes the mean over a step instead), so that a force exerts the "
      "impulse that is its integral, however short its pulses are. The speed of a drive may jump, as at the corners of "
      "a "
      "`linear` table: that acts as an impulse on what is attached to it, and its work is booked as that of the driven "
      "joints. Its position may not jump. At the start of a run a drive has the speed that follows; velocities in the "
      "scene are those right after the start.");
  table->add("constant", &Entry::constant, dimension, "the same at all times");
  table->add("speed", &Entry::speed, dimension / kTime, "grows from zero at this rate")
      .with_unit(unit_over(dimension, "s"));
  table->add_table("sine", make_sine_table(dimension), &Entry::sine, "a harmonic oscillation");
  // Coefficient i has the unit of the values over sⁱ.
  std::vector<Dimension> coefficients;
  for (Dimension d = dimension; coefficients.size() < 16; d = d / kTime) coefficients.push_back(d);
  table->add_list("polynomial", coefficients, &Entry::polynomial, "c₀, c₁, … of c₀ + c₁ t + c₂ t² + …")
      .with_unit(unit_over(dimension, "sⁱ"));
  table->add_table("table", make_rows_table(dimension), &Entry::table, "values at given times");
  table->add("offset", &Entry::offset, dimension, "added at all times");
  table->exactly_one_of({"constant", "speed", "sine", "polynomial", "table"});
  table->use_shorthand("constant");
  return table;
}

}  // namespace carom
