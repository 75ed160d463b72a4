// A run that becomes slower by orders of magnitude is noticed, one that only has something to do is not.
#include "apps/carom/terminal/stall_watch.h"

#include <gtest/gtest.h>

namespace carom::app {
namespace {

// Ten looks a second of wall time, at a number of seconds of the run for each.
struct Runner {
  StallWatch watch;
  double wall{}, time{};
  std::int64_t steps{};

  int run(double seconds, double speed) {
    int told = 0;
    for (int i = 0; i < static_cast<int>(10.0 * seconds); ++i) {
      wall += 0.1;
      time += 0.1 * speed;
      steps += 1000;
      if (const auto stall = watch.look(wall, time, steps)) {
        ++told;
        last = *stall;
      }
    }
    return told;
  }
  StallWatch::Stall last{};
};

TEST(StallWatch, TellsOnceWhenARunBecomesAThousandTimesSlower) {
  Runner runner;
  EXPECT_EQ(runner.run(10.0, 2.0), 0);
  EXPECT_EQ(runner.run(60.0, 2e-3), 1);
  EXPECT_NEAR(runner.last.slower, 1000.0, 1.0);
  EXPECT_NEAR(runner.last.speed, 2e-3, 1e-5);
  EXPECT_NEAR(runner.last.step, 2e-7, 1e-9);
  // Much worse is news again.
  EXPECT_EQ(runner.run(60.0, 2e-6), 1);
}

TEST(StallWatch, SaysNothingOfShortOrMildSlowness) {
  Runner runner;
  EXPECT_EQ(runner.run(10.0, 2.0), 0);
  EXPECT_EQ(runner.run(2.0, 2e-3), 0) << "an impact";
  EXPECT_EQ(runner.run(10.0, 1.0), 0);
  EXPECT_EQ(runner.run(100.0, 0.1), 0) << "a tenth";
}

TEST(StallWatch, ARunThatIsSlowFromTheStartHasNothingToCompareWith) {
  Runner runner;
  EXPECT_EQ(runner.run(100.0, 1e-6), 0);
}

}  // namespace
}  // namespace carom::app
