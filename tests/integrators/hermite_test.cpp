#include "carom/integrators/events/hermite.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "integrators/known_motions.h"

namespace carom {
namespace {

using known_motions::FunctionSystem;

// y' = f(t) alone: the rates inside are exact, so the polynomial is too where its degree suffices.
double calc_worst_error(int degree, bool raised) {
  const auto y = [&](double t) { return std::pow(t, degree); };
  const auto rate = [&](double t) { return degree * std::pow(t, degree - 1); };
  FunctionSystem system(1, [&](double t, std::span<const double>, std::span<double> out) {
    out[0] = rate(t);
    return RateStatus::Ok;
  });
  GuardedSystem guarded(system, 0.0);
  HermiteCurve curve(1);
  curve.start = {1.0, {y(1.0)}, {rate(1.0)}};
  curve.end = {3.0, {y(3.0)}, {rate(3.0)}};
  if (raised) {
    EXPECT_TRUE(curve.raise_order(guarded));
  }
  double worst = 0.0;
  for (double t = 1.0; t <= 3.0; t += 0.0625) {
    double at{};
    curve.calc_state(t, {&at, 1});
    worst = std::max(worst, std::abs(at - y(t)));
  }
  return worst;
}

// Values up to 3⁵ = 243, and coefficients up to 1/|∫w| = 270 in the quintic.
constexpr double kRounding = 270 * 243 * std::numeric_limits<double>::epsilon();

TEST(HermiteCurve, IsExactForCubicsFromItsEndsAlone) {
  for (const int degree : {1, 2, 3}) EXPECT_LT(calc_worst_error(degree, false), kRounding) << degree;
  EXPECT_GT(calc_worst_error(4, false), 0.01);
}

TEST(HermiteCurve, IsExactForQuinticsWithThreeRatesMore) {
  for (const int degree : {3, 4, 5}) EXPECT_LT(calc_worst_error(degree, true), kRounding) << degree;
  EXPECT_GT(calc_worst_error(6, true), 0.01);
}

}  // namespace
}  // namespace carom
