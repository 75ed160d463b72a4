#include "carom/collision/pairs/round_surface.h"

#include <cmath>

namespace carom {

namespace {

/// C in the half plane through it and the axis, with coordinates ρ from the axis and z along it.
struct MeridianPoint {
  double rho{};                      // [m]
  Vector3 outward{Vector3::Zero()};  // e_ρ; on the axis x
  Vector3 around{Vector3::Zero()};   // e_φ
};

MeridianPoint find_meridian(const Vector3& position) {
  const double rho = position.head<2>().norm();
  const Vector3 outward = rho > 0.0 ? Vector3(position.x() / rho, position.y() / rho, 0.0) : Vector3(Vector3::UnitX());
  return {rho, outward, Vector3::UnitZ().cross(outward)};
}

}  // namespace

// In the half plane the solid is what lies behind two lines at a right angle, wall and face, for both the cylinder
// (ρ < R and |z| < L/2) and the tube (ρ > R and |z| < L/2). Its signed distance is that of a corner.
NearestSurface find_nearest_round(const RelativePoint& c, const CollisionShape& round, SolidSide solid) {
  const MeridianPoint meridian = find_meridian(c.position);
  const double out_of_wall = solid == SolidSide::Inside ? 1.0 : -1.0;
  const double out_of_face = c.position.z() < 0.0 ? -1.0 : 1.0;
  const Vector3 wall_normal = out_of_wall * meridian.outward;
  const Vector3 face_normal = out_of_face * Vector3::UnitZ();
  const double beyond_wall = out_of_wall * (meridian.rho - round.radius);
  const double beyond_face = std::abs(c.position.z()) - round.half_length;

  NearestSurface nearest;
  if (beyond_wall > 0.0 && beyond_face > 0.0) {
    // The rim: the normal turns in the half plane as C moves there.
    nearest.distance = std::sqrt(beyond_wall * beyond_wall + beyond_face * beyond_face);
    nearest.normal = (beyond_wall * wall_normal + beyond_face * face_normal) / nearest.distance;
    const Vector3 in_plane = meridian.around.cross(nearest.normal);
    nearest.normal_rate = in_plane * (in_plane.dot(c.velocity) / nearest.distance);
    nearest.curvature_1 = kSharp;
  } else if (beyond_wall >= beyond_face) {
    nearest.distance = beyond_wall;
    nearest.normal = wall_normal;
  } else {
    nearest.distance = beyond_face;
    nearest.normal = face_normal;
  }
  // Around the axis the radial part of the normal follows C, and the surface is curved by that part over its radius.
  const double radial = nearest.normal.dot(meridian.outward);
  if (meridian.rho > 0.0) {
    nearest.normal_rate += meridian.around * (radial * meridian.around.dot(c.velocity) / meridian.rho);
  }
  nearest.curvature_2 = radial * round.curvature;
  return nearest;
}

}  // namespace carom
