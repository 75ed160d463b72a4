#include <numbers>

#include "carom/collision/convex/convex_surface.h"
#include "carom/collision/pairs/plane_contact.h"

namespace carom {

/// Three points of the rim, 0 to 2, and the apex, 3. The first of the rim is its lowest, the others follow it at ±120°,
/// as on a cylinder. Standing, the three carry the base; lying, the lowest and the apex carry the line between them.
void touch_cone_plane(const PlacedShape& cone, const PlacedShape& plane, std::span<ContactPoint> points) {
  const PlaneContact contact(plane);
  const CollisionShape& shape = cone.shape;
  const Matrix3& R_WS = cone.motion.R_WS;
  const Vector3 down = R_WS * find_outward(-(R_WS.transpose() * contact.normal()));
  const Vector3 across = R_WS.col(2).cross(down);
  const Vector3 center = cone.motion.p_WS - shape.half_length * R_WS.col(2);
  const Vector3 back = center - 0.5 * shape.radius * down;
  const Vector3 aside = 0.5 * std::numbers::sqrt3 * shape.radius * across;
  const double along = -contact.normal().dot(down) * shape.curvature;
  points[0] = contact.touch(center + shape.radius * down, kSharp, along, 0);
  points[1] = contact.touch(back + aside, kSharp, -0.5 * along, 1);
  points[2] = contact.touch(back - aside, kSharp, -0.5 * along, 2);
  points[3] = contact.touch(cone.motion.p_WS + shape.half_length * R_WS.col(2), kSharp, kSharp, 3);
}

}  // namespace carom
