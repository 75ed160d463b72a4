#pragma once

#include <limits>

#include "carom/math/types.h"

namespace carom {

/// The curvature of an edge across it, of a corner both ways.
inline constexpr double kSharp = std::numeric_limits<double>::infinity();  // [1/m]

/// One point where two surfaces A and B touch or may come to touch, in world axes.
struct ContactPoint {
  double gap{};                          // distance along the normal, negative in penetration  [m]
  Vector3 normal{Vector3::Zero()};       // n_BA: unit, out of B towards A; a positive normal force pushes A along it
  Vector3 point{Vector3::Zero()};        // where the force acts on both  [m]
  Vector3 point_a{Vector3::Zero()};      // on the surface of A  [m]
  Vector3 point_b{Vector3::Zero()};      // on the surface of B: point_a − gap n  [m]
  Vector3 normal_rate{Vector3::Zero()};  // ṅ: the contact turns with curved surfaces  [1/s]
  // Of a point that slides along an edge, zero for all others: how its gap changes beside n · v, see calc_gap_rate().
  Vector3 slide{Vector3::Zero()}, slide_turn{Vector3::Zero()};  // [1], [m]
  double slack{};  // compliant contacts take the gap for larger by this; zero but where faces overhang  [m]
  double curvature_1{}, curvature_2{};  // principal ones of both surfaces together, first ≥ second, ∞ at an edge  [1/m]
  int feature{};                        // which of the pair's points: the same from step to step
};

/// The same contact with the names of the bodies exchanged.
[[nodiscard]] ContactPoint mirror(const ContactPoint& contact);

/// 1/√(κ₁ κ₂): the radius of the ball that presses into a plane with the same Gaussian curvature.  [m]
/// Zero at a point or an edge, infinite where a curvature is zero (lines, faces).
[[nodiscard]] double calc_equivalent_radius(const ContactPoint& contact);

}  // namespace carom
