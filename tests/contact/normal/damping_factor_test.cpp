#include "carom/contact/normal/damping_factor.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "contact/reference.h"

namespace carom::normal {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

TEST(DampingFactor, MatchesThirtyFourDigits) {
  const test::Reference table = test::Reference::open("gonthier_damping_factor.json")["table"];
  for (std::size_t i = 0; i < table.size(); ++i) {
    const double e = table[i]["e"].number(), d = table[i]["d"].number();
    // A few roundings of its own, and what rounding the decimal e to a double does: |dd/de| ≤ 3/2.
    EXPECT_NEAR(calc_damping_factor(e), d, 3.0 * kEpsilon * d + 0.75 * kEpsilon * e) << "e = " << e;
  }
}

TEST(DampingFactor, FollowsItsSeriesNearElasticImpacts) {
  for (const double loss : {0x1p-10, 0x1p-20, 0x1p-40, 0x1p-52}) {
    // d = 3/2 D − 3/20 D³ − 3/20 D⁴ + O(D⁵), relative error O(D⁴)
    const double series = 1.5 * loss - 0.15 * loss * loss * loss * (1.0 + loss);
    EXPECT_NEAR(calc_damping_factor(1.0 - loss) / series, 1.0, 4.0 * kEpsilon + std::pow(loss, 4))
        << "1 - e = " << loss;
  }
  EXPECT_EQ(calc_damping_factor(1.0), 0.0);
}

TEST(DampingFactor, GoesToOneForPlasticImpacts) {
  for (const double e : {0.05, 0.03, 0.021}) {
    const double leading = (1.0 + 1.0 / e) * std::exp(-(1.0 + 1.0 / e));
    // The next term of the expansion is smaller by the factor of the first.
    EXPECT_NEAR(1.0 - calc_damping_factor(e), leading, 4.0 * leading * leading * (1.0 + 1.0 / e) + kEpsilon) << e;
  }
  EXPECT_EQ(calc_damping_factor(1e-300), 1.0);
}

RC_GTEST_PROP(DampingFactor, SolvesTheEquationOfThePaper, ()) {
  const double e = *rc::gen::map(rc::gen::inRange(1, 1000001), [](int i) { return 1e-6 * i; });
  const double d = calc_damping_factor(e);
  RC_ASSERT(d >= 0.0);
  RC_ASSERT(d <= 1.0);
  if (d > 0.999) return;
  // ln(1 + d/e) − ln(1 − d) = d (1 + 1/e): each side has a few roundings, and those of ln(1 − d) from d itself.
  const double left = std::log1p(d / e) - std::log1p(-d), right = d * (1.0 + 1.0 / e);
  RC_ASSERT(std::abs(left - right) <= 4.0 * kEpsilon * (right + d / (1.0 - d)));
}

}  // namespace
}  // namespace carom::normal
