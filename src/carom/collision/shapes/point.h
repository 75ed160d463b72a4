#pragma once

#include "carom/collision/shapes/contact_shape.h"

namespace carom {

template <>
struct ContactShape<ShapeType::Point> : ContactShapeBase {
  static constexpr bool kIsBall = true;

  static void compile(const shapes::Point& /*point*/, const ShapeSpec& /*spec*/, CollisionShape& shape) {
    shape.curvature = std::numeric_limits<double>::infinity();
  }
  static void find_feature(const CollisionShape& shape, const Vector3& m, ContactFeature& feature) {
    find_point_feature<ShapeType::Point>(shape, m, feature);
  }
  // Of what it stands for no more is known than how far it is from the body's origin.
  static double calc_half_extent(const CollisionShape& shape) {
    return shape.p_BS.norm() > 0.0 ? shape.p_BS.norm() : ContactShapeBase::calc_half_extent(shape);
  }
};

}  // namespace carom
