#pragma once

#include "cases/known_motion.h"

namespace carom::cases {

/// m ẍ + c ẋ + k x = 0 from (x₀, ẋ₀), on a prismatic joint with spring and damper. With δ = c/(2 m), ω² = k/m − δ²:
///   x = e^{−δt} (x₀ cos ωt + (ẋ₀ + δ x₀)/ω sin ωt); hyperbolic functions of √−ω² where damping is strong.
struct Oscillator {
  double damping{0.6};    // c  [N·s/m]
  double mass{0.7};       // m  [kg]
  double stiffness{9.0};  // k  [N/m]
  double position{0.4};   // x₀  [m]
  double velocity{-1.0};  // ẋ₀  [m/s]

  struct Point {
    double x{};  // [m]
    double v{};  // [m/s]
  };
  [[nodiscard]] Point calc_point(double time) const;
};
[[nodiscard]] KnownMotion make_oscillator(const Oscillator& oscillator);

/// A mass that slides between two stops. It hits the upper one at speed v; with the effort −k δ (1 + c δ̇),
/// v dv/dδ = −(k/m) δ (1 + c v), so that v − ln(1 + c v)/c is the same before and after the contact.
struct Stop {
  double mass{0.5};         // m  [kg]
  double speed{2.0};        // [m/s]
  double stiffness{2e3};    // k  [N/m]
  double dissipation{0.3};  // c  [s/m]

  [[nodiscard]] Model make_model() const;
  [[nodiscard]] double calc_rebound_speed() const;  // [m/s]
};

/// A joint moved by sin: what it costs is the kinetic energy of the mass.
[[nodiscard]] KnownMotion make_shaken_mass();

/// A wheel with a motor that follows a target at constant speed: the error of position is an oscillator.
[[nodiscard]] KnownMotion make_servo();

/// Two wheels with q_b = n q_a + offset, a constant torque on the first: q̈_a = τ/(I_a + n² I_b).
[[nodiscard]] KnownMotion make_gear_pair();

/// Gravity and the force −c v of a callback: v = v∞ + (v₀ − v∞) e^{−ct/m} with v∞ = m g/c.
[[nodiscard]] KnownMotion make_body_in_thick_air();

/// A nut that runs down a vertical screw of pitch p [m/rad] without friction: θ̈ = −m g p/(I + m p²).
[[nodiscard]] KnownMotion make_screw();

/// A ball on its parabola, turning at a constant rate.
[[nodiscard]] KnownMotion make_spinning_projectile();

}  // namespace carom::cases
