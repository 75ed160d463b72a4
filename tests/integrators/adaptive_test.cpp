#include "carom/integrators/adaptive/adaptive.h"

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "integrators/known_motions.h"
#include "support/allocation_counter.h"
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

class Adaptive : public testing::TestWithParam<AdaptiveMethod> {};

INSTANTIATE_TEST_SUITE_P(EveryMethod, Adaptive, testing::ValuesIn(kMethods), [](const auto& method) {
  std::string name(method_name(method.param));
  std::erase(name, '-');
  return name;
});

// ẏ = 1 from 1000 in steps of about 1e-4: each of them rounds y by up to ε 512 = 5.7e-14, and of one sign for long.
// Together 1e5 of them would be up to 6e-9 off; what rounding leaves out is carried along instead, so that only the
// last one counts.
TEST(DormandPrince, RoundingOfManyShortStepsDoesNotAddUp) {
  FunctionSystem steady(1, [](double /*t*/, std::span<const double> /*y*/, std::span<double> rate) {
    rate[0] = 1.0;
    return RateStatus::Ok;
  });
  AdaptiveOptions options = with_tolerance(AdaptiveMethod::DormandPrince, 1e-6);
  options.max_step = 1e-4;
  const auto integrator = make_integrator(steady, nullptr, options);
  ASSERT_FALSE(integrator->restart(0.0, std::vector{1000.0}).failed());
  ASSERT_EQ(run(*integrator, 10.0).status, StepStatus::ReachedLimit);
  EXPECT_GE(integrator->statistics().steps, 100'000);
  // The weights of the method add up to 1 within a few ε; the unit in the last place of 1010 is 1.1e-13.
  EXPECT_NEAR(integrator->state()[0], 1010.0, 1.2e-13);
}

// Error control bounds the error of a step by about tol (1 + |y|), |y| < 1.9 here. An error in the semi-major axis
// grows as a phase, by (3/2) n t = 15 over t = 10: in all at most about 15 · 2.9 · steps · tol, were every step at its
// bound and all errors of one sign.
TEST_P(Adaptive, APlanetIsFollowedWithinTheTolerance) {
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
    KeplerOrbit motion;
    const auto integrator = make_integrator(motion, nullptr, with_tolerance(GetParam(), tolerance));
    ASSERT_FALSE(integrator->restart(0.0, KeplerOrbit::exact(0.0)).failed());
    std::vector<double> y(4);
    double worst = 0.0;
    double worst_between = 0.0;
    while (integrator->time() < 10.0) {
      const double start = integrator->time();
      const StepReport report = integrator->step(10.0);
      ASSERT_FALSE(report.failed()) << describe(report);
      worst = std::max(worst, max_difference(integrator->state(), KeplerOrbit::exact(integrator->time())));
      for (int k = 1; k < 8; ++k) {
        const double t = start + k / 8.0 * (integrator->time() - start);
        ASSERT_TRUE(integrator->interpolate(t, y));
        worst_between = std::max(worst_between, max_difference(y, KeplerOrbit::exact(t)));
      }
    }
    EXPECT_EQ(integrator->time(), 10.0);
    const double bound = 15.0 * 2.9 * static_cast<double>(integrator->statistics().steps) * tolerance;
    EXPECT_LT(worst, bound) << tolerance;
    // Dense output adds no more than a tolerance to what the steps have.
    EXPECT_LT(worst_between, worst + 10.0 * tolerance) << tolerance;
  }
}

