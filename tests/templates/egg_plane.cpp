#include "carom/collision/pairs/plane_contact.h"
#include "carom/collision/shapes/egg.h"

namespace carom {

/// The lowest point, where the outward normal is −n. Round about z, it bends along its meridian and across it.
void touch_egg_plane(const PlacedShape& egg, const PlacedShape& plane, std::span<ContactPoint> points) {
  using Egg = ContactShape<ShapeType::Egg>;
  const PlaneContact contact(plane);
  const Vector3 m = -(egg.motion.R_WS.transpose() * contact.normal());
  const Vector3 semi_axes = Egg::find_semi_axes(egg.shape, m);
  const double h = semi_axes.cwiseProduct(m).norm();
  // Of an ellipsoid of revolution: r²/h across the meridian, r² c²/h³ along it.
  const double across = h / (semi_axes[0] * semi_axes[0]);
  const double along = across * (h / semi_axes[2]) * (h / semi_axes[2]);
  const Vector3 lowest = egg.motion.p_WS + egg.motion.R_WS * Egg::find_support(egg.shape, m);
  points[0] = contact.touch(lowest, std::max(across, along), std::min(across, along), 0);
}

}  // namespace carom
