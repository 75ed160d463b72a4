#include "carom/integrators/events/event_location.h"

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "carom/integrators/integrator.h"
#include "integrators/known_motions.h"
#include "support/untrapped.h"

namespace carom {
namespace {

using namespace known_motions;

constexpr std::array kMethods{AdaptiveMethod::DormandPrince,  AdaptiveMethod::Radau,
                              AdaptiveMethod::ArkodeExplicit, AdaptiveMethod::ArkodeImplicit,
                              AdaptiveMethod::CvodeAdams,     AdaptiveMethod::CvodeBdf};

AdaptiveOptions with_tolerance(AdaptiveMethod method, double tolerance) {
  return {.method = method, .relative_tolerance = tolerance, .absolute_tolerance = tolerance};
}

StepReport run(Integrator& integrator, double limit) {
  StepReport report = integrator.step(limit);
  while (report.status == StepStatus::Ok) report = integrator.step(limit);
  return report;
}

// Time itself, for events that are functions of time.
FunctionSystem make_clock() {
  return {1, [](double, std::span<const double>, std::span<double> rate) {
            rate[0] = 1.0;
            return RateStatus::Ok;
          }};
}

std::vector<double> find_times(AdaptiveMethod method, Crossing direction, const std::function<double(double)>& g,
                               double limit) {
  FunctionSystem clock = make_clock();
  FunctionEvents events(1, direction, [&](double t, auto, auto values) { values[0] = g(t); });
  AdaptiveOptions options = with_tolerance(method, 1e-8);
  options.max_step = 0.25;
  const auto integrator = make_integrator(clock, &events, options);
  const double zero = 0.0;
  std::vector<double> times;
  StepReport report = integrator->restart(0.0, {&zero, 1});
  while (report.status != StepStatus::ReachedLimit && !report.failed()) {
    report = integrator->step(limit);
    if (report.status == StepStatus::EventLocated) times.push_back(report.time);
  }
  EXPECT_EQ(report.status, StepStatus::ReachedLimit) << describe(report);
  return times;
}

class Events : public testing::TestWithParam<AdaptiveMethod> {};

INSTANTIATE_TEST_SUITE_P(EveryMethod, Events, testing::ValuesIn(kMethods), [](const auto& method) {
  std::string name(method_name(method.param));
  std::erase(name, '-');
  return name;
});

// Dropped from h, the ball first touches after √(2h/g), and flies 2 eᵏ v/g after its k-th impact, v = √(2 g h).
TEST_P(Events, EveryBounceOfABallIsFoundOnceAndAtItsTime) {
  constexpr double g = FallingPoint::g, e = 0.8;
  FallingPoint ball;
  FunctionEvents floor(1, Crossing::Falling, [](double, auto y, auto gap) { gap[0] = y[0]; });
  AdaptiveOptions options = with_tolerance(GetParam(), 1e-14);
  options.absolute_tolerance = 1e-18;  // late impacts are at 6e-4 m/s: an error in height is one of time, 1,700-fold
  const auto integrator = make_integrator(ball, &floor, options);
  const std::array<double, 2> y0{1.0, 0.0};
  ASSERT_FALSE(integrator->restart(0.0, y0).failed());
  double speed = std::sqrt(2.0 * g);
  double expected = speed / g;
  for (int bounce = 0; bounce < 40; ++bounce) {
    const StepReport report = run(*integrator, 10.0);
    ASSERT_EQ(report.status, StepStatus::EventLocated) << bounce << ": " << describe(report);
    ASSERT_NEAR(report.time, expected, 1e-10 * expected) << bounce;
    const std::array<double, 2> rebound{integrator->state()[0], -e * integrator->state()[1]};
    ASSERT_FALSE(integrator->restart(report.time, rebound, report.events).failed());
    speed *= e;
    expected += 2.0 * speed / g;
  }
  EXPECT_EQ(integrator->statistics().events, 40);
}

// A flight of 5e-5 s that rises 3e-9 m, where an explicit method, exact for parabolas, steps to the limit at once.
TEST_P(Events, AFlightMuchShorterThanAStepIsNotMissed) {
  for (const Crossing direction : {Crossing::Falling, Crossing::Both}) {
    FallingPoint ball;
    FunctionEvents floor(1, direction, [](double, auto y, auto gap) { gap[0] = y[0]; });
    AdaptiveOptions options = with_tolerance(GetParam(), 1e-8);
    options.absolute_tolerance = 1e-14;  // far below the 3e-9 m that it rises
    const auto integrator = make_integrator(ball, &floor, options);
    const std::array<double, 2> y0{-1e-16, 2.5e-4};
    const std::array handled{LocatedEvent{0, 100.0}};
    ASSERT_FALSE(integrator->restart(100.0, y0, handled).failed());
    const StepReport report = run(*integrator, 101.0);
    ASSERT_EQ(report.status, StepStatus::EventLocated);
    EXPECT_NEAR(report.time, 100.0 + 2.0 * 2.5e-4 / FallingPoint::g, 1e-9);
  }
}

// Aphelion is at π; the error of its located time is that of the state over the speed there, 0.73.
TEST_P(Events, APlanetCrossesItsAxisAtHalfItsYear) {
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
    KeplerOrbit motion;
    FunctionEvents axis(1, Crossing::Falling, [](double, auto y, auto g) { g[0] = y[1]; });
    const auto integrator = make_integrator(motion, &axis, with_tolerance(GetParam(), tolerance));
    ASSERT_FALSE(integrator->restart(0.0, KeplerOrbit::exact(0.0)).failed());
    const StepReport report = run(*integrator, 10.0);
    ASSERT_EQ(report.status, StepStatus::EventLocated);
    // As for the whole orbit: (3/2) n t = 4.7, errors of tol (1 + |y|) a step.
    const double bound = 4.7 * 2.9 / 0.73 * static_cast<double>(integrator->statistics().steps) * tolerance;
    EXPECT_NEAR(report.time, std::numbers::pi, bound) << tolerance;
    // The state is that of the event: zero up to the rounding of terms of order one.
    EXPECT_NEAR(integrator->state()[1], 0.0, 1e-14);
    // And dense output is that of the shortened step.
    std::vector<double> y(4);
    ASSERT_TRUE(integrator->interpolate(report.time - 0.5 * report.step, y));
    EXPECT_LT(max_difference(y, KeplerOrbit::exact(report.time - 0.5 * report.step)), bound);
  }
}

TEST_P(Events, GoingOnWithoutARestartFindsEveryLaterCrossing) {
  const auto times = find_times(
      GetParam(), Crossing::Both, [](double t) { return std::sin(t); }, 20.0);
  // sin 0 = 0 is where it starts from, not an event.
  ASSERT_EQ(times.size(), 6U);
  for (std::size_t k = 0; k < times.size(); ++k) {
    EXPECT_NEAR(times[k], static_cast<double>(k + 1) * std::numbers::pi, 1e-14);
  }
}

TEST_P(Events, OnlyTheDirectionAskedForFires) {
  const auto rising = find_times(
      GetParam(), Crossing::Rising, [](double t) { return std::cos(t); }, 10.0);
  const auto falling = find_times(
      GetParam(), Crossing::Falling, [](double t) { return std::cos(t); }, 10.0);
  ASSERT_EQ(rising.size(), 1U);
  EXPECT_NEAR(rising[0], 1.5 * std::numbers::pi, 1e-14);
  ASSERT_EQ(falling.size(), 2U);
  EXPECT_NEAR(falling[0], 0.5 * std::numbers::pi, 1e-14);
  EXPECT_NEAR(falling[1], 2.5 * std::numbers::pi, 1e-14);
}

TEST_P(Events, TouchingIsNoEventAndAShallowCrossingIsTwo) {
  const auto parabola = [](double depth) { return [=](double t) { return (t - 1.03) * (t - 1.03) - depth; }; };
  EXPECT_EQ(find_times(GetParam(), Crossing::Both, parabola(-1e-9), 2.0).size(), 0U);
  // 2e-3 s below zero, found although all the samples of a step, 0.06 s apart, are above.
  const auto times = find_times(GetParam(), Crossing::Both, parabola(1e-6), 2.0);
  ASSERT_EQ(times.size(), 2U);
  EXPECT_NEAR(times[0], 1.029, 1e-12);
  EXPECT_NEAR(times[1], 1.031, 1e-12);
}

TEST_P(Events, AnEventAtTheLimitComesBeforeTheLimit) {
  FallingPoint ball;
  FunctionEvents clock(1, Crossing::Rising, [](double t, auto, auto g) { g[0] = t - 0.5; });
  const auto integrator = make_integrator(ball, &clock, with_tolerance(GetParam(), 1e-8));
  const std::array<double, 2> y0{1.0, 0.0};
  ASSERT_FALSE(integrator->restart(0.0, y0).failed());
  EXPECT_EQ(run(*integrator, 0.5).status, StepStatus::EventLocated);
  EXPECT_EQ(integrator->time(), 0.5);
  EXPECT_EQ(run(*integrator, 0.5).status, StepStatus::ReachedLimit);
  EXPECT_EQ(run(*integrator, 1.0).status, StepStatus::ReachedLimit);
}

// A ball on the floor that is thrown down strikes at once; thrown up it comes back after 2 v/g.
TEST_P(Events, ABallThatStartsOnTheFloorStrikesItWhenItGoesDown) {
  FallingPoint ball;
  FunctionEvents floor(1, Crossing::Falling, [](double, auto y, auto gap) { gap[0] = y[0]; });
  const auto integrator = make_integrator(ball, &floor, with_tolerance(GetParam(), 1e-10));
  const std::array<double, 2> down{0.0, -1.0};
  ASSERT_FALSE(integrator->restart(2.0, down).failed());
  StepReport report = run(*integrator, 5.0);
  ASSERT_EQ(report.status, StepStatus::EventLocated);
  EXPECT_EQ(report.time, 2.0);

  const std::array<double, 2> up{0.0, 1.0};
  ASSERT_FALSE(integrator->restart(2.0, up, report.events).failed());
  report = run(*integrator, 5.0);
  ASSERT_EQ(report.status, StepStatus::EventLocated);
  EXPECT_NEAR(report.time, 2.0 + 2.0 / FallingPoint::g, 1e-8);

  // Handled and left to fall, it is not reported a second time.
  ASSERT_FALSE(integrator->restart(report.time, down, report.events).failed());
  EXPECT_EQ(run(*integrator, 5.0).status, StepStatus::ReachedLimit);
}

TEST_P(Events, TwoAtTheSameTimeAreOneReportAndALaterOneIsAnother) {
  FallingPoint ball;
  FunctionEvents events(3, Crossing::Falling, [](double, auto y, auto g) {
    g[0] = y[0] - 0.2;
    g[1] = y[0] - 0.5;
    g[2] = 3.0 * (y[0] - 0.5);
  });
  const auto integrator = make_integrator(ball, &events, with_tolerance(GetParam(), 1e-10));
  const std::array<double, 2> y0{1.0, 0.0};
  ASSERT_FALSE(integrator->restart(0.0, y0).failed());
  StepReport report = run(*integrator, 5.0);
  ASSERT_EQ(report.status, StepStatus::EventLocated);
  ASSERT_EQ(report.events.size(), 2U);
  EXPECT_EQ(report.events[0].index, 1);
  EXPECT_EQ(report.events[1].index, 2);
  EXPECT_NEAR(report.time, std::sqrt(1.0 / FallingPoint::g), 1e-8);
  report = run(*integrator, 5.0);
  ASSERT_EQ(report.events.size(), 1U);
  EXPECT_EQ(report.events[0].index, 0);
  EXPECT_NEAR(report.time, std::sqrt(1.6 / FallingPoint::g), 1e-8);
}

// A gap that is zero but for rounding, as that of a body held on the floor: handled once, it stays silent.
TEST_P(Events, AHandledEventThatLingersAtZeroStaysSilent) {
  const auto noise = [](double t) { return 1e-15 * std::sin(1e6 * t); };
  FunctionSystem clock = make_clock();
  FunctionEvents events(1, Crossing::Both, [&](double t, auto, auto g) { g[0] = noise(t); });
  AdaptiveOptions options = with_tolerance(GetParam(), 1e-8);
  options.max_step = 0.1;
  const auto integrator = make_integrator(clock, &events, options);
  const double zero = 0.0;
  const std::array handled{LocatedEvent{0, 0.0}};
  ASSERT_FALSE(integrator->restart(0.0, {&zero, 1}, handled).failed());
  EXPECT_EQ(run(*integrator, 5.0).status, StepStatus::ReachedLimit);
}

TEST_P(Events, AnEventFunctionThatIsNotFiniteEndsTheStepWithAReport) {
  const testing_support::Untrapped untrapped;
  FunctionSystem clock = make_clock();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  FunctionEvents events(2, Crossing::Both, [&](double t, auto, auto g) { g[0] = 1.0, g[1] = t > 0.5 ? nan : 1.0; });
  AdaptiveOptions options = with_tolerance(GetParam(), 1e-8);
  options.max_step = 0.1;
  const auto integrator = make_integrator(clock, &events, options);
  const double zero = 0.0;
  ASSERT_FALSE(integrator->restart(0.0, {&zero, 1}).failed());
  const StepReport report = run(*integrator, 1.0);
  EXPECT_EQ(report.status, StepStatus::NotFinite);
  EXPECT_EQ(report.quantity, Quantity::Event);
  EXPECT_EQ(report.index, 1);
  EXPECT_LE(integrator->time(), 0.5);
  EXPECT_NEAR(integrator->state()[0], integrator->time(), 1e-12);
  EXPECT_EQ(integrator->restart(0.7, {&zero, 1}).quantity, Quantity::Event);
}

// On a manifold the event is located for the projected state: the pendulum passes its lowest point at speed.
TEST_P(Events, APendulumPassesItsLowestPointOnItsCircle) {
  CartesianPendulum pendulum;
  FunctionEvents lowest(1, Crossing::Both, [](double, auto y, auto g) { g[0] = y[0]; });
  const auto integrator = make_integrator(pendulum, &lowest, with_tolerance(GetParam(), 1e-6));
  const std::array<double, 4> y0{1.0, 0.0, 0.0, 0.0};
  ASSERT_FALSE(integrator->restart(0.0, y0).failed());
  // A quarter of the period from the horizontal: K(sin 45°)/√g with Legendre's complete integral.
  const double quarter = std::comp_ellint_1(std::sqrt(0.5)) / std::sqrt(CartesianPendulum::g);
  for (int passage = 0; passage < 5; ++passage) {
    const StepReport report = run(*integrator, 10.0);
    ASSERT_EQ(report.status, StepStatus::EventLocated);
    EXPECT_NEAR(report.time, (2 * passage + 1) * quarter, 1e-3);
    // The clock ticks in ε t, the event is known to 4 of them, and the bob passes at √(2g) m/s.
    const double width =
        4.0 * std::numeric_limits<double>::epsilon() * report.time * std::sqrt(2.0 * CartesianPendulum::g);
    EXPECT_NEAR(integrator->state()[0], 0.0, 2.0 * width);
    EXPECT_LE(pendulum.calc_drift(0.0, integrator->state()), 1e-12);
  }
}

}  // namespace
}  // namespace carom
