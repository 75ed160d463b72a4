#include "carom/integrators/fixed/fixed_step.h"

#include <array>
#include <cmath>
#include <cstdint>
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

struct Claim {
  FixedMethod method;
  double order;
  double coarse_step;  // small enough for the next term of the error to change the observed order by less than 0.1
};
constexpr std::array<Claim, 4> kClaims{{{FixedMethod::Euler, 1.0, 1.0 / 4096},
                                        {FixedMethod::SemiImplicitEuler, 1.0, 1.0 / 4096},
                                        {FixedMethod::BogackiShampine, 3.0, 1.0 / 128},
                                        {FixedMethod::Rk4, 4.0, 1.0 / 64}}};

StepReport run(Integrator& integrator, double limit) {
  StepReport report = integrator.step(limit);
  while (report.status == StepStatus::Ok) report = integrator.step(limit);
  return report;
}

template <class Motion>
double calc_error(FixedMethod method, double step, double duration) {
  Motion motion;
  const auto integrator = make_integrator(motion, nullptr, FixedStepOptions{.method = method, .step = step});
  EXPECT_EQ(integrator->restart(0.0, Motion::exact(0.0)).status, StepStatus::Ok);
  EXPECT_EQ(run(*integrator, duration).status, StepStatus::ReachedLimit);
  return max_difference(integrator->state(), Motion::exact(duration));
}

template <class Motion>
void expect_claimed_orders(double duration) {
  for (const Claim& claim : kClaims) {
    const double coarse = calc_error<Motion>(claim.method, claim.coarse_step, duration);
    const double fine = calc_error<Motion>(claim.method, 0.5 * claim.coarse_step, duration);
    EXPECT_NEAR(std::log2(coarse / fine), claim.order, 0.1)
        << method_name(claim.method) << ": " << coarse << ", " << fine;
  }
}

TEST(FixedStep, APlanetIsFollowedWithTheOrderOfTheMethod) { expect_claimed_orders<KeplerOrbit>(3.0); }

TEST(FixedStep, ATopTurnsOnTheUnitQuaternionsWithTheOrderOfTheMethod) { expect_claimed_orders<SymmetricTop>(3.0); }

TEST(FixedStep, DenseOutputOfAPlanetIsOfOrderFour) {
  std::array<double, 2> errors{};
  for (std::size_t k = 0; k < 2; ++k) {
    KeplerOrbit motion;
    const double step = k == 0 ? 1.0 / 32 : 1.0 / 64;
    const auto integrator = make_integrator(motion, nullptr, FixedStepOptions{.step = step});
    ASSERT_FALSE(integrator->restart(0.0, KeplerOrbit::exact(0.0)).failed());
    std::vector<double> y(4);
    while (integrator->time() < 3.0) {
      const double start = integrator->time();
      ASSERT_FALSE(integrator->step(3.0).failed());
      ASSERT_TRUE(integrator->interpolate(start + 0.4 * step, y));
      errors[k] = std::max(errors[k], max_difference(y, KeplerOrbit::exact(start + 0.4 * step)));
    }
  }
  EXPECT_NEAR(std::log2(errors[0] / errors[1]), 4.0, 0.2) << errors[0] << ", " << errors[1];
}

// Without optimisation 86 million steps take minutes; a coarser grid is then enough to see a sum of steps drift.
#ifdef NDEBUG
constexpr double kClockStep = 1e-3;  // [s]
constexpr std::int64_t kClockSteps = 86'400'000;
#else
constexpr double kClockStep = 0.1;  // [s]
constexpr std::int64_t kClockSteps = 864'000;
#endif

