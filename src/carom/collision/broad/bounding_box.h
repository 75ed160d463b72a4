#pragma once

#include <cmath>

#include "carom/collision/collision_shape.h"

namespace carom {

/// A box along the world's axes around a shape.
struct BoundingBox {
  Vector3 low{Vector3::Zero()}, high{Vector3::Zero()};  // [m]

  [[nodiscard]] bool meets(const BoundingBox& other) const {
    return low.x() <= other.high.x() && high.x() >= other.low.x() && low.y() <= other.high.y() &&
           high.y() >= other.low.y() && low.z() <= other.high.z() && high.z() >= other.low.z();
  }
  [[nodiscard]] bool is_finite() const { return std::isfinite((high - low).sum()); }
};

/// The smallest one for convex shapes; for meshes around the ball that holds them; without end for planes and tubes.
[[nodiscard]] BoundingBox calc_bounding_box(const CollisionShape& shape, const ShapeMotion& motion);

}  // namespace carom
