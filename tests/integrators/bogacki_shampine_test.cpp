#include "carom/integrators/fixed/bogacki_shampine.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "integrators/known_motions.h"

namespace carom {
namespace {

using namespace known_motions;

AdaptiveOptions with_tolerance(double tolerance) {
  return {.relative_tolerance = tolerance, .absolute_tolerance = tolerance};
}

// The bound of the other adaptive methods: 15 · 2.9 · steps · tol, see adaptive_test.cpp.
TEST(BogackiShampine, APlanetIsFollowedWithinTheTolerance) {
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    KeplerOrbit motion;
    const auto integrator = make_short_step_integrator(motion, nullptr, with_tolerance(tolerance));
    ASSERT_FALSE(integrator->restart(0.0, KeplerOrbit::exact(0.0)).failed());
    double worst = 0.0;
    while (integrator->time() < 10.0) {
      const StepReport report = integrator->step(10.0);
      ASSERT_FALSE(report.failed()) << describe(report);
      worst = std::max(worst, max_difference(integrator->state(), KeplerOrbit::exact(integrator->time())));
    }
    EXPECT_EQ(integrator->time(), 10.0);
    EXPECT_LT(worst, 15.0 * 2.9 * static_cast<double>(integrator->statistics().steps) * tolerance) << tolerance;
  }
}

struct FreeFall : OdeSystem {
  [[nodiscard]] int size() const override { return 2; }
  [[nodiscard]] RateStatus calc_rate(double /*time*/, std::span<const double> y, std::span<double> rate) override {
    rate[0] = y[1];
    rate[1] = -9.81;
    return RateStatus::Ok;
  }
};
struct Height : EventFunctions {
  [[nodiscard]] int count() const override { return 1; }
  void calc(double /*time*/, std::span<const double> y, std::span<double> g) override { g[0] = y[0]; }
};

// A parabola is no effort for order 3: one step of four evaluations, and the end of the flight at 2 v/g to rounding.
TEST(BogackiShampine, AFlightIsOneStepOfFourEvaluations) {
  FreeFall motion;
  Height height;
  const auto integrator = make_short_step_integrator(motion, &height, with_tolerance(1e-9));
  const std::vector<double> start{1e-12, 3.0};
  const double flight = 2.0 * 3.0 / 9.81;
  integrator->suggest_step(1.1 * flight);
  ASSERT_FALSE(integrator->restart(0.0, start).failed());
  const StepReport report = integrator->step(1.1 * flight);
  ASSERT_EQ(report.status, StepStatus::EventLocated) << describe(report);
  EXPECT_NEAR(integrator->time(), flight, 1e-12);
  EXPECT_EQ(integrator->statistics().steps, 1);
  EXPECT_EQ(integrator->statistics().rate_evaluations, 4);
}

// Halving the step of an oscillation divides its error by 2³.
TEST(BogackiShampine, IsOfOrderThree) {
  const auto find_error = [](double step) {
    KeplerOrbit motion;
    AdaptiveOptions options = with_tolerance(0.1);  // no step is refused
    options.max_step = options.initial_step = step;
    const auto integrator = make_short_step_integrator(motion, nullptr, options);
    EXPECT_FALSE(integrator->restart(0.0, KeplerOrbit::exact(0.0)).failed());
    while (integrator->time() < 1.0) EXPECT_FALSE(integrator->step(1.0).failed());
    return max_difference(integrator->state(), KeplerOrbit::exact(1.0));
  };
  // The next term is of relative size h: some hundredths of the order at 1/256 s.
  EXPECT_NEAR(std::log2(find_error(1.0 / 128.0) / find_error(1.0 / 256.0)), 3.0, 0.2);
}

}  // namespace
}  // namespace carom