TEST(FixedStep, TheClockOfADayOfMillisecondsDoesNotDrift) {
  FunctionSystem still(1, [](double, std::span<const double>, std::span<double> rate) {
    rate[0] = 0.0;
    return RateStatus::Ok;
  });
  const FixedStepOptions options{.method = FixedMethod::Euler, .step = kClockStep};
  const auto integrator = make_integrator(still, nullptr, options);
  const double zero = 0.0;
  ASSERT_FALSE(integrator->restart(0.0, {&zero, 1}).failed());
  EXPECT_EQ(run(*integrator, 86'400.0).status, StepStatus::ReachedLimit);
  EXPECT_EQ(integrator->time(), 86'400.0);
  EXPECT_EQ(integrator->statistics().steps, kClockSteps);
}

TEST(FixedStep, ALimitBetweenGridPointsIsReachedWithAShorterStep) {
  KeplerOrbit motion;
  const auto integrator = make_integrator(motion, nullptr, FixedStepOptions{.step = 0.1});
  ASSERT_FALSE(integrator->restart(0.0, KeplerOrbit::exact(0.0)).failed());
  EXPECT_EQ(run(*integrator, 0.25).status, StepStatus::ReachedLimit);
  EXPECT_EQ(integrator->time(), 0.25);
  EXPECT_EQ(integrator->statistics().steps, 3);
  // The grid goes on from there; 0.25 + 0.1 · 1 is on it up to rounding.
  EXPECT_EQ(integrator->step(0.35).status, StepStatus::ReachedLimit);
  EXPECT_EQ(integrator->time(), 0.35);
  EXPECT_EQ(integrator->statistics().steps, 4);
  EXPECT_EQ(integrator->step(0.35).status, StepStatus::ReachedLimit);
  EXPECT_EQ(integrator->statistics().steps, 4);
}

// Dropped from 1 m, touching at √(2/g); RK4 and the cubic are exact for a parabola, so only rounding is left.
TEST(FixedStep, AnImpactIsReportedWithItsTimeWhileTheStateStaysOnTheGrid) {
  FallingPoint point;
  FunctionEvents floor(1, Crossing::Falling, [](double, auto y, auto g) { g[0] = y[0]; });
  const auto integrator = make_integrator(point, &floor, FixedStepOptions{.step = 0.01});
  const std::array<double, 2> y0{1.0, 0.0};
  ASSERT_FALSE(integrator->restart(0.0, y0).failed());
  const StepReport report = run(*integrator, 1.0);
  ASSERT_EQ(report.status, StepStatus::EventLocated);
  ASSERT_EQ(report.events.size(), 1U);
  EXPECT_NEAR(report.events[0].time, std::sqrt(2.0 / FallingPoint::g), 1e-14);
  EXPECT_EQ(integrator->time(), 46 * 0.01);
  // Going on, the point is below the floor and does not cross it again.
  EXPECT_EQ(run(*integrator, 1.0).status, StepStatus::ReachedLimit);
  EXPECT_EQ(integrator->statistics().events, 1);
}

TEST(FixedStep, NothingIsAllocatedAfterTheStart) {
  if (!testing_support::counts_allocations()) GTEST_SKIP() << "the sanitizers own malloc";
  for (const Claim& claim : kClaims) {
    SymmetricTop top;
    FunctionEvents turns(2, Crossing::Both, [](double, auto y, auto g) { g[0] = y[0], g[1] = y[5]; });
    const auto integrator = make_integrator(top, &turns, FixedStepOptions{.method = claim.method, .step = 0.01});
    const std::vector<double> y0 = SymmetricTop::exact(0.0);
    const std::int64_t before = testing_support::allocation_count();
    StepReport report = integrator->restart(0.0, y0);
    while (report.status != StepStatus::ReachedLimit && !report.failed()) report = integrator->step(10.0);
    EXPECT_EQ(testing_support::allocation_count() - before, 0) << method_name(claim.method);
    EXPECT_GT(integrator->statistics().events, 0);
  }
}

TEST(FixedStep, ARateThatIsNotFiniteEndsWithTheLastGoodState) {
  const testing_support::Untrapped untrapped;
  FunctionSystem system(2, [](double t, std::span<const double>, std::span<double> rate) {
    rate[0] = 1.0;
    rate[1] = t < 0.55 ? 1.0 : std::numeric_limits<double>::quiet_NaN();
    return RateStatus::Ok;
  });
  const std::array<double, 2> y0{};
  for (const Claim& claim : kClaims) {
    const auto integrator = make_integrator(system, nullptr, FixedStepOptions{.method = claim.method, .step = 0.1});
    ASSERT_FALSE(integrator->restart(0.0, y0).failed());
    const StepReport report = run(*integrator, 1.0);
    EXPECT_EQ(report.status, StepStatus::NotFinite);
    EXPECT_EQ(report.quantity, Quantity::Rate);
    EXPECT_EQ(report.index, 1);
    EXPECT_EQ(integrator->time(), 0.5);
    EXPECT_NEAR(integrator->state()[1], 0.5, 1e-15);
    EXPECT_NE(describe(report).find("component 1"), std::string::npos) << describe(report);
  }
}

TEST(FixedStep, AnEventThatIsNotFiniteAndARateThatFailsAreReported) {
  const testing_support::Untrapped untrapped;
  KeplerOrbit motion;
  FunctionEvents bad(2, Crossing::Both, [](double t, auto, auto g) {
    g[0] = 1.0;
    g[1] = t > 0.5 ? std::numeric_limits<double>::quiet_NaN() : 1.0;
  });
  const auto integrator = make_integrator(motion, &bad, FixedStepOptions{.step = 0.1});
  ASSERT_FALSE(integrator->restart(0.0, KeplerOrbit::exact(0.0)).failed());
  const StepReport report = run(*integrator, 1.0);
  EXPECT_EQ(report.status, StepStatus::NotFinite);
  EXPECT_EQ(report.quantity, Quantity::Event);
  EXPECT_EQ(report.index, 1);
  EXPECT_EQ(integrator->time(), 0.5);

  FunctionSystem failing(1, [](double t, std::span<const double>, std::span<double> rate) {
    rate[0] = 0.0;
    return t > 0.5 ? RateStatus::Fatal : RateStatus::Ok;
  });
  const double zero = 0.0;
  const auto other = make_integrator(failing, nullptr, FixedStepOptions{.step = 0.1});
  ASSERT_FALSE(other->restart(0.0, {&zero, 1}).failed());
  EXPECT_EQ(run(*other, 1.0).status, StepStatus::RateFailed);
}

}  // namespace
}  // namespace carom
