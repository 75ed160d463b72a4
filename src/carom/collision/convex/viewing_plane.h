#pragma once

#include <cmath>

#include "carom/math/types.h"

namespace carom {

/// What is seen along a direction: two axes across it.
class ViewingPlane {
 public:
  using Vector2 = Eigen::Vector2d;

  /// s is y, turned as the shortest way from ±z to the normal turns: no root, no axis to choose. Both divisions are by
  /// what the direction and its length tell, so that neither waits for the other.
  explicit ViewingPlane(const Vector3& direction, double length = 1.0) : normal_(direction * (1.0 / length)) {
    const double side = std::copysign(1.0, direction.z()), scale = length / (side * length + direction.z());
    const double x = normal_.x(), y = normal_.y();
    const Vector3 s(-x * y * scale, side - y * y * scale, -y), t = normal_.cross(s);
    for (int i = 0; i < 3; ++i) pairs_[i] = {s[i], t[i]};
  }

  [[nodiscard]] const Vector3& normal() const { return normal_; }
  [[nodiscard]] Vector3 s() const { return {pairs_[0].x(), pairs_[1].x(), pairs_[2].x()}; }
  [[nodiscard]] Vector3 t() const { return {pairs_[0].y(), pairs_[1].y(), pairs_[2].y()}; }

  [[nodiscard]] Vector2 flatten(const Vector3& p) const {
    return p.x() * pairs_[0] + p.y() * pairs_[1] + p.z() * pairs_[2];
  }
  /// At this place and height.
  [[nodiscard]] Vector3 lift(const Vector2& q, double height) const {
    return q.x() * s() + q.y() * t() + height * normal_;
  }

 private:
  Vector3 normal_;
  Vector2 pairs_[3];  // both axes by components: what is added in pairs is fast
};

}  // namespace carom
