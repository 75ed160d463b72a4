#include "carom/contact/normal/damping_factor.h"

#include <algorithm>
#include <cmath>

#include "carom/base/assert.h"

namespace carom::normal {
namespace {

// From a start that is 5 % off, each step squares the error: 3e-3, 1e-5, 1e-10, 1e-20; two more for safety.
constexpr int kNewtonSteps = 6;

// Inverse of Langevin's function within 5 %. [cohen1991]
double guess_inverse_langevin(double value) { return value * (3.0 - value * value) / (1.0 - value * value); }

// L(u)/u by its continued fraction 1/(3 + u²/(5 + u²/(7 + …))): all terms positive, so nothing cancels for small u.
// Twelve levels are exact to rounding for u ≤ 1.5.
double calc_langevin_ratio(double u) {
  double denominator = 27.0;
  for (double odd = 25.0; odd > 2.0; odd -= 2.0) denominator = odd + u * u / denominator;
  return 1.0 / denominator;
}

// L(u) = q by Newton's method, with L' = 1 − L² − 2 L/u.
double solve_near_elastic(double q) {
  double u = guess_inverse_langevin(q);
  for (int i = 0; i < kNewtonSteps; ++i) {
    const double ratio = calc_langevin_ratio(u), langevin = u * ratio;
    u -= (langevin - q) / (1.0 - langevin * langevin - 2.0 * ratio);
  }
  return u;
}

// The same for small e, from what L lacks to 1: with p = 1 − q = 2 e/(1 + e), u p = 1 − 2u/(e²ᵘ − 1).
double solve_near_plastic(double p) {
  double u = guess_inverse_langevin(1.0 - p);
  for (int i = 0; i < kNewtonSteps; ++i) {
    const double growth = std::expm1(2.0 * u), rest = 2.0 * u / growth;
    const double rest_slope = (2.0 - 2.0 * rest * (growth + 1.0)) / growth;
    u -= (u * p - 1.0 + rest) / (p + rest_slope);
  }
  return u;
}

}  // namespace

double calc_damping_factor(double restitution) {
  CAROM_ASSERT(restitution > 0.0 && restitution <= 1.0);
  const double p = 2.0 * restitution / (1.0 + restitution);
  // 1 − d ≈ (1 + 1/e) exp(−(1 + 1/e)) is below a rounding of d here, and the exponential would overflow further down.
  if (restitution < 0.02) return 1.0;
  // Rounding must not carry d above 1: the force would pull at the end of the impact.
  if (restitution < 0.5) return std::min(1.0, solve_near_plastic(p) * p);
  return solve_near_elastic((1.0 - restitution) / (1.0 + restitution)) * p;
}

}  // namespace carom::normal
