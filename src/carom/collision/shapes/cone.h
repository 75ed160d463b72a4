#pragma once

#include "carom/collision/shapes/rim.h"

namespace carom {

template <>
struct ContactShape<ShapeType::Cone> : ContactShapeBase {
  static constexpr int kAnchors = 4;  // three on the rim, and the apex

  static void compile(const shapes::Cone& cone, const ShapeSpec& spec, CollisionShape& shape) {
    set_round(spec, cone, shape);
    shape.reach = std::hypot(shape.half_length, shape.radius);
  }
  /// How far it reaches along d at its apex beyond its rim.
  static double prefer_apex(const CollisionShape& cone, const Vector3& d) {
    return 2.0 * cone.half_length * d.z() - cone.radius * std::sqrt(d.x() * d.x() + d.y() * d.y());
  }
  static Vector3 find_support(const CollisionShape& shape, const Vector3& d) {
    if (prefer_apex(shape, d) > 0.0) return {0.0, 0.0, shape.half_length};
    return find_on_rim(shape, d, -shape.half_length);
  }
  static SurfaceAt find_surface(const CollisionShape& cone, const Vector3& m, double tolerance, const Vector3& near) {
    const double rho = std::sqrt(m.x() * m.x() + m.y() * m.y());
    SurfaceAt surface{.point = find_support(cone, m)};
    if (rho <= tolerance) {
      if (m.z() < 0.0) surface.flat = 2, surface.along = -Vector3::UnitZ();
      return surface;
    }
    const Vector3 outward(m.x() / rho, m.y() / rho, 0.0);
    const Vector3 rim_to_apex = (2.0 * cone.half_length * Vector3::UnitZ() - cone.radius * outward).normalized();
    double radius = prefer_apex(cone, m) > 0.0 ? 0.0 : cone.radius;
    if (std::abs(m.dot(rim_to_apex)) <= tolerance) {
      surface.flat = 1;
      surface.along = rim_to_apex;
      radius = std::sqrt(near.x() * near.x() + near.y() * near.y());
    }
    surface.radii = calc_radii_of_circle(radius, m, rho);
    return surface;
  }
  static void find_feature(const CollisionShape& cone, const Vector3& m, ContactFeature& feature) {
    const Rim rim(cone, m, -cone.half_length);
    if (m.z() < 0.0 && std::hypot(m.x(), m.y()) <= kFlatWithin) return rim.add_face(-1.0, 0, feature);
    const Vector3 apex(0.0, 0.0, cone.half_length);
    const double slope = m.dot((apex - rim.at(0.0)).normalized());
    if (slope <= kFlatWithin) rim.add_outermost(0, feature);
    if (slope < -kFlatWithin) return;
    feature.add_anchored_corner(apex, 3, kSharp, kSharp);
  }
  template <class Pair>
  static std::size_t touch_own_points(const Pair& pair, std::span<ContactPoint> points) {
    const CollisionShape& cone = pair.solid();
    pair.touch_rim(-cone.half_length, 0, points);
    touch_on_axis(pair, cone.half_length, 0.0, 3, points);
    return kAnchors;
  }
  static double calc_half_extent(const CollisionShape& shape) { return std::min(shape.radius, shape.half_length); }
};

}  // namespace carom
