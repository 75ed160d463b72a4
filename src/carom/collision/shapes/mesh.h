#pragma once

#include "carom/collision/shapes/contact_shape.h"

namespace carom {

template <>
struct ContactShape<ShapeType::Mesh> : ContactShapeBase {
  static constexpr bool kIsConvex = false;

  static void compile(const shapes::Mesh& mesh, const ShapeSpec& spec, CollisionShape& shape) {
    set_triangles(spec, *mesh.surface, shape);
  }
};

}  // namespace carom
