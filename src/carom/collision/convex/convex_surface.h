#pragma once

#include "carom/collision/shapes/all_shapes.h"

namespace carom {

/// Convex solids as the general algorithms see them: a core with sharp or smooth surface, and a margin around it. The
/// core of a sphere is its center, that of a capsule its axis; the others are their own cores. All in the shape's axes.

[[nodiscard]] constexpr bool is_convex(ShapeType type) {
  constexpr unsigned kConvex = find_types([](auto shape) { return shape.kIsConvex; });
  return is_among(type, kConvex);
}
/// With flat faces, straight edges and sharp corners only.
[[nodiscard]] inline bool is_polyhedron(const CollisionShape& shape) {
  constexpr unsigned kPolyhedra = find_types([](auto type) { return type.kIsPolyhedron; });
  return is_among(shape.type, kPolyhedra);
}

/// Distance of the surface from the core.  [m]
[[nodiscard]] inline double margin_of(const CollisionShape& shape) {
  constexpr unsigned kWithMargin = find_types([](auto type) { return type.kHasMargin; });
  return is_among(shape.type, kWithMargin) ? shape.radius : 0.0;
}

/// The point of the core farthest along a direction of any length.
[[nodiscard]] Vector3 find_support(const CollisionShape& shape, const Vector3& direction);

/// Lines and faces whose normals are within `tolerance` [rad] of m count as perpendicular to it. `near` is a point of
/// the surface about where contact is: on a cone's line the curvature is not the same everywhere.
[[nodiscard]] SurfaceAt find_surface(const CollisionShape& shape, const Vector3& m, double tolerance,
                                     const Vector3& near);

}  // namespace carom
