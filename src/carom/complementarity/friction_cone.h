#pragma once

#include <array>

#include "carom/complementarity/block_operator.h"

namespace carom {

/// Coulomb's cone of one contact in the order (n, t), (n, t1, t2) or, with rolling friction, (n, t1, t2, m1, m2):
/// K = {r: |r_t| ≤ μ r_n, |r_m| ≤ μ_r r_n}.
struct FrictionCone {
  double mu{};          // [-]
  double mu_rolling{};  // of the moments, with a block of five  [m]
};

/// The parts of a block beside the normal: tangents and moments.
struct Disc {
  int first{};
  int count{};
  double mu{};
};
struct Discs {
  std::array<Disc, 2> discs{};
  int count{};

  [[nodiscard]] const Disc* begin() const { return discs.data(); }
  [[nodiscard]] const Disc* end() const { return discs.data() + count; }
};
[[nodiscard]] Discs list_discs(const FrictionCone& cone, int block_size);

/// The nearest point of K.
[[nodiscard]] BlockVector project_on_cone(const FrictionCone& cone, const BlockVector& y);

/// u + (μ |u_t| + μ_r |u_m|) e_n: with it Coulomb's law reads r ∈ K, u' ∈ K*, r·u' = 0 [desaxce1998].
[[nodiscard]] BlockVector add_de_saxce_term(const FrictionCone& cone, const BlockVector& u);

/// The projection of Alart and Curnier, normal first: p_n = max(0, y_n), p_t the nearest point of the disc of radius
/// μ p_n; and one element of its generalised Jacobian.
struct DiscProjection {
  BlockVector point;
  BlockMatrix jacobian;
};
[[nodiscard]] DiscProjection project_on_discs(const FrictionCone& cone, const BlockVector& y);

}  // namespace carom
