#include <algorithm>
#include <cmath>

#include "carom/collision/convex/manifold.h"
#include "carom/collision/pairs/pairs.h"

namespace carom {

namespace {

/// Distance and normal in the half plane through the axis, with coordinates ρ and z.
struct MeridianNormal {
  double distance{};  // [m]
  double rho{}, z{};  // of the normal
};

MeridianNormal find_in_meridian(double rho, double z, double radius, double half_length) {
  const double height = 2.0 * half_length, slant = std::hypot(radius, height);
  const double out_rho = height / slant, out_z = radius / slant;  // out of the side
  const double from_rim_rho = rho - radius, from_rim_z = z + half_length;
  const double beyond_side = from_rim_rho * out_rho + from_rim_z * out_z, beyond_base = -from_rim_z;
  // From the rim up the side.
  const double along = from_rim_z * out_rho - from_rim_rho * out_z;
  const auto from_point = [](double d_rho, double d_z, const MeridianNormal& at_zero) {
    const double distance = std::hypot(d_rho, d_z);
    return distance > 0.0 ? MeridianNormal{distance, d_rho / distance, d_z / distance} : at_zero;
  };
  const MeridianNormal side{beyond_side, out_rho, out_z}, base{beyond_base, 0.0, -1.0};
  if (beyond_side <= 0.0 && beyond_base <= 0.0) return beyond_side >= beyond_base ? side : base;
  if (beyond_base > 0.0 && from_rim_rho <= 0.0) return base;
  if (along <= 0.0) return from_point(from_rim_rho, from_rim_z, side);
  if (along >= slant) return from_point(rho, z - half_length, side);
  return side;
}

}  // namespace

void touch_sphere_cone(const PlacedShape& sphere, const PlacedShape& cone, std::span<ContactPoint> points) {
  const Vector3 center = cone.motion.R_WS.transpose() * (sphere.motion.p_WS - cone.motion.p_WS);
  const double rho = std::hypot(center.x(), center.y());
  const Vector3 outward = rho > 0.0 ? Vector3(center.x() / rho, center.y() / rho, 0.0) : Vector3(Vector3::UnitX());
  const MeridianNormal nearest = find_in_meridian(rho, center.z(), cone.shape.radius, cone.shape.half_length);
  ConvexContact contact;
  contact.normal = nearest.rho * outward + nearest.z * Vector3::UnitZ();
  contact.gap = nearest.distance - sphere.shape.radius;
  contact.point_a = center - sphere.shape.radius * contact.normal;
  contact.point_b = center - nearest.distance * contact.normal;
  contact.surface_a.point = center;
  contact.surface_b = find_surface(cone.shape, contact.normal, 1e-14, contact.point_b);
  make_manifold({sphere, cone}, contact, points);
}

}  // namespace carom
