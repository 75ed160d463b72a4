#include "carom/collision/pairs/round_surface.h"

namespace carom {

void touch_sphere_cylinder(const PlacedShape& sphere, const PlacedShape& cylinder, std::span<ContactPoint> points) {
  const RelativePoint c(sphere.motion, cylinder.motion);
  const NearestSurface nearest = find_nearest_round(c, cylinder.shape, SolidSide::Inside);
  points[0] = touch_surface(sphere, cylinder, nearest, ActsAt::Midpoint);
}

}  // namespace carom
