#pragma once

#include "carom/collision/convex/convex_surface.h"
#include "carom/collision/pairs/pairs.h"

namespace carom {

/// A convex solid A against a surface B that is not convex: all in the axes of B.
class SolidContact {
 public:
  SolidContact(const PlacedShape& solid, const PlacedShape& surface);

  [[nodiscard]] const CollisionShape& solid() const { return a_.shape; }
  [[nodiscard]] const Matrix3& R() const { return R_; }
  [[nodiscard]] const Vector3& center() const { return p_; }
  [[nodiscard]] Vector3 place(const Vector3& p_S) const { return R_ * p_S + p_; }
  /// The point of A farthest along a unit vector.
  [[nodiscard]] Vector3 farthest_along(const Vector3& direction) const;

  /// How far a point is from A, negative inside, and the normal of A where it is nearest.
  struct Distance {
    double gap{};  // [m]
    Vector3 normal{Vector3::Zero()};
  };
  [[nodiscard]] Distance look_from(const Vector3& point) const;

  /// The contact along a normal, from B to A, at a point of A, where B is like this. The force acts on A's surface.
  [[nodiscard]] ContactPoint make_contact(double gap, const Vector3& normal, const Vector3& point_a,
                                          const SurfaceAt& surface_b, int feature) const;

 private:
  const PlacedShape& a_;
  const PlacedShape& b_;
  Matrix3 R_;
  Vector3 p_;  // [m]
  PairFunction touch_point_;
  ShapeMotion motion_;  // of A, in the axes of B
};

}  // namespace carom
