#include "carom/math/cubic_spline.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

namespace carom {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
const std::vector<double> kX{-1.0, -0.25, 0.5, 0.75, 2.0, 3.5};

double cubic(double x) { return 2.0 - x + 0.5 * x * x - 0.25 * x * x * x; }
double cubic_slope(double x) { return -1.0 + x - 0.75 * x * x; }
double cubic_curvature(double x) { return 1.0 - 1.5 * x; }

std::vector<double> tabulate(double (*function)(double), const std::vector<double>& x) {
  std::vector<double> y;
  for (const double point : x) y.push_back(function(point));
  return y;
}

// Values up to 8, divided differences over steps down to 1/4: some 100 roundings of order ε.
constexpr double kRounding = 1000.0 * kEpsilon;

TEST(CubicSpline, ReproducesACubicFromItsEndSlopes) {
  const EndSlopes slopes{cubic_slope(kX.front()), cubic_slope(kX.back())};
  const CubicSpline spline(kX, tabulate(cubic, kX), slopes, SplineExtension::Hold);
  for (double x = -1.0; x <= 3.5; x += 0.0625) {
    EXPECT_NEAR(spline.sample(x).value, cubic(x), kRounding) << "x = " << x;
    EXPECT_NEAR(spline.sample(x).slope, cubic_slope(x), kRounding) << "x = " << x;
    EXPECT_NEAR(spline.sample(x).curvature, cubic_curvature(x), kRounding) << "x = " << x;
  }
}

TEST(CubicSpline, PassesThroughItsPointsWithContinuousSecondDerivative) {
  const std::vector<double> y{1.0, -2.0, 0.5, 4.0, 3.0, -1.0};
  const CubicSpline spline(kX, y, std::nullopt, SplineExtension::Linear);
  for (std::size_t i = 0; i < kX.size(); ++i) EXPECT_NEAR(spline.sample(kX[i]).value, y[i], kRounding);
  for (std::size_t i = 1; i + 1 < kX.size(); ++i) {
    const auto left = spline.sample(std::nextafter(kX[i], -10.0)), right = spline.sample(kX[i]);
    // Slopes reach 30, second and third derivatives 200 and 600: a step of ε moves them by no more than these.
    EXPECT_NEAR(left.value, right.value, 100.0 * kRounding);
    EXPECT_NEAR(left.slope, right.slope, 100.0 * kRounding);
    EXPECT_NEAR(left.curvature, right.curvature, 100.0 * kRounding);
  }
  EXPECT_NEAR(spline.sample(kX.front()).curvature, 0.0, kRounding);
  EXPECT_NEAR(spline.sample(kX.back()).curvature, 0.0, kRounding);
}

TEST(CubicSpline, DerivativesAgreeWithDifferences) {
  const std::vector<double> y{1.0, -2.0, 0.5, 4.0, 3.0, -1.0};
  const CubicSpline spline(kX, y, EndSlopes{1.0, -2.0}, SplineExtension::Hold);
  constexpr double kStep = 1e-5;
  for (double x = -0.97; x < 3.45; x += 0.0519) {
    const auto before = spline.sample(x - kStep), here = spline.sample(x), after = spline.sample(x + kStep);
    // h² times a third derivative below 1000, and rounding divided by h; half a jump of the third derivative at a knot.
    EXPECT_NEAR((after.value - before.value) / (2.0 * kStep), here.slope, 1e-7) << "x = " << x;
    EXPECT_NEAR((after.slope - before.slope) / (2.0 * kStep), here.curvature, 1e-7) << "x = " << x;
  }
}

TEST(CubicSpline, ExtendsAsAsked) {
  const std::vector<double> x{0.0, 1.0}, y{1.0, 3.0};
  const CubicSpline held(x, y, std::nullopt, SplineExtension::Hold);
  EXPECT_EQ(held.sample(-5.0).value, 1.0);
  EXPECT_EQ(held.sample(7.0).value, 3.0);
  EXPECT_EQ(held.sample(7.0).slope, 0.0);
  // Two points and no slopes: the straight line.
  const CubicSpline linear(x, y, std::nullopt, SplineExtension::Linear);
  for (const double at : {-5.0, 0.0, 0.3, 1.0, 7.0}) {
    EXPECT_NEAR(linear.sample(at).value, 1.0 + 2.0 * at, 16.0 * kEpsilon);
    EXPECT_NEAR(linear.sample(at).slope, 2.0, 4.0 * kEpsilon);
    EXPECT_EQ(linear.sample(at).curvature, 0.0);
  }
}

// Given end slopes make the spline of fourth order, natural ends of second.
TEST(CubicSpline, ErrorFallsWithTheFourthPowerOfTheStep) {
  const auto worst_error = [](int pieces) {
    std::vector<double> x, y;
    for (int i = 0; i <= pieces; ++i) {
      x.push_back(2.0 * i / pieces);
      y.push_back(std::sin(3.0 * x.back()));
    }
    const CubicSpline spline(x, y, EndSlopes{3.0, 3.0 * std::cos(6.0)}, SplineExtension::Hold);
    double worst = 0.0;
    for (int i = 0; i <= 2000; ++i) {
      const double at = i * 1e-3;
      worst = std::max(worst, std::abs(spline.sample(at).value - std::sin(3.0 * at)));
    }
    return worst;
  };
  EXPECT_NEAR(std::log2(worst_error(40) / worst_error(80)), 4.0, 0.1);
}

}  // namespace
}  // namespace carom
