#pragma once

#include "carom/collision/shapes/contact_shape.h"

namespace carom {

template <>
struct ContactShape<ShapeType::Tube> : ContactShapeBase {
  static constexpr bool kIsConvex = false;

  static void compile(const shapes::Tube& tube, const ShapeSpec& spec, CollisionShape& shape) {
    set_round(spec, tube, shape);
    shape.reach = std::numeric_limits<double>::infinity();
  }
};

}  // namespace carom
