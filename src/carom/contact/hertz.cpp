#include "carom/contact/hertz.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "carom/base/assert.h"
#include "carom/math/root_finding.h"

namespace carom {
namespace {

using std::numbers::pi;

// Complete elliptic integrals of the modulus e = √(1 − g²), the eccentricity of an ellipse with the axis ratio g. From
// g rather than from e², which has lost the digits of slender ellipses.
struct EllipseIntegrals {
  double first{};  // K
  double share{};  // D = (K − E)/(e² K), between 1/2 (circle) and 1 (line)
};

// Arithmetic-geometric means of 1 and g: K = π/(2 a_∞), (K − E)/K = Σ 2ⁿ⁻¹ cₙ², c₀ = e, cₙ₊₁ = (aₙ − bₙ)/2
// [dlmf, Eqs. 19.8.5, 19.8.6]; divided by e², so that nothing cancels for circles.
EllipseIntegrals calc_integrals(double axis_ratio) {
  double a = 0.5 * (1.0 + axis_ratio), b = std::sqrt(axis_ratio), c = 0.5 * (1.0 - axis_ratio);
  double term = 0.25 * (1.0 - axis_ratio) / (1.0 + axis_ratio);  // 2ⁿ⁻¹ cₙ²/e², n = 1
  double share = 0.5 + term;
  // c is squared at each step.
  while (c > 1e-9 * a) {
    const double next = 0.5 * (a + b);
    const double next_c = 0.25 * c * c / next;
    term *= 2.0 * (next_c / c) * (next_c / c);
    share += term;
    b = std::sqrt(a * b);
    a = next;
    c = next_c;
  }
  return {0.5 * pi / a, share};
}

// The axis ratio g of the area: κ₂/κ₁ = (1 − D)/(g² D) with κ₂ the larger curvature [johnson1985, chapter 4].
double solve_axis_ratio(double curvature_ratio) {
  const auto margin = [&](double log_ratio) {
    const double ratio = std::exp(log_ratio), share = calc_integrals(ratio).share;
    return std::log((1.0 - share) / share) - 2.0 * log_ratio - std::log(curvature_ratio);
  };
  // 1/2 ≤ D, and (1 − D)/D falls more slowly than g: the root is between −ln(ratio) and −ln(ratio)/2.
  const double low = -std::log(curvature_ratio), high = 0.5 * low;
  const double at_low = margin(low), at_high = margin(high);
  if (at_high >= 0.0) return std::exp(high);  // a circle, up to rounding
  return std::exp(find_root(margin, low, at_low, high, at_high).root);
}

}  // namespace

double calc_contact_modulus(const ElasticMaterial& a, const ElasticMaterial& b) {
  CAROM_ASSERT(a.young > 0.0 && b.young > 0.0);
  const auto compliance = [](const ElasticMaterial& m) { return (1.0 - m.poisson * m.poisson) / m.young; };
  return 1.0 / (compliance(a) + compliance(b));
}

double calc_hertz_stiffness(double contact_modulus, double equivalent_radius) {
  CAROM_ASSERT(equivalent_radius > 0.0);
  return 4.0 / 3.0 * contact_modulus * std::sqrt(equivalent_radius);
}

// With A = κ₁/2 the smaller coefficient of the gap, [johnson1985, chapter 4] has
//   A = (p₀/E*) (b/(e² a²)) (K − E),  x = (p₀/E*) b K,  f = (2/3) π a b p₀,
// and eliminating p₀, a, b gives a² = x D/A and f = (2π/3) (E*/K) √(D/A) x^(3/2).
HertzEllipse calc_hertz_ellipse(double contact_modulus, double curvature_1, double curvature_2) {
  CAROM_ASSERT(curvature_1 > 0.0 && curvature_2 > 0.0);
  const double smaller = std::min(curvature_1, curvature_2), larger = std::max(curvature_1, curvature_2);
  const double axis_ratio = solve_axis_ratio(larger / smaller);
  const auto [first, share] = calc_integrals(axis_ratio);
  const double area_radius = 2.0 * share / smaller;
  return {2.0 * pi / 3.0 * contact_modulus / first * std::sqrt(area_radius), axis_ratio, area_radius};
}

}  // namespace carom
