#include "carom/collision/pairs/sphere_contact.h"

namespace carom {

namespace {

/// Beyond a face the face is nearest, beyond two an edge, beyond three a corner.
NearestSurface find_outside(const RelativePoint& c, const Vector3& half_size) {
  const Vector3 on_box = c.position.cwiseMax(-half_size).cwiseMin(half_size);
  const Vector3 from_box = c.position - on_box;
  NearestSurface nearest;
  nearest.distance = from_box.norm();
  nearest.normal = from_box / nearest.distance;
  // The nearest point follows C along the directions in which C is between the faces.
  const Vector3 leaving = (from_box.array() != 0.0).select(c.velocity, 0.0);
  nearest.normal_rate = calc_direction_rate(nearest.normal, nearest.distance, leaving);
  const auto beyond = (from_box.array() != 0.0).count();
  nearest.curvature_1 = beyond >= 2 ? kSharp : 0.0;
  nearest.curvature_2 = beyond == 3 ? kSharp : 0.0;
  return nearest;
}

/// The nearest face; of equally near ones the first of x, y, z, and of opposite ones the positive.
NearestSurface find_inside(const RelativePoint& c, const Vector3& half_size) {
  const Vector3 beyond = c.position.cwiseAbs() - half_size;
  int axis = 0;
  NearestSurface nearest;
  nearest.distance = beyond.maxCoeff(&axis);
  nearest.normal = c.position[axis] < 0.0 ? Vector3(-Vector3::Unit(axis)) : Vector3(Vector3::Unit(axis));
  return nearest;
}

}  // namespace

void touch_sphere_box(const PlacedShape& sphere, const PlacedShape& box, std::span<ContactPoint> points) {
  const RelativePoint c(sphere.motion, box.motion);
  const Vector3& half_size = box.shape.half_size;
  const bool inside = (c.position.cwiseAbs().array() <= half_size.array()).all();
  const NearestSurface nearest = inside ? find_inside(c, half_size) : find_outside(c, half_size);
  points[0] = touch_surface(sphere, box, nearest, ActsAt::Midpoint);
}

}  // namespace carom
