#pragma once

#include "cases/known_motion.h"

namespace carom::cases {

enum class Drive { None, ConstantSpeed };

/// Four hinges with parallel axes. The crank turns about (0, 0), the rocker about (d, 0); the loop is closed by a hinge
/// in space between coupler and rocker, three rows of which repeat that all moves in one plane.
/// With P the crank's end, s its distance to the rocker's pivot and γ the direction from there to P:
///   θ₄ = γ − arccos((c² + s² − b²)/(2 c s)),  which satisfies Freudenstein's equation        [freudenstein1954]
///   d/a cos θ₄ − d/c cos θ₂ + (a² − b² + c² + d²)/(2 a c) = cos(θ₂ − θ₄).
/// Rates from the loop: b θ̇₃ sin(θ₃ − θ₄) = a θ̇₂ sin(θ₄ − θ₂),  c θ̇₄ sin(θ₄ − θ₃) = a θ̇₂ sin(θ₂ − θ₃).
struct FourBar {
  double crank{0.4};    // a  [m]
  double coupler{1.0};  // b  [m]
  double rocker{0.8};   // c  [m]
  double ground{1.0};   // d  [m]
  double speed{4.0};    // of the crank, at the start or always  [rad/s]

  struct Angles {
    double coupler{}, rocker{};            // θ₃, θ₄, from the x-axis  [rad]
    double coupler_rate{}, rocker_rate{};  // [rad/s]
  };
  [[nodiscard]] Angles calc_angles(double crank_angle, double crank_rate) const;
  [[nodiscard]] double calc_freudenstein_residual(double crank_angle, double rocker_angle) const;
};
/// Without a drive the crank is free and only the angles' relation is known.
[[nodiscard]] KnownMotion make_four_bar(const FourBar& linkage, Drive drive);

/// A crank of length r that turns at a constant rate ω, a rod of length l and a slider on the x-axis:
///   l sin θ₃ = −r sin θ,  x = r cos θ + l cos θ₃, and derivatives of these.
/// The torque of the drive follows from power: τ ω = Σ (m v·a + I α ω − m g·v) over the parts.
struct SliderCrank {
  double crank{0.2};         // r  [m]
  double rod{0.5};           // l  [m]
  double speed{12.0};        // ω  [rad/s]
  double crank_mass{0.6};    // centre half way  [kg]
  double rod_mass{0.4};      // centre half way  [kg]
  double rod_inertia{0.01};  // about its centre  [kg·m²]
  double slider_mass{1.5};   // [kg]
  double gravity{9.81};      // along −y  [m/s²]

  struct Motion {
    double position{};      // x  [m]
    double velocity{};      // [m/s]
    double acceleration{};  // [m/s²]
    double rod_angle{};     // θ₃  [rad]
    double rod_rate{};      // [rad/s]
    double torque{};        // τ  [N·m]
    double energy{};        // kinetic and potential, without the crank's constant kinetic part  [J]
  };
  [[nodiscard]] Motion calc_motion(double time) const;
};
[[nodiscard]] KnownMotion make_slider_crank(const SliderCrank& linkage);

/// Bricard's six-hinge linkage with threefold symmetry: links of equal length l, hinges at right angles with twists
/// +90°, −90°, … A count of freedoms gives none, and yet it turns inside out without end.
///
/// Why it moves: every hinge can lie in a vertical plane of symmetry, the odd ones at 0°, 120°, 240° and the even ones
/// between. An odd hinge at radius ρ₁ and slope β₁ (from the horizontal) and an even one (ρ₂, β₂) are joined by a link
/// when (P₂ − P₁)·d₁ = (P₂ − P₁)·d₂ = d₁·d₂ = 0 and |P₂ − P₁| = l: four equations for (ρ₁, ρ₂, z₂ − z₁, β₁, β₂).
/// They give tan β₁ tan β₂ = −1/2 and for the angles between links
///   tan(θ₁/2) = √3 sin β₁,  tan(θ₂/2) = √3 sin β₂,  hence cos θ₁ + cos θ₂ + cos θ₁ cos θ₂ = 0  [chen2005].
struct Bricard {
  double length{0.5};         // l  [m]
  double mass{1.0};           // of a link  [kg]
  double initial_slope{0.3};  // β₁  [rad]
  double slope_rate{6.0};     // β̇₁ at the start  [rad/s]

  struct Angles {
    double odd{}, even{};            // θ₁ = θ₃ = θ₅ and θ₂ = θ₄ = θ₆  [rad]
    double odd_rate{}, even_rate{};  // [rad/s]
  };
  [[nodiscard]] static Angles calc_angles(double slope, double slope_rate);
  /// β₁ from both angles  [rad]
  [[nodiscard]] static double calc_slope(double odd, double even);
};
/// One link is fixed, the other five hang on five hinges; the sixth closes the ring.
[[nodiscard]] KnownMotion make_bricard(const Bricard& linkage);

}  // namespace carom::cases
