#include "carom/math/elliptic.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "carom/base/assert.h"

namespace carom {
namespace {

using std::numbers::pi;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// Arithmetic-geometric means of 1 and √(1 − m): aₙ₊₁ = (aₙ + bₙ)/2, bₙ₊₁ = √(aₙ bₙ). Their relative distance is
// squared at each step; from the smallest b₀ = 1e-8 seven of them are enough.
struct GeometricMeans {
  static constexpr int kMostSteps = 10;
  std::array<double, kMostSteps + 1> a{}, b{};
  unsigned last{};
};

GeometricMeans calc_means(double m) {
  CAROM_ASSERT(m >= 0.0 && m < 1.0);
  GeometricMeans means;
  means.a[0] = 1.0;
  means.b[0] = std::sqrt(1.0 - m);
  // What is left out after the last step is of the order κ², κ = (aₙ₋₁ − bₙ₋₁)/(2 aₙ).
  constexpr double kNegligible = 1e-9;
  double kappa = 1.0;
  for (unsigned i = 0; kappa > kNegligible && i < GeometricMeans::kMostSteps; ++i) {
    means.a[i + 1] = 0.5 * (means.a[i] + means.b[i]);
    means.b[i + 1] = std::sqrt(means.a[i] * means.b[i]);
    kappa = 0.5 * (means.a[i] - means.b[i]) / means.a[i + 1];
    means.last = i + 1;
  }
  return means;
}

double square(double x) { return x * x; }

// R_C(x, y) for positive arguments [dlmf, §19.2(iv)], with a form for each range that does not cancel.
double calc_carlson_c(double x, double y) {
  if (y > x) return std::atan(std::sqrt((y - x) / x)) / std::sqrt(y - x);
  if (y == x) return 1.0 / std::sqrt(x);
  const double root = std::sqrt(x - y);
  if (y > 0.5 * x) return std::atanh(root / std::sqrt(x)) / root;
  return std::log((std::sqrt(x) + root) / std::sqrt(y)) / root;
}

// R_F(x, y, z) by duplication [carlson1995]: each step brings the arguments four times nearer to each other, until
// the series [dlmf, Eq. 19.36.1] in their differences is exact.
double calc_carlson_f(double x, double y, double z) {
  const double start = (x + y + z) / 3.0;
  const double spread = std::max({std::abs(start - x), std::abs(start - y), std::abs(start - z)});
  double tolerance = spread / std::pow(3.0 * kEpsilon, 1.0 / 6.0);
  double mean = start;
  while (tolerance > mean) {
    const double rx = std::sqrt(x), ry = std::sqrt(y), rz = std::sqrt(z);
    const double lambda = rx * ry + ry * rz + rz * rx;
    x = 0.25 * (x + lambda);
    y = 0.25 * (y + lambda);
    z = 0.25 * (z + lambda);
    mean = 0.25 * (mean + lambda);
    tolerance *= 0.25;
  }
  const double dx = 1.0 - x / mean, dy = 1.0 - y / mean, dz = -(dx + dy);
  const double e2 = dx * dy - dz * dz, e3 = dx * dy * dz;
  const double series = 1.0 - e2 / 10.0 + e3 / 14.0 + e2 * e2 / 24.0 - 3.0 * e2 * e3 / 44.0;
  return series / std::sqrt(mean);
}

// R_J(x, y, z, p) for p > 0, by duplication as above, with the series [dlmf, Eq. 19.36.2].
double calc_carlson_j(double x, double y, double z, double p) {
  const double start = (x + y + z + 2.0 * p) / 5.0;
  const double spread = std::max({std::abs(start - x), std::abs(start - y), std::abs(start - z), std::abs(start - p)});
  double tolerance = spread / std::pow(0.25 * kEpsilon, 1.0 / 6.0);
  double mean = start, scale = 1.0, sum = 0.0;
  while (tolerance > mean) {
    const double rx = std::sqrt(x), ry = std::sqrt(y), rz = std::sqrt(z);
    const double lambda = rx * ry + ry * rz + rz * rx;
    sum += scale * calc_carlson_c(square(p * (rx + ry + rz) + rx * ry * rz), p * square(p + lambda));
    x = 0.25 * (x + lambda);
    y = 0.25 * (y + lambda);
    z = 0.25 * (z + lambda);
    p = 0.25 * (p + lambda);
    mean = 0.25 * (mean + lambda);
    tolerance *= 0.25;
    scale *= 0.25;
  }
  const double dx = 1.0 - x / mean, dy = 1.0 - y / mean, dz = 1.0 - z / mean, dp = -0.5 * (dx + dy + dz);
  const double product = dx * dy * dz;
  const double e2 = dx * dy + dy * dz + dz * dx - 3.0 * dp * dp;
  const double e3 = product + 2.0 * e2 * dp + 4.0 * dp * dp * dp;
  const double e4 = (2.0 * product + e2 * dp + 3.0 * dp * dp * dp) * dp;
  const double e5 = product * dp * dp;
  const double series = 1.0 - 3.0 * e2 / 14.0 + e3 / 6.0 + 9.0 * e2 * e2 / 88.0 - 3.0 * e4 / 22.0 -
                        9.0 * e2 * e3 / 52.0 + 3.0 * e5 / 26.0;
  return 3.0 * sum + scale * series / (mean * std::sqrt(mean));
}

// φ = π turns + rest with |rest| ≤ π/2: each half turn adds twice the complete integral.
struct HalfTurns {
  double turns{};
  double rest{};  // [rad]
};

HalfTurns split_half_turns(double phi) {
  const double rest = std::remainder(phi, pi);
  // From the rest, not from φ alone: at φ = π/2 the two must agree on the side.
  return {std::round((phi - rest) / pi), rest};
}

// 1 − n sin²φ without cancellation for 0 < n < 1.
double calc_complement(double n, double sine, double cosine) { return square(cosine) + (1.0 - n) * square(sine); }

}  // namespace

double calc_elliptic_first_complete(double m) {
  const GeometricMeans means = calc_means(m);
  return 0.5 * pi / means.a[means.last];  // [dlmf, Eq. 19.8.5]
}

double calc_elliptic_first(double phi, double m) {
  CAROM_ASSERT(m >= 0.0 && m < 1.0);
  const auto [turns, rest] = split_half_turns(phi);
  const double sine = std::sin(rest), cosine = std::cos(rest);
  // F(φ|m) = s R_F(c², 1 − m s², 1) [dlmf, Eq. 19.25.5]
  const double part = sine * calc_carlson_f(square(cosine), calc_complement(m, sine, cosine), 1.0);
  return turns == 0.0 ? part : part + 2.0 * turns * calc_elliptic_first_complete(m);
}

double calc_elliptic_third(double n, double phi, double m) {
  CAROM_ASSERT(n < 1.0 && m >= 0.0 && m < 1.0);
  // Π = F + (n/3) s³ R_J(c², 1 − m s², 1, 1 − n s²) [dlmf, Eq. 19.25.14]
  const auto [turns, rest] = split_half_turns(phi);
  const double sine = std::sin(rest), cosine = std::cos(rest);
  const double rj =
      calc_carlson_j(square(cosine), calc_complement(m, sine, cosine), 1.0, calc_complement(n, sine, cosine));
  const double part = n / 3.0 * sine * square(sine) * rj;
  const double complete = turns == 0.0 ? 0.0 : n / 3.0 * calc_carlson_j(0.0, 1.0 - m, 1.0, 1.0 - n);
  return calc_elliptic_first(phi, m) + part + 2.0 * turns * complete;
}

// Descending Landen transformation [dlmf, §22.7(i)], on sine and cosine rather than on the amplitude alone (as
// [dlmf, §22.20(ii)] has it): the arcsine of the latter loses digits near m = 1. With κ as in
// calc_means, 1 + κ = aₙ₋₁/aₙ and 1 − κ² = (bₙ/aₙ)²:
//
//   s ← (1 + κ) s/(1 + κ s²),   c ← c d/(1 + κ s²),   d = √(1 − κ² s²) = √(c² + (1 − κ²) s²).
JacobiFunctions calc_jacobi_functions(double u, double m) {
  const GeometricMeans means = calc_means(m);
  const double phase = u * means.a[means.last];  // = π u/(2 K)
  double s = std::sin(phase), c = std::cos(phase);
  for (unsigned i = means.last; i > 0; --i) {
    const double d = std::sqrt(square(c) + square(means.b[i] / means.a[i] * s));
    s *= means.a[i - 1] / means.a[i];
    c *= d;
    // Both share the divisor 1 + κ s², which is the norm of what stands here: so s² + c² stays one.
    const double norm = std::sqrt(s * s + c * c);
    s /= norm;
    c /= norm;
  }
  const double d = std::sqrt(square(c) + (1.0 - m) * square(s));
  // The amplitude is never further than π/2 from its mean π u/(2 K), which tells the number of whole turns.
  const double wrapped = std::atan2(s, c);
  const double am = wrapped + 2.0 * pi * std::round((phase - wrapped) / (2.0 * pi));
  return {am, s, c, d};
}

}  // namespace carom
