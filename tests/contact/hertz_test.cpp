#include "carom/contact/hertz.h"

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace carom {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

TEST(Hertz, StiffnessOfASteelBallOnSteel) {
  // E* = 210 GPa/(2 (1 − 0.09)), k = 4/3 E* √0.0127 m.
  const double modulus = calc_contact_modulus({210e9, 0.3}, {210e9, 0.3});
  EXPECT_NEAR(modulus, 105e9 / 0.91, 4.0 * kEpsilon * modulus);
  EXPECT_NEAR(calc_hertz_stiffness(modulus, 0.0127), 4.0 / 3.0 * 105e9 / 0.91 * std::sqrt(0.0127), 1e-3);
  // Against a much harder body only the softer one counts.
  EXPECT_NEAR(calc_contact_modulus({1e6, 0.5}, {1e18, 0.3}), 1e6 / 0.75, 1e-5);
}

TEST(Hertz, EllipseWithEqualCurvaturesIsTheCircle) {
  for (const double radius : {1e-3, 0.1, 7.0}) {
    const HertzEllipse ellipse = calc_hertz_ellipse(2e11, 1.0 / radius, 1.0 / radius);
    EXPECT_NEAR(ellipse.stiffness / calc_hertz_stiffness(2e11, radius), 1.0, 4.0 * kEpsilon);
    EXPECT_NEAR(ellipse.axis_ratio, 1.0, 4.0 * kEpsilon);
    EXPECT_NEAR(ellipse.area_radius / radius, 1.0, 4.0 * kEpsilon);
  }
}

struct Row {
  double ratio, axis_ratio, stiffness, area_radius;
};

// 40-digit solution of the equations of [johnson1985, chapter 4] with mpmath 1.3, for E* = 1 and curvatures 1,
// ratio.
constexpr Row kRows[] = {
    {1.1, 0.9384389753637475761, 1.3021851712075756984, 1.0158810234510478429},
    {2.0, 0.6305957014280997047, 1.1323996556884069007, 1.1140187760436523731},
    {10.0, 0.22224951924622137648, 0.83154555307433609579, 1.3387342441827887664},
    {100.0, 0.054984018057118763645, 0.60507309258995042871, 1.5357158861678933911},
    {1e4, 0.0041248573583856217413, 0.39815494548967053355, 1.7091906429534740056},
    {1e12, 2.5339099700177538852e-7, 0.17322748767613242725, 1.8793336305422918487},
};

TEST(Hertz, EllipsesMatchFortyDigits) {
  for (const Row& row : kRows) {
    const HertzEllipse ellipse = calc_hertz_ellipse(1.0, 1.0, row.ratio);
    // The axis ratio is found as a logarithm, as large as 15 here, to a rounding or two.
    EXPECT_NEAR(ellipse.axis_ratio / row.axis_ratio, 1.0, 32.0 * kEpsilon) << row.ratio;
    EXPECT_NEAR(ellipse.stiffness / row.stiffness, 1.0, 8.0 * kEpsilon) << row.ratio;
    EXPECT_NEAR(ellipse.area_radius / row.area_radius, 1.0, 8.0 * kEpsilon) << row.ratio;
  }
}

RC_GTEST_PROP(Hertz, EllipseHasNoPreferredOrderAndScalesWithSize, ()) {
  const double a = std::pow(10.0, 1e-2 * *rc::gen::inRange(-300, 301));
  const double b = std::pow(10.0, 1e-2 * *rc::gen::inRange(-300, 301));
  const HertzEllipse ellipse = calc_hertz_ellipse(3.0, a, b), swapped = calc_hertz_ellipse(3.0, b, a);
  RC_ASSERT(ellipse.stiffness == swapped.stiffness);
  RC_ASSERT(ellipse.axis_ratio == swapped.axis_ratio);
  // Bodies four times as large: twice the stiffness.
  const HertzEllipse larger = calc_hertz_ellipse(3.0, 0.25 * a, 0.25 * b);
  RC_ASSERT(std::abs(larger.stiffness / ellipse.stiffness - 2.0) <= 1e-14);
  // Between the circles of the two curvatures.
  RC_ASSERT(ellipse.stiffness <= calc_hertz_stiffness(3.0, 1.0 / std::min(a, b)) * (1.0 + 1e-14));
  RC_ASSERT(ellipse.stiffness >= calc_hertz_stiffness(3.0, 1.0 / std::max(a, b)) * (1.0 - 1e-14));
}

}  // namespace
}  // namespace carom
