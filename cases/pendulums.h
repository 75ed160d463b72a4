#pragma once

#include "cases/known_motion.h"

namespace carom::cases {

/// A bob of mass m at distance l below a pivot, with moment of inertia I about the centre of mass. It starts at the
/// bottom. With φ = θ/2 and ω₀² = m g l/(I + m l²), energy gives φ̇² = φ̇₀² − ω₀² sin²φ, so that   [dlmf, §22.19(i)]
///   swinging, k = φ̇₀/ω₀ < 1:   sin φ = k sn(ω₀ t | k²),      θ̇ = 2 k ω₀ cn(ω₀ t | k²),  period 4 K(k²)/ω₀
///   turning over, k > 1:       φ = am(φ̇₀ t | 1/k²),          θ̇ = 2 φ̇₀ dn(φ̇₀ t | 1/k²), period of a turn 2 K(1/k²)/φ̇₀
struct SimplePendulum {
  double initial_rate{5.0};  // θ̇₀  [rad/s]
  double mass{1.3};          // [kg]
  double length{0.9};        // l  [m]
  double inertia{0.02};      // I, the same about every axis  [kg·m²]
  double gravity{9.81};      // [m/s²]

  [[nodiscard]] double natural_frequency() const;  // ω₀  [rad/s]
  [[nodiscard]] double calc_period() const;        // [s]
  struct Angle {
    double value{};  // θ  [rad]
    double rate{};   // θ̇  [rad/s]
  };
  [[nodiscard]] Angle calc_angle(double time) const;
};

/// On a revolute joint about y.
[[nodiscard]] KnownMotion make_simple_pendulum(const SimplePendulum& pendulum);

/// The same as a free body whose upper end is held by a point constraint.
[[nodiscard]] KnownMotion make_pendulum_held_by_point(const SimplePendulum& pendulum);

/// A free bob whose centre is kept at distance l from the pivot: it does not turn, so I does not count.
[[nodiscard]] KnownMotion make_pendulum_held_by_distance(SimplePendulum pendulum);

enum class PendulumJoint { Spherical, Universal };

/// A pendulum that swings around the vertical: the heavy top (tops.h) hanging and without spin. A universal joint
/// cannot keep its body from turning about the rod, so there the bob is a point.
[[nodiscard]] KnownMotion make_spherical_pendulum(PendulumJoint joint);

}  // namespace carom::cases
