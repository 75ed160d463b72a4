#include "carom/math/elliptic.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace carom {
namespace {

using std::numbers::pi;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

struct FunctionRow {
  double u, m;
  JacobiFunctions expected;
};

// 40-digit values of mpmath 1.3 (series of theta functions: another method than ours).
const std::vector<FunctionRow> kFunctionTable{
    {0.5, 0.3, {0.49407289371104724471, 0.47421562271182062559, 0.88040873642646242999, 0.96567896474595120007}},
    {-1.7, 0.64, {-1.3919724267186074501, -0.98405356897558312446, 0.17787235138271846109, 0.61664307907192718071}},
    {3.0, 0.99, {1.4955497636915024301, 0.99717031290000182933, 0.075175574962300390044, 0.12487935538031628416}},
    {12.25, 0.5, {10.458601984383111841, -0.85926139560946818939, -0.5115367572474816803, 0.79425117375275845461}},
    {8.0,
     0.9999999,
     {1.5701626633953385085, 0.99999979923535474797, 0.00063366335715237430048, 0.00070818727042503163532}},
    {0.2,
     1.0 - 0x1p-40,
     {0.19867984700794088133, 0.19737532022490518618, 0.9803279976447250962, 0.9803279976447431673}},
};

TEST(Elliptic, JacobiFunctionsMatchFortyDigitValues) {
  for (const auto& [u, m, expected] : kFunctionTable) {
    const JacobiFunctions found = calc_jacobi_functions(u, m);
    // One rounding of u moves the functions by at most ε |u|; a few roundings of their own come on top.
    const double tolerance = 4.0 * kEpsilon * (1.0 + std::abs(u));
    EXPECT_NEAR(found.am, expected.am, tolerance) << "u = " << u << ", m = " << m;
    EXPECT_NEAR(found.sn, expected.sn, tolerance) << "u = " << u << ", m = " << m;
    EXPECT_NEAR(found.cn, expected.cn, tolerance) << "u = " << u << ", m = " << m;
    EXPECT_NEAR(found.dn, expected.dn, tolerance) << "u = " << u << ", m = " << m;
  }
}

struct IntegralRow {
  double n, phi, m;
  double first, third;
};

const std::vector<IntegralRow> kIntegralTable{
    {0.5, 0.7, 0.3, 0.71651771598539312761, 0.77872203404749353038},
    {-2.5, 1.2, 0.64, 1.3995205057374654562, 0.81356578285987137058},
    {0.9, 1.5, 0.99, 3.036014097339709753, 13.821106013751472596},
    {0.99, 4.0, 0.25, 4.2543274975235836862, 36.98149708789828264},
    {-0.3, -7.5, 0.9, -11.913691786971013249, -10.158112715943858594},
    {0.0, 1.0, 0.5, 1.0832167728451687504, 1.0832167728451687504},
};

TEST(Elliptic, IntegralsMatchFortyDigitValues) {
  for (const auto& [n, phi, m, first, third] : kIntegralTable) {
    // A rounding of φ counts with the integrand at φ; for n < 0 the error of Π is relative to F.
    const double sine = std::sin(phi);
    const double integrand_first = 1.0 / std::sqrt(1.0 - m * sine * sine);
    const double integrand_third = integrand_first / (1.0 - n * sine * sine);
    const double scale_third = std::max(std::abs(first), std::abs(third));
    EXPECT_NEAR(calc_elliptic_first(phi, m), first,
                4.0 * kEpsilon * (std::abs(first) + std::abs(phi) * integrand_first));
    EXPECT_NEAR(calc_elliptic_third(n, phi, m), third,
                4.0 * kEpsilon * (scale_third + std::abs(phi) * integrand_third));
  }
}

TEST(Elliptic, QuarterPeriodMatchesKnownValues) {
  EXPECT_NEAR(calc_elliptic_first_complete(0.0), pi / 2.0, 2.0 * kEpsilon);
  // K(1/2) = Γ(1/4)²/(4 √π), the lemniscate's; near m = 1 the value has 40 digits.
  const double gamma = std::tgamma(0.25);
  EXPECT_NEAR(calc_elliptic_first_complete(0.5), gamma * gamma / (4.0 * std::sqrt(pi)), 8.0 * kEpsilon);
  EXPECT_NEAR(calc_elliptic_first_complete(1.0 - 0x1p-40), 15.249237972322036709, 16.0 * 4.0 * kEpsilon);
}

TEST(Elliptic, IntegralsToOddQuarterTurnsAreMultiplesOfTheCompleteOne) {
  for (const double m : {0.0, 0.3, 0.9}) {
    const double quarter = calc_elliptic_first_complete(m);
    for (const double count : {-3.0, -1.0, 1.0, 3.0, 5.0}) {
      // A rounding of φ = count π/2 counts with the integrand there, 1/√(1 − m).
      const double tolerance = 4.0 * kEpsilon * std::abs(count) * (quarter + 1.0 / std::sqrt(1.0 - m));
      EXPECT_NEAR(calc_elliptic_first(count * pi / 2.0, m), count * quarter, tolerance) << "m = " << m;
    }
  }
}

// At m = 0 the third integral is elementary: Π(n; π/2|0) = π/(2 √(1 − n)), which is π for n = 3/4.
TEST(Elliptic, ThirdIntegralToQuarterTurnsIsElementaryAtZeroParameter) {
  for (const double count : {-3.0, -1.0, 1.0, 3.0, 5.0}) {
    // A rounding of φ = count π/2 counts with the integrand there, 1/(1 − n) = 4.
    const double tolerance = 4.0 * kEpsilon * std::abs(count) * (pi + 4.0);
    EXPECT_NEAR(calc_elliptic_third(0.75, count * pi / 2.0, 0.0), count * pi, tolerance) << count;
  }
}

TEST(Elliptic, LimitsAreCircularAndHyperbolicFunctions) {
  for (const double u : {-3.0, -0.4, 0.0, 0.7, 2.5}) {
    const JacobiFunctions circular = calc_jacobi_functions(u, 0.0);
    EXPECT_NEAR(circular.sn, std::sin(u), 4.0 * kEpsilon);
    EXPECT_NEAR(circular.cn, std::cos(u), 4.0 * kEpsilon);
    EXPECT_NEAR(circular.dn, 1.0, 4.0 * kEpsilon);
    // The first correction near m = 1 is (1 − m) cosh u times a factor below 2.
    const JacobiFunctions hyperbolic = calc_jacobi_functions(u, 1.0 - kEpsilon);
    const double tolerance = kEpsilon * (2.0 * std::cosh(u) + 4.0 * (1.0 + std::abs(u)));
    EXPECT_NEAR(hyperbolic.sn, std::tanh(u), tolerance);
    EXPECT_NEAR(hyperbolic.cn, 1.0 / std::cosh(u), tolerance);
    EXPECT_NEAR(hyperbolic.dn, 1.0 / std::cosh(u), tolerance);
  }
}

// Random m in [0, 1), half of them so near to 1 that K grows to 20; u over a few periods.
double pick_parameter() {
  const double fraction = *rc::gen::inRange(0, 1 << 20) / static_cast<double>(1 << 20);
  return *rc::gen::arbitrary<bool>() ? fraction : 1.0 - std::pow(10.0, -15.0 * fraction - 0.001);
}

double pick_argument(double period) { return period * (*rc::gen::inRange(-(1 << 20), 1 << 20) / double{1 << 19}); }

RC_GTEST_PROP(Elliptic, JacobiFunctionsLieOnTheirCurves, ()) {
  const double m = pick_parameter();
  const JacobiFunctions f = calc_jacobi_functions(pick_argument(4.0 * calc_elliptic_first_complete(m)), m);
  RC_ASSERT(std::abs(f.sn * f.sn + f.cn * f.cn - 1.0) <= 8.0 * kEpsilon);
  RC_ASSERT(std::abs(f.dn * f.dn + m * f.sn * f.sn - 1.0) <= 8.0 * kEpsilon);
  RC_ASSERT(f.dn > 0.0);
}

RC_GTEST_PROP(Elliptic, AmplitudeInvertsTheFirstIntegral, ()) {
  const double m = pick_parameter();
  const double u = pick_argument(4.0 * calc_elliptic_first_complete(m));
  const JacobiFunctions f = calc_jacobi_functions(u, m);
  // An error of am counts 1/dn times in F.
  RC_ASSERT(std::abs(calc_elliptic_first(f.am, m) - u) <= 8.0 * kEpsilon * (1.0 + std::abs(u)) / f.dn);
}

RC_GTEST_PROP(Elliptic, QuarterPeriodTurnsSineIntoCosine, ()) {
  const double m = pick_parameter();
  const double quarter = calc_elliptic_first_complete(m);
  const double u = pick_argument(quarter);
  // sn(u + K) = cn u/dn u, whose denominator is at least √(1 − m).
  const JacobiFunctions here = calc_jacobi_functions(u, m), there = calc_jacobi_functions(u + quarter, m);
  const double tolerance = 8.0 * kEpsilon * (1.0 + std::abs(u) + quarter);
  RC_ASSERT(std::abs(there.sn * here.dn - here.cn) <= tolerance);
  RC_ASSERT(std::abs(there.dn * here.dn - std::sqrt(1.0 - m)) <= tolerance);
}

// Central differences: step h leaves h² f'''/6 and ε(1 + |u|)/h, with third derivatives below 6: together under 1e-9.
RC_GTEST_PROP(Elliptic, DerivativesAreProductsOfTheOtherTwo, ()) {
  const double m = pick_parameter();
  const double u = pick_argument(calc_elliptic_first_complete(m));
  constexpr double kStep = 1e-5;
  const JacobiFunctions before = calc_jacobi_functions(u - kStep, m), f = calc_jacobi_functions(u, m);
  const JacobiFunctions after = calc_jacobi_functions(u + kStep, m);
  const double tolerance = kStep * kStep + 8.0 * kEpsilon * (1.0 + std::abs(u)) / kStep;
  RC_ASSERT(std::abs((after.am - before.am) / (2.0 * kStep) - f.dn) <= tolerance);
  RC_ASSERT(std::abs((after.sn - before.sn) / (2.0 * kStep) - f.cn * f.dn) <= tolerance);
  RC_ASSERT(std::abs((after.cn - before.cn) / (2.0 * kStep) + f.sn * f.dn) <= tolerance);
  RC_ASSERT(std::abs((after.dn - before.dn) / (2.0 * kStep) + m * f.sn * f.cn) <= tolerance);
}

}  // namespace
}  // namespace carom
