#include <algorithm>
#include <cmath>

#include "carom/collision/convex/manifold.h"
#include "carom/collision/pairs/pairs.h"

namespace carom {

namespace {

/// Places along the axes of A and B, from their centers, that are nearest to each other.
struct AxisPlaces {
  double a{}, b{};  // [m]
};

/// |p + a u − b v| is least, with unit u and v: on both lines, or at the end of one with the best on the other. Axes
/// closer to parallel than 1e-8 rad, where crossing has no digits, are parallel.
AxisPlaces find_nearest_places(const Vector3& p, const Vector3& u, const Vector3& v, double half_a, double half_b) {
  const double cosine = u.dot(v), along_u = p.dot(u), along_v = p.dot(v);
  const double sine2 = u.cross(v).squaredNorm();
  // Parallel axes are nearest all along what they share: in its middle.
  if (sine2 < 1e-16) {
    const double center = -along_u, reach = half_b;  // of B, along u
    const double low = std::max(-half_a, center - reach), high = std::min(half_a, center + reach);
    const double a = low <= high ? 0.5 * (low + high) : std::clamp(center, -half_a, half_a);
    return {a, std::clamp(along_v + a * cosine, -half_b, half_b)};
  }
  double a = std::clamp((cosine * along_v - along_u) / sine2, -half_a, half_a);
  const double b = std::clamp(along_v + a * cosine, -half_b, half_b);
  a = std::clamp(b * cosine - along_u, -half_a, half_a);
  return {a, b};
}

/// For axes that meet: across both, or across one of two that are parallel; towards A.
Vector3 choose_normal(const Vector3& u, const Vector3& v, const Vector3& from_b) {
  Vector3 n = u.cross(v);
  n = n.squaredNorm() < 1e-16 ? Vector3(v.unitOrthogonal()) : Vector3(n.normalized());
  return n.dot(from_b) < 0.0 ? Vector3(-n) : n;
}

}  // namespace

void touch_capsule_capsule(const PlacedShape& a, const PlacedShape& b, std::span<ContactPoint> points) {
  const CorePair pair(a, b);
  const Vector3 u = pair.R_BA().col(2), v = Vector3::UnitZ();
  const AxisPlaces places = find_nearest_places(pair.p_BA(), u, v, a.shape.half_length, b.shape.half_length);
  const Vector3 on_a = pair.p_BA() + places.a * u, on_b = places.b * v;
  const Vector3 between = on_a - on_b;
  const double distance = between.norm();
  const bool meet = distance < 1e-12 * (a.shape.reach + b.shape.reach);
  const Vector3 n = meet ? choose_normal(u, v, pair.p_BA()) : Vector3(between / distance);
  // What is nearest within the axes is flat there, whatever rounding says of n.
  ConvexContact contact;
  contact.normal = n;
  contact.gap = distance - (a.shape.radius + b.shape.radius);
  contact.point_a = on_a - a.shape.radius * n;
  contact.point_b = on_b + b.shape.radius * n;
  contact.surface_a = {on_a, std::abs(places.a) < a.shape.half_length ? 1 : 0, u};
  contact.surface_b = {on_b, std::abs(places.b) < b.shape.half_length ? 1 : 0, v};
  make_manifold(pair, contact, points);
}

}  // namespace carom
