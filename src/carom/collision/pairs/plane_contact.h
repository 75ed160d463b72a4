#pragma once

#include "carom/collision/pairs/pairs.h"

namespace carom {

/// Points of a convex shape against a plane P. Forces act at the shape's surface, as in [gonthier2004, Eq. (27)].
class PlaneContact {
 public:
  explicit PlaneContact(const PlacedShape& plane)
      : normal_(plane.motion.R_WS.col(2)), origin_(plane.motion.p_WS), normal_rate_(plane.motion.w_WB.cross(normal_)) {}

  [[nodiscard]] const Vector3& normal() const { return normal_; }

  /// A surface point Q of the shape with the principal curvatures that the shape has there, κ₁ ≥ κ₂.
  [[nodiscard]] ContactPoint touch(const Vector3& p_WQ, double curvature_1, double curvature_2, int feature) const {
    const double gap = normal_.dot(p_WQ - origin_);  // [gonthier2004, Eq. (28)]
    return {.gap = gap,
            .normal = normal_,
            .point = p_WQ,
            .point_a = p_WQ,
            .point_b = p_WQ - gap * normal_,
            .normal_rate = normal_rate_,
            .curvature_1 = curvature_1,
            .curvature_2 = curvature_2,
            .feature = feature};
  }

 private:
  Vector3 normal_;
  Vector3 origin_;       // p_WP  [m]
  Vector3 normal_rate_;  // [1/s]
};

}  // namespace carom
