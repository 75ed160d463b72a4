#include "carom/model/time/time_function.h"

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"

namespace carom {
namespace {

using time_functions::Constant;
using time_functions::ConstantSpeed;
using time_functions::Polynomial;
using time_functions::Sine;
using time_functions::Table;
using time_functions::TableKind;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

void expect_sample(const TimeFunction& function, double time, const TimeFunctionSample& expected, double tolerance) {
  const TimeFunctionSample found = function.sample(time);
  EXPECT_NEAR(found.value, expected.value, tolerance) << "t = " << time;
  EXPECT_NEAR(found.rate, expected.rate, tolerance) << "t = " << time;
  EXPECT_NEAR(found.acceleration, expected.acceleration, tolerance) << "t = " << time;
}

TEST(TimeFunction, HasTheClosedFormItIsNamedAfter) {
  for (const double t : {-1.5, 0.0, 0.25, 2.0}) {
    expect_sample({Constant{3.5}, "f"}, t, {3.5, 0.0, 0.0}, 0.0);
    expect_sample({ConstantSpeed{1.0, -2.0}, "f"}, t, {1.0 - 2.0 * t, -2.0, 0.0}, 0.0);
    const double sine = 2.0 * std::sin(3.0 * t + 0.5), cosine = 2.0 * std::cos(3.0 * t + 0.5);
    expect_sample({Sine{1.0, 2.0, 3.0, 0.5}, "f"}, t, {1.0 + sine, 3.0 * cosine, -9.0 * sine}, 32.0 * kEpsilon);
    const double value = 1.0 - t + 0.5 * t * t + 0.25 * t * t * t;
    expect_sample({Polynomial{{1.0, -1.0, 0.5, 0.25}}, "f"}, t, {value, -1.0 + t + 0.75 * t * t, 1.0 + 1.5 * t},
                  32.0 * kEpsilon);
  }
  expect_sample({Polynomial{{4.0}}, "f"}, 7.0, {4.0, 0.0, 0.0}, 0.0);
}

Table make_spline(std::vector<double> times, std::vector<double> values,
                  std::optional<EndSlopes> end_rates = EndSlopes{}) {
  return {std::move(times), std::move(values), end_rates, TableKind::Spline};
}

TEST(TimeFunction, ASplinePassesThroughItsRowsFromRestToRest) {
  const std::vector<double> times{0.0, 0.5, 1.5, 2.0}, values{1.0, 2.0, -1.0, 0.5};
  const TimeFunction function(make_spline(times, values), "f");
  for (std::size_t i = 0; i < times.size(); ++i) {
    EXPECT_NEAR(function.sample(times[i]).value, values[i], 32.0 * kEpsilon);
  }
  EXPECT_NEAR(function.sample(0.0).rate, 0.0, 64.0 * kEpsilon);
  EXPECT_NEAR(function.sample(2.0).rate, 0.0, 64.0 * kEpsilon);
  expect_sample(function, -3.0, {1.0, 0.0, 0.0}, 0.0);
  expect_sample(function, 9.0, {0.5, 0.0, 0.0}, 0.0);
}

// From rest to rest between two rows there is one cubic: s²(3 − 2 s).
TEST(TimeFunction, ASplineOrSmoothTableOfTwoRowsIsTheSmoothStep) {
  for (const TableKind kind : {TableKind::Spline, TableKind::Smooth}) {
    const TimeFunction function(Table{.times = {0.0, 1.0}, .values = {0.0, 1.0}, .kind = kind}, "f");
    for (const double t : {0.0, 0.2, 0.5, 0.9, 1.0 - 1e-9}) {
      expect_sample(function, t, {t * t * (3.0 - 2.0 * t), 6.0 * t * (1.0 - t), 6.0 - 12.0 * t}, 32.0 * kEpsilon);
    }
  }
}

TEST(TimeFunction, ASplineTakesGivenOrNaturalEnds) {
  const TimeFunction line(make_spline({0.0, 1.0, 3.0}, {0.0, 2.0, 6.0}, std::nullopt), "f");
  expect_sample(line, 0.7, {1.4, 2.0, 0.0}, 32.0 * kEpsilon);
  const TimeFunction parabola(make_spline({0.0, 1.0, 3.0}, {0.0, 1.0, 9.0}, EndSlopes{0.0, 6.0}), "f");
  expect_sample(parabola, 2.5, {6.25, 5.0, 2.0}, 64.0 * kEpsilon);
}

TEST(TimeFunction, RateAndAccelerationAreDerivatives) {
  const std::vector<TimeFunction> functions{{ConstantSpeed{0.3, -0.8}, "f"},
                                            {Sine{0.1, 0.7, 2.0, 0.4}, "f"},
                                            {Polynomial{{0.1, 0.2, -0.3, 0.2, -0.05}}, "f"},
                                            {make_spline({-0.1, 0.4, 1.1, 2.1}, {0.0, 0.4, -0.2, 0.3}), "f"}};
  constexpr double kStep = 1e-5;
  for (const TimeFunction& function : functions) {
    for (double t = 0.01; t < 2.0; t += 0.0731) {
      const TimeFunctionSample before = function.sample(t - kStep), here = function.sample(t),
                               after = function.sample(t + kStep);
      // h² times third derivatives of some tens, and 4 ε/h: both below 1e-8.
      EXPECT_NEAR((after.value - before.value) / (2.0 * kStep), here.rate, 1e-8) << "t = " << t;
      EXPECT_NEAR((after.rate - before.rate) / (2.0 * kStep), here.acceleration, 1e-8) << "t = " << t;
    }
  }
}

TEST(TimeFunction, ATableIsStraightBetweenItsRowsUnlessItSaysOtherwise) {
  const TimeFunction function(Table{{1.0, 2.0, 4.0}, {0.0, 3.0, -1.0}}, "f");
  expect_sample(function, 0.5, {0.0, 0.0, 0.0}, 0.0);
  expect_sample(function, 1.5, {1.5, 3.0, 0.0}, 0.0);
  expect_sample(function, 3.0, {1.0, -2.0, 0.0}, 0.0);
  expect_sample(function, 9.0, {-1.0, 0.0, 0.0}, 0.0);
  EXPECT_EQ(function.next_break(0.0).time, 1.0);
  EXPECT_EQ(function.next_break(0.0).order, 1);
  EXPECT_EQ(function.sample({2.0, 1.5}).rate, 3.0) << "before the corner";
  EXPECT_EQ(function.sample(2.0).rate, -2.0) << "after it";
}

TEST(TimeFunction, StepsHoldUntilTheNextRow) {
  const TimeFunction function(Table{.times = {1.0, 2.0}, .values = {4.0, 5.0}, .kind = TableKind::Step}, "f");
  expect_sample(function, 0.0, {4.0, 0.0, 0.0}, 0.0);
  expect_sample(function, 1.999, {4.0, 0.0, 0.0}, 0.0);
  expect_sample(function, 2.0, {5.0, 0.0, 0.0}, 0.0);
  EXPECT_EQ(function.next_break(0.0).time, 2.0) << "at the first row nothing changes";
}

TEST(TimeFunction, PulsesLastForTheirWidthAboveTheBase) {
  const TimeFunction function(
      Table{.times = {1.0, 2.0}, .values = {4.0, -5.0}, .kind = TableKind::Pulse, .width = 0.25, .base = 1.0}, "f");
  expect_sample(function, 0.0, {1.0, 0.0, 0.0}, 0.0);
  expect_sample(function, 1.1, {5.0, 0.0, 0.0}, 0.0);
  expect_sample(function, 1.3, {1.0, 0.0, 0.0}, 0.0);
  expect_sample(function, 2.2, {-4.0, 0.0, 0.0}, 0.0);
  expect_sample(function, 3.0, {1.0, 0.0, 0.0}, 0.0);
}

// Late in a long run the clock rounds the end of a short pulse: its area is still as given.
TEST(TimeFunction, APulseKeepsItsAreaLateInARun) {
  const TimeFunction function(Table{.times = {86399.3}, .values = {3.0}, .kind = TableKind::Pulse, .width = 1e-6}, "f");
  EXPECT_NEAR(function.sample({86399.0, 86399.0, 1.0}).value, 3e-6, 1e-6 * 8.0 * kEpsilon);
}

TEST(TimeFunction, MeansOverAnIntervalAreIntegralsOfAllForms) {
  const std::vector<TimeFunction> functions{
      {Constant{2.0}, "f"},
      {ConstantSpeed{0.3, -0.8}, "f"},
      {Sine{0.1, 0.7, 2.0, 0.4}, "f"},
      {Polynomial{{0.1, 0.2, -0.3, 0.2, -0.05}}, "f"},
      {Table{{-0.1, 0.4, 1.1, 2.1}, {0.0, 0.4, -0.2, 0.3}}, "f"},
      {Table{.times = {0.2, 0.7}, .values = {1.0, 2.0}, .kind = TableKind::Pulse, .width = 0.01}, "f"},
      {Table{.times = {0.0, 0.4, 1.1, 2.1}, .values = {0.0, 0.4, -0.2, 0.3}, .kind = TableKind::Smooth}, "f"}};
  for (const TimeFunction& function : functions) {
    // Half steps of a fine grid that the jumps lie on: the rule of middles errs by h² f''/24.
    constexpr int kParts = 20000;
    const double from = 0.1, length = 1.5, h = length / kParts;
    double sum = 0.0;
    for (int i = 0; i < kParts; ++i) sum += function.sample(from + (i + 0.5) * h).value / kParts;
    EXPECT_NEAR(function.sample({from, from, length}).value, sum, 3e-8);
  }
}

TEST(TimeFunction, SplinesSayHowFarTheyLeaveTheRangeOfTheirRows) {
  const auto found =
      time_functions::find_overshoot(make_spline({0.0, 1.999, 2.0, 2.2, 2.201}, {0.0, 0.0, 1.0, 1.0, 0.0}));
  EXPECT_EQ(found.range, 1.0);
  EXPECT_EQ(found.row, 0U);
  EXPECT_GT(found.beyond, 100.0);
  const auto none = time_functions::find_overshoot(make_spline({0.0, 1.0, 2.0}, {0.0, 1.0, 2.0}));
  EXPECT_LT(none.beyond, 1e-15);
}

std::string find_refusal(const TimeFunction::Form& form) {
  try {
    const TimeFunction function(form, "joint 'crank'");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(TimeFunction, RefusesNumbersThatAreNotFinite) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(find_refusal(Constant{kNaN}), "joint 'crank': value must be finite, found nan");
  EXPECT_EQ(find_refusal(ConstantSpeed{0.0, kInfinity}), "joint 'crank': speed must be finite, found inf");
  EXPECT_EQ(find_refusal(Sine{0.0, 1.0, kNaN, 0.0}), "joint 'crank': angular frequency must be finite, found nan");
  EXPECT_EQ(find_refusal(Polynomial{{1.0, kNaN}}), "joint 'crank': coefficients[1] must be finite, found nan");
  EXPECT_EQ(find_refusal(Table{{0.0, 1.0}, {0.0, kInfinity}}), "joint 'crank': values[1] must be finite, found inf");
  EXPECT_EQ(find_refusal(Table{{kNaN, 1.0}, {0.0, 1.0}}), "joint 'crank': times[0] must be finite, found nan");
  EXPECT_EQ(find_refusal(make_spline({0.0, 1.0}, {0.0, 1.0}, EndSlopes{0.0, kNaN})),
            "joint 'crank': last end rate must be finite, found nan");
}

TEST(TimeFunction, RefusesFormsThatAreIncomplete) {
  EXPECT_EQ(find_refusal(Polynomial{}), "joint 'crank': a polynomial needs at least one coefficient, found none");
  EXPECT_EQ(find_refusal(Table{{0.0}, {1.0}}), "joint 'crank': a table needs at least 2 rows, found 1");
  EXPECT_EQ(find_refusal(Table{{0.0, 1.0}, {1.0}}),
            "joint 'crank': a table needs one value for each time, found 2 times and 1 values");
  EXPECT_EQ(find_refusal(Table{{0.0, 1.0, 1.0}, {1.0, 2.0, 3.0}}),
            "joint 'crank': times of a table must increase, found times[2] = 1 s after 1 s");
  EXPECT_EQ(find_refusal(Table{{0.0, 86400.0, 86400.000000001}, {1.0, 2.0, 3.0}}),
            "joint 'crank': times[2] = 86400.000000001 s is only 1e-09 s after the time before it, which a clock in "
            "double precision cannot resolve there");
  EXPECT_EQ(find_refusal(Table{.times = {0.0, 1.0}, .values = {1.0, 2.0}, .kind = TableKind::Pulse, .width = 1.5}),
            "joint 'crank': a pulse of 1.5 s at 0 s is not over when the next begins at 1 s");
  EXPECT_EQ(find_refusal(Table{.times = {0.0}, .values = {1.0}, .kind = TableKind::Pulse}),
            "joint 'crank': a pulse at 0 s needs a width above 0 s, found 0 s");
}

}  // namespace
}  // namespace carom
