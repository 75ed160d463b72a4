#include "carom/complementarity/cones/friction_cone.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "carom/complementarity/cones/single_disc.h"

namespace carom {

namespace {

// Moves the nearest point of a disc's circle, and its derivatives, into the result.
void add_circle(const Disc& disc, const BlockVector& y, DiscProjection& result) {
  if (disc.mu == 0.0) return;
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

// The same of a polygon. The side that the point's direction leads to holds the nearest point, or ends in it.
void add_polygon(const Disc& disc, const BlockVector& y, DiscProjection& result) {
  const double half = std::numbers::pi / disc.polygon->corners;
  const double angle = std::atan2(y[disc.first + 1], y[disc.first]) - disc.polygon->turn;
  const double middle = disc.polygon->turn + (2.0 * std::floor(angle / (2.0 * half)) + 1.0) * half;
  const Eigen::Vector2d out(std::cos(middle), std::sin(middle)), along(-out[1], out[0]), t = y.segment<2>(disc.first);
  auto point = result.point.segment<2>(disc.first);
  auto rate = result.jacobian.block<2, 1>(disc.first, 0);
  auto jacobian = result.jacobian.block<2, 2>(disc.first, disc.first);
  if (out.dot(t) <= disc.mu * std::cos(half) * y[0]) {
    point = t;
    jacobian.setIdentity();
    return;
  }
  const double place = along.dot(t), side = disc.mu * std::sin(half);
  rate = disc.mu * std::cos(half) * out;
  if (std::abs(place) <= side * y[0]) {
    point = y[0] * rate + place * along;
    jacobian = along * along.transpose();
  } else {
    rate += std::copysign(side, place) * along;
    point = y[0] * rate;
  }
}

}  // namespace

Discs list_discs(const FrictionCone& cone, int block_size) {
  if (block_size == 1) return {};
  if (block_size == 2) return {{Disc{1, 1, cone.mu}}, 1};
  Discs discs{{Disc{1, 2, cone.mu * cone.polygon.radius, cone.polygon.corners > 0 ? &cone.polygon : nullptr}}, 1};
  if (block_size >= 5) discs.discs[discs.count++] = {3, 2, cone.mu_rolling};
  if (block_size == 6) discs.discs[discs.count++] = {5, 1, cone.mu_spinning};
  return discs;
}

// With lengths a_i of the discs' parts, the nearest point minimises (n − y_n)² + Σ max(0, a_i − μ_i n)². For a set of
// discs that are clipped, n = (y_n + Σ μ_i a_i)/(1 + Σ μ_i²); the right set is the one that n itself confirms.
BlockVector project_on_cone(const FrictionCone& cone, const BlockVector& y) {
  if (y.size() == 2) return project_on_single_disc<2>(cone.mu, y);
  if (y.size() == 3) return project_on_single_disc<3>(cone.mu * cone.polygon.radius, y);
  const Discs discs = list_discs(cone, static_cast<int>(y.size()));
  std::array<double, Discs::kMost> lengths{};
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
  if (u.size() == 3) {
    shifted[0] += cone.mu * cone.polygon.radius * u.tail<2>().norm();
    return shifted;
  }
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
    if (disc.polygon != nullptr) {
      add_polygon(disc, y, result);
    } else {
      add_circle(disc, y, result);
    }
  }
  return result;
}

}  // namespace carom
