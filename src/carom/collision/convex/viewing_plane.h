#pragma once

#include <cmath>

#include "carom/math/types.h"

namespace carom {

/// What is seen along a unit vector: two axes across it.
class ViewingPlane {
 public:
  using Vector2 = Eigen::Vector2d;

  /// s is y, turned as the shortest way from ±z to the normal turns: no root, no axis to choose.
  explicit ViewingPlane(const Vector3& normal) : normal_(normal) {
    const double side = std::copysign(1.0, normal.z()), scale = 1.0 / (side + normal.z());
    s_ = {-normal.x() * normal.y() * scale, side - normal.y() * normal.y() * scale, -normal.y()};
    t_ = normal.cross(s_);
    for (int i = 0; i < 3; ++i) pairs_[i] = {s_[i], t_[i]};
  }

  [[nodiscard]] const Vector3& normal() const { return normal_; }
  [[nodiscard]] const Vector3& s() const { return s_; }
  [[nodiscard]] const Vector3& t() const { return t_; }

  [[nodiscard]] Vector2 flatten(const Vector3& p) const {
    return p.x() * pairs_[0] + p.y() * pairs_[1] + p.z() * pairs_[2];
  }
  /// At this place and height.
  [[nodiscard]] Vector3 lift(const Vector2& q, double height) const {
    return q.x() * s_ + q.y() * t_ + height * normal_;
  }

 private:
  Vector3 normal_, s_, t_;
  Vector2 pairs_[3];  // both axes by components: what is added in pairs is fast
};

}  // namespace carom
