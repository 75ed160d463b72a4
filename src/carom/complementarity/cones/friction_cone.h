#pragma once

#include <array>

#include "carom/complementarity/linear/block_operator.h"

namespace carom {

/// A regular polygon in place of the circle that bounds friction: corners on a circle of `radius` times μ r_n, the
/// first of them turned from t1 towards t2. Without corners it is the circle.
struct FrictionPolygon {
  int corners{};
  double turn{};       // [rad]
  double radius{1.0};  // [-]
};

/// Coulomb's cone of one contact in the order (n, t), (n, t1, t2), with rolling friction (n, t1, t2, m1, m2), or with
/// spinning friction as well (n, t1, t2, m1, m2, s): K = {r: |r_t| ≤ μ r_n, |r_m| ≤ μ_r r_n, |r_s| ≤ μ_s r_n}.
struct FrictionCone {
  double mu{};                // [-]
  double mu_rolling{};        // of the moments, with a block of five or six  [m]
  double mu_spinning{};       // of the moment about the normal, with a block of six  [m]
  FrictionPolygon polygon{};  // of two tangents
};

/// The parts of a block beside the normal: tangents and moments.
struct Disc {
  int first{};
  int count{};
  double mu{};  // of the circle that holds it
  const FrictionPolygon* polygon{};
};
struct Discs {
  static constexpr int kMost = 3;
  std::array<Disc, kMost> discs{};
  int count{};

  [[nodiscard]] const Disc* begin() const { return discs.data(); }
  [[nodiscard]] const Disc* end() const { return discs.data() + count; }
};
[[nodiscard]] Discs list_discs(const FrictionCone& cone, int block_size);

/// The nearest point of K, whose discs are circles.
[[nodiscard]] BlockVector project_on_cone(const FrictionCone& cone, const BlockVector& y);

/// u + (μ |u_t| + μ_r |u_m|) e_n: with it Coulomb's law reads r ∈ K, u' ∈ K*, r·u' = 0 [desaxce1998].
[[nodiscard]] BlockVector add_de_saxce_term(const FrictionCone& cone, const BlockVector& u);

/// The projection of Alart and Curnier, normal first: p_n = max(0, y_n), p_t the nearest point of the disc, or polygon,
/// of radius μ p_n; and one element of its generalised Jacobian.
struct DiscProjection {
  BlockVector point;
  BlockMatrix jacobian;
};
[[nodiscard]] DiscProjection project_on_discs(const FrictionCone& cone, const BlockVector& y);

}  // namespace carom
