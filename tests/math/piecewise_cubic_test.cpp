#include "carom/math/piecewise_cubic.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace carom {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

PiecewiseCubic make_example() {
  return {1.0,
          {{.start = 0.0, .value = 1.0, .slope = 2.0, .joins = 0},
           {.start = 1.0, .value = 3.0, .curvature = -1.0, .joins = 0},
           {.start = 3.0, .value = 5.0}}};
}

TEST(PiecewiseCubic, JumpsBelongToWhatFollowsThem) {
  const PiecewiseCubic function = make_example();
  EXPECT_EQ(function.sample(-5.0).value, 1.0);
  EXPECT_EQ(function.sample(0.5).value, 2.0);
  EXPECT_EQ(function.sample(1.0).slope, 0.0);
  EXPECT_EQ(function.sample(1.0, 0.5).slope, 2.0);
  EXPECT_EQ(function.sample(3.0).value, 5.0);
  EXPECT_EQ(function.sample(3.0, 2.9).value, 1.0);
}

TEST(PiecewiseCubic, BreaksSayWhichDerivativeJumps) {
  const PiecewiseCubic function = make_example();
  ASSERT_EQ(function.breaks().size(), 3U);
  EXPECT_EQ(function.next_break(-1.0).order, 1);
  EXPECT_EQ(function.next_break(0.0).x, 1.0);
  EXPECT_EQ(function.next_break(2.9).order, 0);
  EXPECT_EQ(function.next_break(3.0).x, std::numeric_limits<double>::infinity());
  EXPECT_TRUE(function.has_jumps());
}

// ∫ from −1 to 4: 1 + (1 + 1) + (6 − 8/6) + 5.
TEST(PiecewiseCubic, IntegralAddsUpItsPieces) {
  const PiecewiseCubic function = make_example();
  EXPECT_NEAR(function.integral(-1.0, 4.0), 8.0 + 6.0 - 8.0 / 6.0, 16.0 * kEpsilon);
  EXPECT_NEAR(function.integral(0.25, 0.75), 1.0, 4.0 * kEpsilon);
}

// A microsecond after hours: the integral is that of the pulse, not the difference of two large ones.
TEST(PiecewiseCubic, IntegralOverAPulseIsExactFarFromZero) {
  const double start = 36000.0, end = 36000.000001;
  const PiecewiseCubic pulse(7.0, {{.start = start, .value = 1e6}, {.start = end, .value = 7.0}});
  EXPECT_EQ(pulse.integral(start, end), 1e6 * (end - start));
}

TEST(PiecewiseCubic, MonotoneSlopesNeverTurnBack) {
  const std::vector<double> x{0.0, 1.999, 2.0, 2.2, 2.201, 5.0}, y{0.0, 0.0, 1.0, 1.0, 0.3, 0.0};
  const std::vector<double> slopes = calc_monotone_slopes(x, y);
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    const double h = x[i + 1] - x[i];
    const PiecewiseCubic piece(y[i], {make_hermite_piece(x[i], h, y[i], y[i + 1], slopes[i], slopes[i + 1], 0)});
    for (double part = 0.0; part <= 1.0; part += 0.01) {
      const double value = piece.sample(x[i] + part * h).value;
      EXPECT_GE(value, std::min(y[i], y[i + 1]) - 8.0 * kEpsilon);
      EXPECT_LE(value, std::max(y[i], y[i + 1]) + 8.0 * kEpsilon);
    }
  }
}

}  // namespace
}  // namespace carom
