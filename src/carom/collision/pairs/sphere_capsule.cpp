#include "carom/collision/pairs/sphere_contact.h"

namespace carom {

namespace {

/// From the nearest point of the capsule's axis to C.
NearestSurface find_nearest(const RelativePoint& c, const CollisionShape& capsule) {
  const double z = std::clamp(c.position.z(), -capsule.half_length, capsule.half_length);
  const bool beside = z == c.position.z();
  const Vector3 from_axis = c.position - z * Vector3::UnitZ();
  const double length = from_axis.norm();
  NearestSurface nearest;
  nearest.distance = length - capsule.radius;
  nearest.curvature_1 = capsule.curvature;
  nearest.curvature_2 = beside ? 0.0 : capsule.curvature;
  // On the axis every direction across it is right: x.
  if (length == 0.0) {
    nearest.normal = Vector3::UnitX();
    return nearest;
  }
  nearest.normal = from_axis / length;
  Vector3 leaving = c.velocity;
  if (beside) leaving.z() = 0.0;
  nearest.normal_rate = calc_direction_rate(nearest.normal, length, leaving);
  return nearest;
}

}  // namespace

void touch_sphere_capsule(const PlacedShape& sphere, const PlacedShape& capsule, std::span<ContactPoint> points) {
  const RelativePoint c(sphere.motion, capsule.motion);
  points[0] = touch_surface(sphere, capsule, find_nearest(c, capsule.shape), ActsAt::Midpoint);
}

}  // namespace carom
