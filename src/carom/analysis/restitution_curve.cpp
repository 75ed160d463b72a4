#include "carom/analysis/restitution_curve.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "carom/analysis/embedded_step.h"
#include "carom/analysis/remembered_impact.h"
#include "carom/contact/normal/normal_contact.h"

namespace carom {
namespace {

// In units of the depth X = (m v²/k)^(1/(p+1)), the time X/v and the speed v an impact has one parameter,
// b = λ Xʳ v^q/(k Xᵖ), besides its exponents: ü = −(uᵖ + b uʳ |u̇|^q sgn u̇), u(0) = 0, u̇(0) = 1.
//
// With u = s² and dt = 2 s dτ the powers of the depth become smooth at the touch-down:
//
//   ds/dτ = w,   dw/dτ = −2 s (s²ᵖ + b s²ʳ |w|^q sgn w),   w = u̇.
struct Impact {
  double exponent{};          // p
  double damping{};           // b
  double damping_exponent{};  // r
  double rate_exponent{};     // q

  [[nodiscard]] double calc_viscous(double rate) const {
    return rate_exponent == 1.0 ? damping * rate : std::copysign(damping * raise(std::abs(rate), rate_exponent), rate);
  }
};

using State = std::array<double, 2>;  // s, w

State calc_rate(const Impact& impact, const State& state) {
  const double s = std::max(state[0], 0.0), w = state[1], u = s * s;
  const double force = raise(u, impact.exponent) + raise(u, impact.damping_exponent) * impact.calc_viscous(w);
  // A damper that grows faster with the depth than the spring may pull in the middle of the way out.
  const bool clips = impact.damping_exponent > impact.exponent;
  return {w, -2.0 * s * (clips ? std::max(force, 0.0) : force)};
}

// Positive while the force pushes: it is gone where the spring no longer outweighs the damper, or with the depth.
double calc_margin(const Impact& impact, const State& state) {
  const double difference = impact.exponent - impact.damping_exponent;
  if (difference <= 0.0 || state[0] <= 0.0) return state[0];
  return raise(state[0] * state[0], difference) + impact.calc_viscous(state[1]);
}

EmbeddedStep<2> try_step(const Impact& impact, const State& y, double h) {
  const auto calc = [&](double /*t*/, const State& state) { return calc_rate(impact, state); };
  return try_embedded_step(calc, 0.0, y, h);
}

// The speed where the margin is gone within a step of length h, by halving it.
double find_release_speed(const Impact& impact, const State& before, double h) {
  double low = 0.0, high = h;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (calc_margin(impact, try_step(impact, before, middle).state) > 0.0 ? low : high) = middle;
  }
  return -try_step(impact, before, high).state[1];
}

// Of f = k xᵖ (1 + a v): m v dv = −f dx leaves φ(a v) = a v − ln(1 + a v) as it was when the depth is back at zero.
// With 1 + a v = e^(−y) on the way out, y − 1 + e^(−y) = φ(a v_i) is convex in y: Newton's method from above goes down
// to its root. Following the motion would take millions of steps where little comes back, since the mass creeps out.
double calc_shared_power_restitution(double start) {
  const double target = start - std::log1p(start);
  double y = target + 1.0;
  for (int i = 0; i < 100; ++i) {
    const double step = (std::expm1(-y) + y - target) / -std::expm1(-y);
    y -= step;
    if (std::abs(step) <= 1e-16 * y) break;
  }
  return -std::expm1(-y) / start;
}

}  // namespace

double calc_restitution(const NormalLaw& law, double mass, double speed) {
  constexpr double kTolerance = 1e-12;
  constexpr int kMostSteps = 200'000;
  if (has_own_form(law)) return calc_remembered_impact(law, mass, speed).restitution;
  const NormalResponse response = make_response(law, calc_latch(law, speed));
  // Below this the logarithm cancels, and steps are few.
  constexpr double kLeastDamping = 0.1;
  const double damping = response.damping / response.stiffness * speed;
  const bool shares_power = response.damping_exponent == response.exponent && response.rate_exponent == 1.0;
  if (shares_power && damping >= kLeastDamping) return calc_shared_power_restitution(damping);
  const double depth = std::pow(mass * speed * speed / response.stiffness, 1.0 / (response.exponent + 1.0));
  const Impact impact{.exponent = response.exponent,
                      .damping = response.damping / response.stiffness *
                                 std::pow(depth, response.damping_exponent - response.exponent) *
                                 std::pow(speed, response.rate_exponent),
                      .damping_exponent = response.damping_exponent,
                      .rate_exponent = response.rate_exponent};
  State state{0.0, 1.0};
  double h = 1e-3 / (1.0 + impact.damping);
  for (int i = 0; i < kMostSteps; ++i) {
    const EmbeddedStep<2> step = try_step(impact, state, h);
    if (step.error <= kTolerance) {
      if (step.state[1] < 0.0 && calc_margin(impact, step.state) <= 0.0) return find_release_speed(impact, state, h);
      state = step.state;
    }
    h *= std::clamp(0.9 * std::pow(kTolerance / std::max(step.error, 1e-300), 0.2), 0.2, 5.0);
  }
  return 0.0;
}

}  // namespace carom
