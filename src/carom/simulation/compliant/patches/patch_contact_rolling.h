#pragma once

#include <Eigen/Core>

#include "carom/patch/contact_patch.h"

namespace carom {

/// The curvatures of two surfaces A and B where they touch, in the axes of a patch's grid.
struct TouchingCurvatures {
  using Vector2 = Eigen::Vector2d;
  using Matrix2 = Eigen::Matrix2d;

  Matrix2 of_a{Matrix2::Zero()}, of_b{Matrix2::Zero()};        // C_A, C_B  [1/m]
  Vector2 slant_a{Vector2::Zero()}, slant_b{Vector2::Zero()};  // s of SurfaceCurvature  [1/m]
  double room{};                                               // to the next edge or end of either  [m]

  [[nodiscard]] Matrix2 both() const { return of_a + of_b; }
  /// They touch in a point: both together are curved in every direction.
  [[nodiscard]] bool round() const;
};

/// How the contact point of two surfaces wanders over both in a step, and the load that this asks for.
///
/// The distance of the undeformed surfaces is h = ½ ρᵀCρ around the contact point c, with the mean C̄ of a step and its
/// change ΔC. Over the step
///   Δh = −ρ̄ᵀC̄ Δc + ½ ρ̄ᵀΔC ρ̄ + ⅛ ΔcᵀΔC Δc,
/// so that beside the moment of the pressure, which goes with Δc, its second moment M = ∫ p ρ̄ρ̄ᵀ does work −½ tr(M ΔC)
/// where a surface is curved differently from place to place, or turns against the grid.
class PatchRolling {
 public:
  using Vector2 = Eigen::Vector2d;
  using Matrix2 = Eigen::Matrix2d;

  /// Of A against B.
  struct Motion {
    Vector2 slipped{Vector2::Zero()};  // [m]
    Vector2 rolled{Vector2::Zero()};   // turned × n  [rad]
    double spun{};                     // about n  [rad]
  };
  /// What the power of pressure is conjugate to: of A against B, into the patch.
  struct Load {
    Vector2 of_slip{Vector2::Zero()};  // [N]
    Vector2 of_roll{Vector2::Zero()};  // [N·m]
    double of_spin{};                  // [N·m]
  };

  /// From start to end of a step; the grid's material moves with B in the proportion `share_b`.
  PatchRolling(const TouchingCurvatures& start, const TouchingCurvatures& end, double share_b, const Motion& motion);

  /// Δc on the material of the grid.  [m]
  [[nodiscard]] Vector2 way() const { return (1.0 - share_b_) * way_a_ + share_b_ * way_b_; }
  /// Of the moment of the pressure about the contact point.
  [[nodiscard]] Load calc_load_of_moment(const Vector2& moment) const;
  /// Of the change of curvature, about the mean contact point; its work is exact for the step as a whole. Motions much
  /// shorter than `length` are none.
  [[nodiscard]] Load calc_load_of_change(const PatchLoad& mean, const Vector2& centre, double length) const;

 private:
  Matrix2 of_a_, of_b_, inverse_;  // means of the step; the inverse of C̄
  Vector2 slant_a_, slant_b_;
  Matrix2 change_;  // ΔC  [1/m]
  double share_b_;
  Motion motion_;
  Vector2 way_a_, way_b_;  // of the contact point over A and over B  [m]
};

}  // namespace carom
