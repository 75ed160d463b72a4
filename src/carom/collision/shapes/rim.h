#pragma once

#include <cmath>

#include "carom/collision/shapes/contact_shape.h"

namespace carom {

/// Towards the outermost point of a cylinder's or cone's rim in the direction m, from the axis, and unit.
///
/// Along the axis, no point is outermost, and no rule is continuous at every tilt. The one here, x added with a weight
/// of 1e-13, is continuous where cylinders stand; the tilt without an answer lies 1e-13 rad away from there, and what
/// is found is less far out than the outermost point by less than 1e-13 radii.
[[nodiscard]] Vector3 find_outward(const Vector3& m);

/// Rims of cylinders and cones: the outermost point along m and those 120° before and behind.
class Rim {
 public:
  Rim(const CollisionShape& shape, const Vector3& m, double z);

  [[nodiscard]] Vector3 at(double angle) const {
    return center_ + radius_ * (std::cos(angle) * outward_ + std::sin(angle) * around_);
  }
  void add_outermost(int id, ContactFeature& feature) const { feature.add_anchored_corner(at(0.0), id, kSharp, bend_); }
  void add_face(double side, int first_id, ContactFeature& feature) const;

 private:
  Vector3 outward_, around_, center_;
  double radius_;  // [m]
  double bend_;    // the rim's curvature as seen along m  [1/m]
};

inline Vector3 find_on_rim(const CollisionShape& shape, const Vector3& d, double z) {
  const double rho = std::sqrt(d.x() * d.x() + d.y() * d.y());
  if (rho == 0.0) return {shape.radius, 0.0, z};
  return {shape.radius * d.x() / rho, shape.radius * d.y() / rho, z};
}

/// A circle about z of radius R where the normal is m = (m_ρ, m_z) turns with R/m_ρ about z.
inline Matrix3 calc_radii_of_circle(double radius, const Vector3& m, double rho) {
  const Vector3 around(-m.y() / rho, m.x() / rho, 0.0);
  return (radius / rho) * around * around.transpose();
}

}  // namespace carom
