#include "carom/analysis/approach.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "carom/analysis/embedded_step.h"

namespace carom {
namespace {

// In units of the depth X = (m v²/k)^(1/(p+1)), the speed v and the force k Xᵖ, with u the depth, w the speed left and
// η = 1 − w what is lost of it:
//
//   du/dη = w/f,   f = uᵖ + b uʳ w^q,   b = λ Xʳ v^q/(k Xᵖ),   u(0) = 0.
//
// The force begins as the smaller power g of the depth. In y = u^(g+1)/(g+1) the start is regular:
//
//   dy/dη = w/(u^(p−g) + b u^(r−g) w^q).
struct Approach {
  double exponent{};          // p
  double damping{};           // b
  double damping_exponent{};  // r
  double rate_exponent{};     // q
  double smaller{};           // g

  [[nodiscard]] double calc_depth(double y) const {
    return std::pow((smaller + 1.0) * std::max(y, 0.0), 1.0 / (smaller + 1.0));
  }
  [[nodiscard]] double calc_viscous(double w) const { return damping * raise(std::max(w, 0.0), rate_exponent); }

  [[nodiscard]] double calc_force(double lost, double y) const {
    const double u = calc_depth(y);
    return raise(u, exponent) + calc_viscous(1.0 - lost) * raise(u, damping_exponent);
  }

  [[nodiscard]] double calc_rate(double lost, double y) const {
    const double u = calc_depth(y), w = std::max(1.0 - lost, 0.0);
    const double spring = raise(u, exponent - smaller), damper = calc_viscous(w) * raise(u, damping_exponent - smaller);
    return spring + damper > 0.0 ? w / (spring + damper) : 0.0;
  }

  // df/dη times f u, which has its sign and no poles at the start.
  [[nodiscard]] double calc_force_slope(double lost, double y) const {
    const double u = calc_depth(y), w = std::max(1.0 - lost, 0.0);
    const double spring = raise(u, exponent), damper = calc_viscous(w) * raise(u, damping_exponent);
    const double from_rate = w > 0.0 ? rate_exponent * damper / w : 0.0;
    return (exponent * spring + damping_exponent * damper) * w - from_rate * (spring + damper) * u;
  }
};

EmbeddedStep<1> try_step(const Approach& approach, double lost, double y, double h) {
  const auto calc_rate = [&](double t, const std::array<double, 1>& state) {
    return std::array{approach.calc_rate(t, state[0])};
  };
  return try_embedded_step(calc_rate, lost, std::array{y}, h);
}

// The force where it stops growing within a step, by halving it.
double find_top(const Approach& approach, double lost, double y, double h) {
  double low = 0.0, high = h;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    const double slope = approach.calc_force_slope(lost + middle, try_step(approach, lost, y, middle).state[0]);
    (slope > 0.0 ? low : high) = middle;
  }
  return approach.calc_force(lost + low, try_step(approach, lost, y, low).state[0]);
}

// In the units above.
ApproachPeaks integrate(const Approach& approach) {
  constexpr double kTolerance = 1e-13;
  constexpr double kFirstStep = 1e-40;
  constexpr int kMaxSteps = 1'000'000;
  double lost = 0.0, y = 0.0, h = kFirstStep;
  // A damper without a power of the depth acts at once.
  double top = approach.damping_exponent == 0.0 ? approach.damping : 0.0;
  for (int i = 0; i < kMaxSteps && lost < 1.0; ++i) {
    h = std::min(h, 1.0 - lost);
    const EmbeddedStep<1> step = try_step(approach, lost, y, h);
    const double next = step.state[0], relative = step.error / std::max(next, 1e-300);
    if (relative <= kTolerance || h < 1e-60) {
      const bool rises = lost == 0.0 || approach.calc_force_slope(lost, y) > 0.0;
      if (rises && approach.calc_force_slope(lost + h, next) <= 0.0) {
        top = std::max(top, find_top(approach, lost, y, h));
      }
      lost = h < 1.0 - lost ? lost + h : 1.0;
      y = next;
      top = std::max(top, approach.calc_force(lost, y));
    }
    h *= std::clamp(0.9 * std::pow(kTolerance / std::max(relative, 1e-300), 0.2), 0.2, 8.0);
  }
  return {top, approach.calc_depth(y)};
}

}  // namespace

ApproachPeaks calc_approach_peaks(const NormalResponse& response, double mass, double speed) {
  const double depth = std::pow(mass * speed * speed / response.stiffness, 1.0 / (response.exponent + 1.0));  // [m]
  const double scale = response.stiffness * std::pow(depth, response.exponent);                               // [N]
  const bool damped = response.damping > 0.0;
  const ApproachPeaks peaks =
      integrate({.exponent = response.exponent,
                 .damping = damped ? response.damping * std::pow(depth, response.damping_exponent) *
                                         std::pow(speed, response.rate_exponent) / scale
                                   : 0.0,
                 .damping_exponent = damped ? response.damping_exponent : response.exponent,
                 .rate_exponent = response.rate_exponent,
                 .smaller = damped ? std::min(response.exponent, response.damping_exponent) : response.exponent});
  return {peaks.force * scale, peaks.depth * depth};
}

}  // namespace carom
