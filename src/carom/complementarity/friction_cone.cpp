#include "carom/complementarity/friction_cone.h"

#include <algorithm>
#include <cmath>

namespace carom {

Discs list_discs(const FrictionCone& cone, int block_size) {
  if (block_size == 1) return {};
  if (block_size == 2) return {{Disc{1, 1, cone.mu}}, 1};
  if (block_size == 3) return {{Disc{1, 2, cone.mu}}, 1};
  return {{Disc{1, 2, cone.mu}, Disc{3, 2, cone.mu_rolling}}, 2};
}

// With lengths a_i of the discs' parts, the nearest point minimises (n − y_n)² + Σ max(0, a_i − μ_i n)². For a set of
// discs that are clipped, n = (y_n + Σ μ_i a_i)/(1 + Σ μ_i²); the right set is the one that n itself confirms.
BlockVector project_on_cone(const FrictionCone& cone, const BlockVector& y) {
  const Discs discs = list_discs(cone, static_cast<int>(y.size()));
  std::array<double, 2> lengths{};
  for (int i = 0; i < discs.count; ++i) lengths[i] = y.segment(discs.discs[i].first, discs.discs[i].count).norm();

  double normal = y[0];
  for (int set = 0; set < (1 << discs.count); ++set) {
    double sum = y[0], weight = 1.0;
    for (int i = 0; i < discs.count; ++i) {
      if ((set >> i & 1) == 0) continue;
      sum += discs.discs[i].mu * lengths[i];
      weight += discs.discs[i].mu * discs.discs[i].mu;
    }
    normal = sum / weight;
    bool confirmed = true;
    for (int i = 0; i < discs.count; ++i) {
      confirmed = confirmed && (lengths[i] > discs.discs[i].mu * normal) == ((set >> i & 1) != 0);
    }
    if (confirmed) break;
  }

  BlockVector point = BlockVector::Zero(y.size());
  if (!(normal > 0.0)) return point;
  point[0] = normal;
  for (int i = 0; i < discs.count; ++i) {
    const Disc& disc = discs.discs[i];
    const double radius = disc.mu * normal;
    const double factor = lengths[i] > radius ? radius / lengths[i] : 1.0;
    for (int k = disc.first; k < disc.first + disc.count; ++k) point[k] = factor * y[k];
  }
  return point;
}

BlockVector add_de_saxce_term(const FrictionCone& cone, const BlockVector& u) {
  BlockVector shifted = u;
  for (const Disc& disc : list_discs(cone, static_cast<int>(u.size()))) {
    shifted[0] += disc.mu * u.segment(disc.first, disc.count).norm();
  }
  return shifted;
}

DiscProjection project_on_discs(const FrictionCone& cone, const BlockVector& y) {
  const auto size = static_cast<int>(y.size());
  DiscProjection result{BlockVector::Zero(size), BlockMatrix::Zero(size, size)};
  if (!(y[0] > 0.0)) return result;
  result.point[0] = y[0];
  result.jacobian(0, 0) = 1.0;
  for (const Disc& disc : list_discs(cone, size)) {
    const double length = y.segment(disc.first, disc.count).norm(), radius = disc.mu * y[0];
    const bool inside = length <= radius;
    const double factor = inside ? 1.0 : radius / length;
    for (int k = disc.first; k < disc.first + disc.count; ++k) {
      result.point[k] = factor * y[k];
      result.jacobian(k, k) = factor;
      if (inside) continue;
      // The point is μ y_n y_t/|y_t|.
      result.jacobian(k, 0) = disc.mu * y[k] / length;
      for (int l = disc.first; l < disc.first + disc.count; ++l) {
        result.jacobian(k, l) -= factor * (y[k] / length) * (y[l] / length);
      }
    }
  }
  return result;
}

}  // namespace carom
