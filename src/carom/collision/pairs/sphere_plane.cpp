#include "carom/collision/pairs/plane_contact.h"

namespace carom {

void touch_sphere_plane(const PlacedShape& sphere, const PlacedShape& plane, std::span<ContactPoint> points) {
  const PlaneContact contact(plane);
  const CollisionShape& shape = sphere.shape;
  const Vector3 lowest = sphere.motion.p_WS - shape.radius * contact.normal();
  points[0] = contact.touch(lowest, shape.curvature, shape.curvature, 0);
}

}  // namespace carom