// From rest at 0 the solution leaps to cos t within microseconds and follows it.
TEST(AdaptiveStiff, AStiffMotionTakesFewStepsWithAnImplicitMethod) {
  for (const AdaptiveMethod method :
       {AdaptiveMethod::Radau, AdaptiveMethod::ArkodeImplicit, AdaptiveMethod::CvodeBdf}) {
    for (const double tolerance : {1e-4, 1e-8}) {
      StiffFollower motion(1e6);
      const auto integrator = make_integrator(motion, nullptr, with_tolerance(method, tolerance));
      const double zero = 0.0;
      ASSERT_FALSE(integrator->restart(0.0, {&zero, 1}).failed());
      EXPECT_EQ(run(*integrator, 1.0).status, StepStatus::ReachedLimit);
      // An explicit step is at most about 3/k long: 333,000 steps.
      EXPECT_LT(integrator->statistics().steps, 1000) << tolerance;
      // Errors of earlier steps decay within microseconds: that of the last step alone is left.
      EXPECT_NEAR(integrator->state()[0], std::cos(1.0), 2.0 * tolerance);
      EXPECT_GT(integrator->statistics().jacobian_evaluations, 0);
    }
  }
}

// Between the leap and the smooth motion: every step and the dense output stay near the tolerance for every stiffness.
TEST(AdaptiveStiff, EveryStepOfAStiffMotionIsWithinTheTolerance) {
  for (const AdaptiveMethod method :
       {AdaptiveMethod::Radau, AdaptiveMethod::ArkodeImplicit, AdaptiveMethod::CvodeBdf}) {
    for (const double stiffness : {1e2, 1e4, 1e6}) {
      for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
        StiffFollower motion(stiffness);
        const auto integrator = make_integrator(motion, nullptr, with_tolerance(method, tolerance));
        const double one = 1.0;
        ASSERT_FALSE(integrator->restart(0.0, {&one, 1}).failed());
        double worst = 0.0;
        double worst_between = 0.0;
        while (integrator->time() < 5.0) {
          const double start = integrator->time();
          ASSERT_FALSE(integrator->step(5.0).failed());
          worst = std::max(worst, std::abs(integrator->state()[0] - std::cos(integrator->time())));
          const double middle = 0.5 * (start + integrator->time());
          double y{};
          ASSERT_TRUE(integrator->interpolate(middle, {&y, 1}));
          worst_between = std::max(worst_between, std::abs(y - std::cos(middle)));
        }
        // |y| ≤ 1 makes the bound of one step 2 tol; where k h is not large, a few steps add up before they decay.
        EXPECT_LT(worst, 10.0 * tolerance) << method_name(method) << ", k = " << stiffness;
        // The cubic takes in the rates at both ends, whose error is k times that of the state.
        EXPECT_LT(worst_between, 30.0 * tolerance) << method_name(method) << ", k = " << stiffness;
      }
    }
  }
}

TEST_P(Adaptive, APendulumStaysOnItsCircle) {
  for (const double tolerance : {1e-6, 1e-9}) {
    CartesianPendulum pendulum;
    const auto integrator = make_integrator(pendulum, nullptr, with_tolerance(GetParam(), tolerance));
    const std::array<double, 4> y0{std::sin(2.0), -std::cos(2.0), 0.0, 0.0};
    ASSERT_FALSE(integrator->restart(0.0, y0).failed());
    std::vector<double> y(4);
    double drift = 0.0;
    while (integrator->time() < 100.0) {
      const double start = integrator->time();
      const StepReport report = integrator->step(100.0);
      ASSERT_FALSE(report.failed()) << describe(report);
      ASSERT_TRUE(integrator->interpolate(0.5 * (start + integrator->time()), y));
      drift = std::max({drift, pendulum.calc_drift(0.0, integrator->state()), pendulum.calc_drift(0.0, y)});
    }
    EXPECT_LE(drift, 1e-12) << tolerance;  // the threshold beyond which a state is projected
    EXPECT_GT(integrator->statistics().projections, 0);
    // Each step loses or gains energy of the order of ∂E/∂y · tol (1 + |y|) < 10 · 8 tol J.
    const double bound = 80.0 * tolerance * static_cast<double>(integrator->statistics().steps);
    EXPECT_NEAR(CartesianPendulum::energy(integrator->state()), CartesianPendulum::energy(y0), bound);
  }
}

