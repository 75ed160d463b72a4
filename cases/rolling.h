#pragma once

#include "cases/known_motion.h"

namespace carom::cases {

/// A disk that rolls in a circle: its axis k makes the constant angle θ with the vertical n and goes around at Ω, while
/// it spins at ω₃ about k. With A and C = the moments of inertia across and about k, Euler's equations and rolling give
///   (C + m r²) ω₃ Ω sin θ − A Ω² sin θ cos θ + m g r cos θ = 0,                       [neimark1972]
/// and the centre circles at radius −r ω₃/Ω from a fixed axis, at height r sin θ.
///
/// Rolling upright and straight at ω₃, a small lean δ obeys (A + m r²) δ̈ + (C (C + m r²) ω₃²/A − m g r) δ = 0: stable
/// above ω₃² = A m g r/(C (C + m r²)), which for a uniform thin disk is v² = g r/3.
struct RollingDisk {
  double mass{1.5};         // m  [kg]
  double radius{0.4};       // r  [m]
  double inclination{1.2};  // θ  [rad]
  double precession{2.0};   // Ω  [rad/s]
  double gravity{9.81};     // [m/s²]

  [[nodiscard]] double inertia_across() const { return 0.25 * mass * radius * radius; }  // A  [kg·m²]
  [[nodiscard]] double inertia_about() const { return 0.5 * mass * radius * radius; }    // C  [kg·m²]
  [[nodiscard]] double calc_spin() const;                                                // ω₃  [rad/s]
  [[nodiscard]] double calc_critical_spin() const;                                       // of straight rolling  [rad/s]
  /// κ² of δ̈ = −κ² δ; negative where straight rolling is unstable  [rad²/s²]
  [[nodiscard]] double calc_lean_stiffness(double spin) const;

  /// On the plane z = 0, rolling along −y with its axis along x, and falling over at `lean_rate` [rad/s].
  [[nodiscard]] Model make_upright(double spin, double lean_rate) const;
};
[[nodiscard]] KnownMotion make_rolling_disk(const RollingDisk& disk);

/// A blade on an incline, its centre of mass above the blade's point of contact. Nothing turns it, so φ = Ω t from the
/// line of fall; along the blade u̇ = g′ cos φ with g′ = g sin(slope). From rest,                  [neimark1972]
///   x = g′/(2 Ω²) sin² Ωt (down),  y = g′/(2 Ω²) (Ωt − ½ sin 2Ωt) (across):
/// a cycloid that never gets further down than g′/(2 Ω²).
struct Skate {
  double slope{0.5};     // [rad]
  double turning{3.0};   // Ω  [rad/s]
  double gravity{9.81};  // [m/s²]
};
[[nodiscard]] KnownMotion make_skate(const Skate& skate);

}  // namespace carom::cases
