#include "carom/collision/pairs/round_surface.h"

namespace carom {

/// A tube is a hole through a plate without end, as thick as the tube is long: all around the hole is solid, and beyond
/// its ends there are the rims and the faces of the plate. So the gap is continuous everywhere.
void touch_sphere_tube(const PlacedShape& sphere, const PlacedShape& tube, std::span<ContactPoint> points) {
  const RelativePoint c(sphere.motion, tube.motion);
  const NearestSurface nearest = find_nearest_round(c, tube.shape, SolidSide::Outside);
  points[0] = touch_surface(sphere, tube, nearest, ActsAt::SphereSurface);
}

}  // namespace carom
