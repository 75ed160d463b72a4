#pragma once

#include "carom/collision/convex/convex_surface.h"

namespace carom {

/// How many ids the anchors of a type of shapes have.
[[nodiscard]] constexpr int count_anchors(ShapeType type) {
  return visit_shape(type, [](auto shape) { return static_cast<int>(shape.kAnchors); });
}

/// The feature of a shape, its margin included, where the outward normal is about m; in the shape's axes.
void find_feature(const CollisionShape& shape, const Vector3& m, ContactFeature& feature);

/// The face of a box or a convex mesh that looks most along m, whatever the angle.
void find_nearest_face(const CollisionShape& shape, const Vector3& m, ContactFeature& feature);

}  // namespace carom
