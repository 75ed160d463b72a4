#pragma once

#include <cmath>

#include "carom/math/types.h"

namespace carom {

/// What is seen along a unit vector: two axes across it.
struct ViewingPlane {
  using Vector2 = Eigen::Vector2d;

  /// s is y, turned as the shortest way from ±z to the normal turns: no root, no axis to choose.
  explicit ViewingPlane(const Vector3& along) : normal(along) {
    const double side = std::copysign(1.0, along.z()), scale = 1.0 / (side + along.z());
    s = {-along.x() * along.y() * scale, side - along.y() * along.y() * scale, -along.y()};
    t = along.cross(s);
  }

  [[nodiscard]] Vector2 flatten(const Vector3& p) const { return {s.dot(p), t.dot(p)}; }

  Vector3 normal, s, t;
};

}  // namespace carom