TEST_P(Adaptive, ATopTurnsOnTheUnitQuaternions) {
  SymmetricTop top;
  const auto integrator = make_integrator(top, nullptr, with_tolerance(GetParam(), 1e-9));
  ASSERT_FALSE(integrator->restart(0.0, SymmetricTop::exact(0.0)).failed());
  EXPECT_EQ(run(*integrator, 20.0).status, StepStatus::ReachedLimit);
  EXPECT_LE(top.calc_drift(20.0, integrator->state()), 1e-12);
  // |y| ≤ 1.1; errors of the rates grow linearly into angles, over 20 s on average by 10.
  const double bound = 10.0 * 2.1 * 1e-9 * static_cast<double>(integrator->statistics().steps);
  EXPECT_LT(max_difference(integrator->state(), SymmetricTop::exact(20.0)), bound);
}

TEST_P(Adaptive, TheSameMotionTwiceHasTheSameBits) {
  CartesianPendulum pendulum;
  const std::array<double, 4> y0{std::sin(2.0), -std::cos(2.0), 0.0, 0.0};
  const auto one = make_integrator(pendulum, nullptr, with_tolerance(GetParam(), 1e-7));
  const auto other = make_integrator(pendulum, nullptr, with_tolerance(GetParam(), 1e-7));
  ASSERT_FALSE(one->restart(0.0, y0).failed());
  EXPECT_EQ(run(*one, 5.0).status, StepStatus::ReachedLimit);
  // Halfway both start at the same state, one with a past and the other without.
  const std::vector<double> halfway(one->state().begin(), one->state().end());
  ASSERT_FALSE(one->restart(5.0, halfway).failed());
  ASSERT_FALSE(other->restart(5.0, halfway).failed());
  while (one->time() < 10.0) {
    ASSERT_FALSE(one->step(10.0).failed());
    ASSERT_FALSE(other->step(10.0).failed());
    ASSERT_EQ(one->time(), other->time());
    ASSERT_EQ(max_difference(one->state(), other->state()), 0.0);
  }
}

TEST_P(Adaptive, ALimitNoFurtherThanTheClockCanTellIsReachedAtOnce) {
  KeplerOrbit motion;
  const auto integrator = make_integrator(motion, nullptr, with_tolerance(GetParam(), 1e-8));
  ASSERT_FALSE(integrator->restart(1000.0, KeplerOrbit::exact(0.0)).failed());
  const double next = std::nextafter(1000.0, 2000.0);
  EXPECT_EQ(integrator->step(next).status, StepStatus::ReachedLimit);
  EXPECT_EQ(integrator->time(), next);
  EXPECT_EQ(run(*integrator, 1001.0).status, StepStatus::ReachedLimit);
  EXPECT_NEAR(integrator->state()[0], KeplerOrbit::exact(1.0)[0], 1e-6);
}

TEST_P(Adaptive, MaxStepsEndsAMotionThatNeedsMore) {
  KeplerOrbit motion;
  AdaptiveOptions options = with_tolerance(GetParam(), 1e-8);
  options.max_steps = 10;
  const auto integrator = make_integrator(motion, nullptr, options);
  ASSERT_FALSE(integrator->restart(0.0, KeplerOrbit::exact(0.0)).failed());
  const StepReport report = run(*integrator, 1000.0);
  EXPECT_EQ(report.status, StepStatus::TooManySteps) << describe(report);
  EXPECT_EQ(integrator->statistics().steps, 10);
  EXPECT_GT(integrator->time(), 0.0);
}

TEST_P(Adaptive, AStepIsNeverLongerThanMaxStep) {
  FallingPoint point;
  AdaptiveOptions options = with_tolerance(GetParam(), 1e-6);
  options.max_step = 0.05;
  const auto integrator = make_integrator(point, nullptr, options);
  const std::array<double, 2> y0{1.0, 0.0};
  ASSERT_FALSE(integrator->restart(0.0, y0).failed());
  double start = 0.0;
  while (integrator->time() < 2.0) {
    ASSERT_FALSE(integrator->step(2.0).failed());
    ASSERT_LE(integrator->time() - start, 0.05 * (1.0 + 1e-12));
    start = integrator->time();
  }
}

