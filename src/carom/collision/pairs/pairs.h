#pragma once

#include <span>

#include "carom/collision/collision_shape.h"
#include "carom/collision/contact_point.h"

namespace carom {

/// Writes all contact points of two shapes, touching or not, always the same number in the same order: point k of the
/// pair has feature k. Allocates nothing.
using PairFunction = void (*)(const PlacedShape& a, const PlacedShape& b, std::span<ContactPoint> points);

/// One file each. A point is a sphere of radius zero and infinite curvature: it uses the functions of spheres.
void touch_sphere_plane(const PlacedShape& sphere, const PlacedShape& plane, std::span<ContactPoint> points);
void touch_capsule_plane(const PlacedShape& capsule, const PlacedShape& plane, std::span<ContactPoint> points);
void touch_box_plane(const PlacedShape& box, const PlacedShape& plane, std::span<ContactPoint> points);
void touch_cylinder_plane(const PlacedShape& cylinder, const PlacedShape& plane, std::span<ContactPoint> points);
void touch_ellipsoid_plane(const PlacedShape& ellipsoid, const PlacedShape& plane, std::span<ContactPoint> points);
void touch_sphere_sphere(const PlacedShape& a, const PlacedShape& b, std::span<ContactPoint> points);
void touch_sphere_box(const PlacedShape& sphere, const PlacedShape& box, std::span<ContactPoint> points);
void touch_sphere_capsule(const PlacedShape& sphere, const PlacedShape& capsule, std::span<ContactPoint> points);
void touch_sphere_cylinder(const PlacedShape& sphere, const PlacedShape& cylinder, std::span<ContactPoint> points);
void touch_sphere_tube(const PlacedShape& sphere, const PlacedShape& tube, std::span<ContactPoint> points);

void touch_sphere_ellipsoid(const PlacedShape& sphere, const PlacedShape& ellipsoid, std::span<ContactPoint> points);
void touch_sphere_cone(const PlacedShape& sphere, const PlacedShape& cone, std::span<ContactPoint> points);
void touch_cone_plane(const PlacedShape& cone, const PlacedShape& plane, std::span<ContactPoint> points);
void touch_convex_mesh_plane(const PlacedShape& mesh, const PlacedShape& plane, std::span<ContactPoint> points);
void touch_capsule_capsule(const PlacedShape& a, const PlacedShape& b, std::span<ContactPoint> points);
void touch_box_box(const PlacedShape& a, const PlacedShape& b, std::span<ContactPoint> points);
/// A capsule, box, cylinder, cone, ellipsoid or convex mesh.
void touch_convex_tube(const PlacedShape& solid, const PlacedShape& tube, std::span<ContactPoint> points);
/// A surface of triangles, of a mesh or a height field.
void touch_sphere_mesh(const PlacedShape& sphere, const PlacedShape& mesh, std::span<ContactPoint> points);
/// A capsule, box, cylinder, cone, ellipsoid or convex mesh.
void touch_solid_mesh(const PlacedShape& solid, const PlacedShape& mesh, std::span<ContactPoint> points);
/// For all that have no function of their own.
void touch_convex_convex(const PlacedShape& a, const PlacedShape& b, std::span<ContactPoint> points);

}  // namespace carom
