#include "carom/math/maximum.h"

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

namespace carom {
namespace {

TEST(FindMaximum, FindsTheTopOfSmoothFunctionsInFewEvaluations) {
  int evaluations = 0;
  const auto wave = [&](double x) {
    ++evaluations;
    return std::sin(x);
  };
  const Maximum top = find_maximum(wave, 0.3, 3.0, 1e-6);
  // The value is off by half the square of the place.
  EXPECT_NEAR(top.x, 0.5 * std::numbers::pi, 2e-6);
  EXPECT_NEAR(top.value, 1.0, 2e-12);
  EXPECT_LE(evaluations, 20);
}

TEST(FindMaximum, FindsACornerAndTheEndsOfSlopes) {
  const auto corner = [](double x) { return x < 0.7 ? x : 1.4 - 3.0 * (x - 0.7) - 0.7; };
  EXPECT_NEAR(find_maximum(corner, 0.0, 1.0, 1e-6).x, 0.7, 4e-6);
  EXPECT_NEAR(find_maximum([](double x) { return 2.0 * x; }, 0.0, 1.0, 1e-6).value, 2.0, 1e-5);
  EXPECT_NEAR(find_maximum([](double x) { return -2.0 * x; }, 0.0, 1.0, 1e-6).value, 0.0, 1e-5);
  EXPECT_EQ(find_maximum([](double) { return 4.0; }, 0.0, 1.0, 1e-6).value, 4.0);
}

TEST(FindMaximum, EndsWhereTheFunctionIsNotANumber) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(find_maximum([](double) { return kNaN; }, 0.0, 1.0, 1e-6).value));
  const Maximum half = find_maximum([](double x) { return x < 0.9 ? x : kNaN; }, 0.0, 1.0, 1e-6);
  EXPECT_LT(half.value, 0.9);
}

}  // namespace
}  // namespace carom