// ẏ = y² from 1 is 1/(1 − t): no step leads past t = 1.
TEST_P(Adaptive, ASolutionThatEndsInFiniteTimeIsAStepTooSmall) {
  const testing_support::Untrapped untrapped;
  FunctionSystem explosion(1, [](double, std::span<const double> y, std::span<double> rate) {
    rate[0] = y[0] * y[0];
    return RateStatus::Ok;
  });
  const double one = 1.0;
  for (const double min_step : {0.0, 1e-6}) {
    AdaptiveOptions options = with_tolerance(GetParam(), 1e-6);
    options.min_step = min_step;
    options.max_steps = 100'000;
    const auto integrator = make_integrator(explosion, nullptr, options);
    ASSERT_FALSE(integrator->restart(0.0, {&one, 1}).failed());
    const StepReport report = run(*integrator, 2.0);
    EXPECT_TRUE(report.failed());
    if (min_step > 0.0) {
      EXPECT_EQ(report.status, StepStatus::StepTooSmall) << describe(report);
    }
    EXPECT_TRUE(std::isfinite(integrator->state()[0]));
    EXPECT_NEAR(integrator->time(), 1.0, 1e-3);
  }
}

TEST_P(Adaptive, ARateThatIsNotFiniteIsReportedWhereItBegins) {
  const testing_support::Untrapped untrapped;
  FunctionSystem system(2, [](double t, std::span<const double>, std::span<double> rate) {
    rate[0] = 1.0;
    rate[1] = t < 0.5 ? 1.0 : std::numeric_limits<double>::quiet_NaN();
    return RateStatus::Ok;
  });
  const std::array<double, 2> y0{};
  const auto integrator = make_integrator(system, nullptr, with_tolerance(GetParam(), 1e-6));
  ASSERT_FALSE(integrator->restart(0.0, y0).failed());
  testing::internal::CaptureStderr();
  const StepReport report = run(*integrator, 1.0);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(report.status, StepStatus::NotFinite) << describe(report);
  EXPECT_EQ(report.quantity, Quantity::Rate);
  EXPECT_EQ(report.index, 1);
  EXPECT_NEAR(report.time, 0.5, 1e-3);
  EXPECT_LE(integrator->time(), 0.5);
  EXPECT_NEAR(integrator->state()[1], integrator->time(), 1e-6);
}

TEST_P(Adaptive, ARateThatFailsForGoodIsReported) {
  FunctionSystem system(1, [](double t, std::span<const double>, std::span<double> rate) {
    rate[0] = 1.0;
    return t < 0.5 ? RateStatus::Ok : RateStatus::Fatal;
  });
  const double zero = 0.0;
  const auto integrator = make_integrator(system, nullptr, with_tolerance(GetParam(), 1e-6));
  ASSERT_FALSE(integrator->restart(0.0, {&zero, 1}).failed());
  const StepReport report = run(*integrator, 1.0);
  EXPECT_EQ(report.status, StepStatus::RateFailed) << describe(report);
  EXPECT_LE(integrator->time(), 0.5);
}

// √ of a number that a trial step makes negative: a shorter step avoids it.
TEST_P(Adaptive, ATrialBeyondTheDomainOfTheRateIsRetriedWithAShorterStep) {
  const testing_support::Untrapped untrapped;
  FunctionSystem system(1, [](double, std::span<const double> y, std::span<double> rate) {
    if (y[0] <= 0.0) return RateStatus::Recoverable;
    rate[0] = -std::sqrt(y[0]);
    return RateStatus::Ok;
  });
  const double one = 1.0;
  AdaptiveOptions options = with_tolerance(GetParam(), 1e-4);
  options.initial_step = 3.0;
  const auto integrator = make_integrator(system, nullptr, options);
  ASSERT_FALSE(integrator->restart(0.0, {&one, 1}).failed());
  const StepReport report = run(*integrator, 1.5);
  EXPECT_EQ(report.status, StepStatus::ReachedLimit) << describe(report);
  EXPECT_NEAR(integrator->state()[0], 0.0625, 0.01);  // (1 − t/2)²
}

