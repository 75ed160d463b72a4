#pragma once

#include "carom/collision/shapes/rim.h"

namespace carom {

template <>
struct ContactShape<ShapeType::Cylinder> : ContactShapeBase {
  static constexpr int kAnchors = 6;  // three on each rim, the outermost first

  static void compile(const shapes::Cylinder& cylinder, const ShapeSpec& spec, CollisionShape& shape) {
    set_round(spec, cylinder, shape);
    shape.reach = std::hypot(shape.half_length, shape.radius);
  }
  static Vector3 find_support(const CollisionShape& shape, const Vector3& d) {
    return find_on_rim(shape, d, std::copysign(shape.half_length, d.z()));
  }
  static SurfaceAt find_surface(const CollisionShape& shape, const Vector3& m, double tolerance,
                                const Vector3& /*near*/) {
    const double rho = std::sqrt(m.x() * m.x() + m.y() * m.y());
    SurfaceAt surface{.point = find_support(shape, m)};
    if (rho <= tolerance) {
      surface.flat = 2;
      surface.along = Vector3::UnitZ() * std::copysign(1.0, m.z());
      return surface;
    }
    surface.radii = calc_radii_of_circle(shape.radius, m, rho);
    if (std::abs(m.z()) <= tolerance) surface.flat = 1, surface.along = Vector3::UnitZ();
    return surface;
  }
  static void find_feature(const CollisionShape& cylinder, const Vector3& m, ContactFeature& feature) {
    const double side = std::copysign(1.0, m.z());
    const int first_id = m.z() < 0.0 ? 3 : 0;
    const Rim rim(cylinder, m, side * cylinder.half_length);
    if (std::hypot(m.x(), m.y()) <= kFlatWithin) return rim.add_face(side, first_id, feature);
    rim.add_outermost(first_id, feature);
    if (std::abs(m.z()) > kFlatWithin) return;
    Rim(cylinder, m, -side * cylinder.half_length).add_outermost(3 - first_id, feature);
  }
  template <class Pair>
  static std::size_t touch_own_points(const Pair& pair, std::span<ContactPoint> points) {
    const CollisionShape& cylinder = pair.solid();
    pair.touch_rim(cylinder.half_length, 0, points);
    pair.touch_rim(-cylinder.half_length, 3, points);
    return kAnchors;
  }
  static double calc_half_extent(const CollisionShape& shape) { return std::min(shape.radius, shape.half_length); }
};

}  // namespace carom
