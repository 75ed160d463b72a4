#pragma once

#include <cmath>

#include "carom/collision/shapes/contact_shape.h"

namespace carom {

/// The core is its axis.
template <>
struct ContactShape<ShapeType::Capsule> : ContactShapeBase {
  static constexpr bool kHasMargin = true;
  static constexpr int kAnchors = 2;  // its ends
  static constexpr std::string_view kPointOnPlane = "end";

  static void compile(const shapes::Capsule& capsule, const ShapeSpec& spec, CollisionShape& shape) {
    set_round(spec, capsule, shape);
    shape.reach = shape.half_length + shape.radius;
  }
  static Vector3 find_support(const CollisionShape& shape, const Vector3& d) {
    return {0.0, 0.0, std::copysign(shape.half_length, d.z())};
  }
  static SurfaceAt find_surface(const CollisionShape& shape, const Vector3& m, double tolerance,
                                const Vector3& /*near*/) {
    SurfaceAt surface{.point = find_support(shape, m)};
    if (std::abs(m.z()) <= tolerance) surface.flat = 1, surface.along = Vector3::UnitZ();
    return surface;
  }
  static void find_feature(const CollisionShape& capsule, const Vector3& m, ContactFeature& feature) {
    const auto add = [&](double side) {
      const Vector3 end = side * capsule.half_length * Vector3::UnitZ() + capsule.radius * m;
      feature.add_anchored_corner(end, side > 0.0 ? 0 : 1, capsule.curvature, capsule.curvature);
    };
    const double side = std::copysign(1.0, m.z());
    add(side);
    if (std::abs(m.z()) <= kFlatWithin) add(-side);
  }
  template <class Pair>
  static std::size_t touch_own_points(const Pair& pair, std::span<ContactPoint> points) {
    const CollisionShape& capsule = pair.solid();
    touch_on_axis(pair, capsule.half_length, capsule.radius, 0, points);
    touch_on_axis(pair, -capsule.half_length, capsule.radius, 1, points);
    return kAnchors;
  }
  static double calc_half_extent(const CollisionShape& shape) { return shape.radius; }
};

}  // namespace carom
