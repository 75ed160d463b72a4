#pragma once

#include <algorithm>
#include <cmath>

namespace carom {

/// A normal force with the part of it that a potential has: what remains, times the rate, is the power lost.
struct NormalForce {
  double force{};    // f ≥ 0, pushes the surfaces apart  [N]
  double elastic{};  // dU/dx, the part that is given back  [N]
};

/// xⁿ for x ≥ 0, with the exponents of the named laws made of products and square roots.
[[nodiscard]] inline double raise(double x, double exponent) {
  if (exponent == 1.5) return x * std::sqrt(x);
  if (exponent == 1.0) return x;
  if (exponent == 0.5) return std::sqrt(x);
  if (exponent == 0.0) return 1.0;
  return std::pow(x, exponent);
}

/// f = k xᵖ: how a law begins, for estimates before there is a contact.
struct PowerSpring {
  double stiffness{};  // k  [N/mᵖ]
  double exponent{};   // p  [-]
};

/// The force that most normal laws have while one contact lasts:
///
///   f = max(0, k xᵖ + λ xʳ |ẋ|^q sgn ẋ),   x > 0,
///
/// x the depth [m], ẋ its rate, positive while compressing [m/s]. They differ in the exponents, and in how λ comes from
/// what a user gives and from the speed of the impact: energy, clipping and derivatives are right in one place. Laws
/// that load and unload on different curves have a form of their own: see NormalContact.
struct NormalResponse {
  double stiffness{};            // k  [N/mᵖ]
  double exponent{1.5};          // p  [-]
  double damping{};              // λ  [N·s^q/m^(r+q)]
  double damping_exponent{1.5};  // r  [-]
  double rate_exponent{1.0};     // q  [-]

  /// Zero apart (x ≤ 0). Where the sum would pull, the force is clipped at zero. The power lost is
  /// (force − elastic) · rate ≥ 0, clipped or not: a spring that expands against no force gives up what it stored.
  [[nodiscard]] NormalForce evaluate(double depth, double depth_rate) const {
    if (!(depth > 0.0)) return {};
    const Parts parts = calc_parts(depth, depth_rate);
    return {std::max(0.0, parts.elastic + parts.viscous), parts.elastic};
  }

  /// The sum without the clip [N].
  [[nodiscard]] double unclipped(double depth, double depth_rate) const {
    if (!(depth > 0.0)) return 0.0;
    const Parts parts = calc_parts(depth, depth_rate);
    return parts.elastic + parts.viscous;
  }

  /// The unclipped force without the power of depth that its parts share: it has the force's sign, but does not go to
  /// zero with the depth and goes on smoothly below it. Its fall through zero is the moment of release.
  [[nodiscard]] double release_margin(double depth, double depth_rate) const {
    const double difference = exponent - damping_exponent;
    const double size = raise(std::abs(depth), std::abs(difference));
    const double signed_size = difference == 0.0 ? 1.0 : std::copysign(size, depth);
    const double viscous = damping * signed_rate(depth_rate);
    return difference >= 0.0 ? stiffness * signed_size + viscous : stiffness + signed_size * viscous;
  }

  /// U(x) = k xᵖ⁺¹/(p + 1)  [J]
  [[nodiscard]] double stored(double depth) const {
    if (!(depth > 0.0)) return 0.0;
    return stiffness * raise(depth, exponent) * depth / (exponent + 1.0);
  }

  /// ∂f/∂x [N/m], zero where the force is clipped.
  [[nodiscard]] double stiffness_at(double depth, double depth_rate) const {
    if (!(depth > 0.0)) return 0.0;
    const Parts parts = calc_parts(depth, depth_rate);
    if (parts.elastic + parts.viscous < 0.0) return 0.0;
    return (exponent * parts.elastic + damping_exponent * parts.viscous) / depth;
  }

  /// ∂f/∂ẋ [N·s/m], zero where the force is clipped.
  [[nodiscard]] double damping_at(double depth, double depth_rate) const {
    if (!(depth > 0.0) || unclipped(depth, depth_rate) < 0.0) return 0.0;
    const double slope = damping * raise(depth, damping_exponent) * rate_exponent;
    // For q < 1 the slope at rest is infinite: a number that a step-size estimate can use stands for it.
    constexpr double kSlowest = 1e-12;  // [m/s]
    return rate_exponent == 1.0 ? slope : slope * raise(std::max(std::abs(depth_rate), kSlowest), rate_exponent - 1.0);
  }

 private:
  struct Parts {
    double elastic{}, viscous{};  // [N]
  };

  [[nodiscard]] double signed_rate(double depth_rate) const {
    return rate_exponent == 1.0 ? depth_rate : std::copysign(raise(std::abs(depth_rate), rate_exponent), depth_rate);
  }

  [[nodiscard]] Parts calc_parts(double depth, double depth_rate) const {
    const double power = raise(depth, exponent);
    const double damping_power = damping_exponent == exponent ? power : raise(depth, damping_exponent);
    return {stiffness * power, damping * damping_power * signed_rate(depth_rate)};
  }
};

}  // namespace carom
