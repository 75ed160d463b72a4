#include "carom/simulation/compliant/stepping/lift_off_forecast.h"

#include <gtest/gtest.h>

namespace carom {
namespace {

// 10 µm deep and opening at 1 m/s: 10 µs are left.
TEST(LiftOffForecast, AStepThatHardlyChangesTheSpeedGoesPastLiftOff) {
  const Rebound rebound{.depth = 1e-5, .speed = 1.0, .speed_change = 1e-9, .last_step = 1e-5};
  EXPECT_DOUBLE_EQ(choose_step_to_lift_off(rebound, 1e-6), 1.2e-5);
}

TEST(LiftOffForecast, TheMoreTheSpeedStillChangesTheEarlierAStepEnds) {
  double last = 1e-5;
  for (const double change : {1e-2, 1e-1, 1.0}) {
    const Rebound rebound{.depth = 1e-5, .speed = 1.0, .speed_change = change, .last_step = 1e-5};
    const double step = choose_step_to_lift_off(rebound, 1e-9);
    EXPECT_LT(step, last) << change;
    EXPECT_GE(step, 0.3e-5) << change;
    last = step;
  }
}

TEST(LiftOffForecast, AForceThatVanishesEarlierEndsTheStepThere) {
  const Rebound rebound{.depth = 1e-5, .release_depth = 4e-6, .speed = 2.0, .speed_change = 1.0, .last_step = 1e-5};
  EXPECT_DOUBLE_EQ(choose_step_to_lift_off(rebound, 1e-9), 1.2 * 3e-6);
}

}  // namespace
}  // namespace carom