TEST_P(Adaptive, AProjectionThatFailsIsReported) {
  struct NoCircle final : OdeSystem {
    [[nodiscard]] int size() const override { return 1; }
    [[nodiscard]] RateStatus calc_rate(double, std::span<const double>, std::span<double> rate) override {
      rate[0] = 1.0;
      return RateStatus::Ok;
    }
    [[nodiscard]] double calc_drift(double, std::span<const double> y) override { return y[0] > 0.5 ? 1.0 : 0.0; }
    [[nodiscard]] bool project(double, std::span<double>) override { return false; }
  } system;
  const double zero = 0.0;
  const auto integrator = make_integrator(system, nullptr, with_tolerance(GetParam(), 1e-6));
  ASSERT_FALSE(integrator->restart(0.0, {&zero, 1}).failed());
  EXPECT_EQ(run(*integrator, 1.0).status, StepStatus::ProjectionFailed);
  EXPECT_LE(integrator->state()[0], 0.5);
}

TEST_P(Adaptive, AStartThatIsNotFiniteIsRefused) {
  KeplerOrbit motion;
  const auto integrator = make_integrator(motion, nullptr, with_tolerance(GetParam(), 1e-6));
  const std::array<double, 4> y0{1.0, 0.0, std::numeric_limits<double>::infinity(), 0.0};
  const StepReport report = integrator->restart(0.0, y0);
  EXPECT_EQ(report.status, StepStatus::NotFinite);
  EXPECT_EQ(report.quantity, Quantity::State);
  EXPECT_EQ(report.index, 2);
}

TEST_P(Adaptive, ASystemWithoutCoordinatesOnlyPassesTime) {
  FunctionSystem nothing(0, [](double, auto, auto) { return RateStatus::Ok; });
  const auto integrator = make_integrator(nothing, nullptr, with_tolerance(GetParam(), 1e-6));
  ASSERT_FALSE(integrator->restart(0.0, {}).failed());
  EXPECT_EQ(run(*integrator, 3.0).status, StepStatus::ReachedLimit);
  EXPECT_EQ(integrator->time(), 3.0);
}

// The first step lets SUNDIALS size its memory; its Jacobians from difference quotients take three small pieces each.
TEST_P(Adaptive, StepsAllocateNothingButTheSolversJacobians) {
  if (!testing_support::counts_allocations()) GTEST_SKIP() << "the sanitizers own malloc";
  SymmetricTop top;
  FunctionEvents turns(1, Crossing::Both, [](double, auto y, auto g) { g[0] = y[0]; });
  const auto integrator = make_integrator(top, &turns, with_tolerance(GetParam(), 1e-8));
  const std::vector<double> y0 = SymmetricTop::exact(0.0);
  ASSERT_FALSE(integrator->restart(0.0, y0).failed());
  ASSERT_FALSE(integrator->step(10.0).failed());
  const std::int64_t before = testing_support::allocation_count();
  const std::int64_t jacobians = integrator->statistics().jacobian_evaluations;
  StepReport report = integrator->step(10.0);
  while (report.status != StepStatus::ReachedLimit && !report.failed()) report = integrator->step(10.0);
  const std::int64_t allocated = testing_support::allocation_count() - before;
  EXPECT_EQ(report.status, StepStatus::ReachedLimit);
  EXPECT_GT(integrator->statistics().events, 0);
  EXPECT_LE(allocated, 3 * (integrator->statistics().jacobian_evaluations - jacobians));
}

}  // namespace
}  // namespace carom
