#pragma once

#include "carom/collision/shapes/contact_shape.h"

namespace carom {

/// The core is the center.
template <>
struct ContactShape<ShapeType::Sphere> : ContactShapeBase {
  static constexpr bool kHasMargin = true;
  static constexpr bool kIsBall = true;

  static void compile(const shapes::Sphere& sphere, const ShapeSpec& spec, CollisionShape& shape) {
    set_radius(spec, sphere.radius, shape);
    shape.reach = sphere.radius;
  }
  static void find_feature(const CollisionShape& shape, const Vector3& m, ContactFeature& feature) {
    find_point_feature<ShapeType::Sphere>(shape, m, feature);
  }
  static double calc_half_extent(const CollisionShape& shape) { return shape.radius; }
};

}  // namespace carom
