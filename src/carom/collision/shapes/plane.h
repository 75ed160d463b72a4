#pragma once

#include "carom/collision/shapes/contact_shape.h"

namespace carom {

template <>
struct ContactShape<ShapeType::Plane> : ContactShapeBase {
  static constexpr bool kIsConvex = false;

  static void compile(const shapes::Plane& plane, const ShapeSpec& spec, CollisionShape& shape) {
    check_length(spec, "length of the normal", plane.normal.norm());
    shape.R_BS = shape.R_BS * make_frame_with_z(plane.normal);
    shape.reach = std::numeric_limits<double>::infinity();
  }
};

}  // namespace carom
