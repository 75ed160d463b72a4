#pragma once

#include "carom/collision/shapes/contact_shape.h"

namespace carom {

template <>
struct ContactShape<ShapeType::HeightField> : ContactShapeBase {
  static constexpr bool kIsConvex = false;

  static void compile(const shapes::HeightField& field, const ShapeSpec& spec, CollisionShape& shape) {
    set_triangles(spec, make_surface(field, describe(spec)), shape);
  }
};

}  // namespace carom
