#pragma once

#include "carom/collision/contact_point.h"

namespace carom {

/// How a gap changes with the motion of A against B: the sum of velocities of places of A along directions. A force
/// along such a gap, with this gradient as force and torque, does just the work that the gap tells.
class GapGradient {
 public:
  /// Torques are about `origin`: far from the places they would lose digits.
  explicit GapGradient(const Vector3& origin) : origin_(origin) {}

  void add(double weight, const Vector3& direction, const Vector3& at) {
    force_ += weight * direction;
    torque_ += (at - origin_).cross(weight * direction);
  }
  [[nodiscard]] const Vector3& force() const { return force_; }
  /// Tells a point, whose place and normal are known, how its gap changes.
  void set_slide(ContactPoint& point) const {
    point.slide = force_ - point.normal;
    point.slide_turn = torque_ - (point.point - origin_).cross(force_);
  }

 private:
  Vector3 origin_;
  Vector3 force_{Vector3::Zero()}, torque_{Vector3::Zero()};  // [1], [m]
};

}  // namespace carom
