#include "carom/collision/pairs/plane_contact.h"

namespace carom {

/// Both ends as spheres: 0 at +z, 1 at −z. Lying, the two carry the line between them.
void touch_capsule_plane(const PlacedShape& capsule, const PlacedShape& plane, std::span<ContactPoint> points) {
  const PlaneContact contact(plane);
  const CollisionShape& shape = capsule.shape;
  const Vector3 to_end = shape.half_length * capsule.motion.R_WS.col(2);
  const Vector3 below = capsule.motion.p_WS - shape.radius * contact.normal();
  points[0] = contact.touch(below + to_end, shape.curvature, shape.curvature, 0);
  points[1] = contact.touch(below - to_end, shape.curvature, shape.curvature, 1);
}

}  // namespace carom
