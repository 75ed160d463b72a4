#pragma once

#include "cases/known_motion.h"

namespace carom::cases {

/// A rigid body without forces, moments of inertia I₁ < I₂ < I₃. With E the energy and M the angular momentum,
/// about the axis of I₃ where M² > 2 E I₂:                                          [landau1976, §37]
///   Ω₁ = √((2 E I₃ − M²)/(I₁ (I₃ − I₁))) cn τ,  Ω₂ = √((2 E I₃ − M²)/(I₂ (I₃ − I₂))) sn τ,
///   Ω₃ = √((M² − 2 E I₁)/(I₃ (I₃ − I₁))) dn τ,  τ = t √((I₃ − I₂)(M² − 2 E I₁)/(I₁ I₂ I₃)),
///   m = (I₂ − I₁)(2 E I₃ − M²)/((I₃ − I₂)(M² − 2 E I₁));
/// about the axis of I₁ where M² < 2 E I₂: the same with 1 and 3 exchanged.
/// The angular momentum is fixed in space; about it the body turns by the angle φ of
///   φ̇ = M (I₁ Ω₁² + I₂ Ω₂²)/(I₁² Ω₁² + I₂² Ω₂²),
/// whose integral is linear in t and Π(n; am τ | m).
struct FreeTop {
  std::string name{};
  Vector3 inertia{1.0, 2.0, 3.0};           // I₁ < I₂ < I₃  [kg·m²]
  double rate_cn{};                         // amplitude of the component that goes as cn  [rad/s]
  double rate_dn{};                         // amplitude of the component that goes as dn  [rad/s]
  Vector3 center_of_mass{0.1, -0.2, 0.15};  // in B, so that Bo is somewhere else  [m]
  Vector3 velocity{0.3, -0.1, 0.2};         // of the centre of mass  [m/s]

  [[nodiscard]] static FreeTop about_greatest_axis();
  [[nodiscard]] static FreeTop about_least_axis();

  struct Attitude {
    Matrix3 R_WB;
    Vector3 w_WB;  // in world axes  [rad/s]
  };
  [[nodiscard]] Attitude calc_attitude(double time) const;

  bool turns_about_least_axis{};
};
[[nodiscard]] KnownMotion make_free_top(const FreeTop& top);

enum class Precession { Slow, Fast };

/// A body of revolution with one point of its axis fixed, at a turning point of its nutation at the start. Moments of
/// inertia about the fixed point: A across the axis, C about it. With u = cos θ (θ from the upward vertical), the spin
/// ω₃, the angular momentum A b about the vertical, a = C ω₃/A and β = 2 m g l/A:      [goldstein2002, §5.7]
///   u̇² = (α − β u)(1 − u²) − (b − a u)² = β (u − u₁)(u₂ − u)(u₃ − u)
///   u = u₁ + (u₂ − u₁) sn²(√(β (u₃ − u₁))/2 t | (u₂ − u₁)/(u₃ − u₁))
///   φ̇ = (b − a u)/(1 − u²),  ψ̇ = ω₃ − u φ̇
/// and both angles are integrals of the third kind. R_WB = R_z(φ) R_x(θ) R_z(ψ).
/// Regular precession has u₁ = u₂: A cos θ Ω² − C ω₃ Ω + m g l = 0.
struct HeavyTop {
  std::string name{};
  double mass{1.2};             // m  [kg]
  double center_height{0.3};    // l, from the fixed point along the axis  [m]
  double inertia_across{0.15};  // A  [kg·m²]
  double inertia_about{0.02};   // C  [kg·m²]
  double gravity{9.81};         // [m/s²]
  double initial_cosine{};      // u at the start
  double initial_precession{};  // φ̇ at the start  [rad/s]
  double spin{};                // ω₃  [rad/s]

  [[nodiscard]] static HeavyTop nutating();
  [[nodiscard]] static HeavyTop precessing(Precession root);
  /// A spherical pendulum whose bob has this moment of inertia about its centre  [kg·m²]
  [[nodiscard]] static HeavyTop hanging(double inertia);

  struct Attitude {
    Matrix3 R_WB;
    Vector3 w_WB;  // in world axes  [rad/s]
  };
  [[nodiscard]] Attitude calc_attitude(double time) const;
  [[nodiscard]] double calc_period() const;  // of the nutation  [s]
};
[[nodiscard]] KnownMotion make_heavy_top(const HeavyTop& top);

}  // namespace carom::cases
