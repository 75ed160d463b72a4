#include <cmath>
#include <numbers>

#include "carom/collision/pairs/plane_contact.h"

namespace carom {

namespace {

/// Towards the lowest point of both rims, from the axis e: against the plane's normal, as far as it lies across e.
///
/// Standing exactly upright, no point is lowest, and no rule is continuous at every tilt. The one here, x added with a
/// weight of 1e-13, is continuous where cylinders stand; the tilt without an answer lies 1e-13 rad away from there, and
/// what is found is higher than the true lowest point by less than 1e-13 radii.
Vector3 find_downward(const Matrix3& R_WS, const Vector3& normal) {
  constexpr double kWeight = 1e-13;
  const double down_x = kWeight - normal.dot(R_WS.col(0)), down_y = -normal.dot(R_WS.col(1));
  const double length = std::sqrt(down_x * down_x + down_y * down_y);
  if (length == 0.0) return R_WS.col(0);
  return (R_WS.col(0) * down_x + R_WS.col(1) * down_y) / length;
}

}  // namespace

/// Three points of each rim: 0 to 2 of the rim at +z, 3 to 5 of that at −z. The first is the lowest of its rim, the
/// others follow it at ±120° about the axis. Standing, the three carry the face; lying, the lowest of both rims carry
/// the line between them. The second and third are always equally high.
void touch_cylinder_plane(const PlacedShape& cylinder, const PlacedShape& plane, std::span<ContactPoint> points) {
  const PlaneContact contact(plane);
  const CollisionShape& shape = cylinder.shape;
  const Matrix3& R_WS = cylinder.motion.R_WS;
  const Vector3 down = find_downward(R_WS, contact.normal());
  const Vector3 across = R_WS.col(2).cross(down);
  const Vector3 back = -0.5 * shape.radius * down;
  const Vector3 aside = 0.5 * std::numbers::sqrt3 * shape.radius * across;
  // Along the rim, as seen from the plane: the rim's curvature vector is −(radial direction)/radius.
  const double along = -contact.normal().dot(down) * shape.curvature;
  for (int rim = 0; rim < 2; ++rim) {
    const double side = rim == 0 ? 1.0 : -1.0;
    const Vector3 center = cylinder.motion.p_WS + side * shape.half_length * R_WS.col(2);
    const Vector3 on_rim[3] = {center + shape.radius * down, center + back + aside, center + back - aside};
    for (int k = 0; k < 3; ++k) {
      const int feature = 3 * rim + k;
      const double curvature = k == 0 ? along : -0.5 * along;
      points[static_cast<std::size_t>(feature)] = contact.touch(on_rim[k], kSharp, curvature, feature);
    }
  }
}

}  // namespace carom
