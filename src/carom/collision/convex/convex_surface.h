#pragma once

#include "carom/collision/collision_shape.h"

namespace carom {

/// Convex solids as the general algorithms see them: a core with sharp or smooth surface, and a margin around it. The
/// core of a sphere is its center, that of a capsule its axis; the others are their own cores. All in the shape's axes.

[[nodiscard]] bool is_convex(ShapeType type);
/// With flat faces, straight edges and sharp corners only.
[[nodiscard]] inline bool is_polyhedron(const CollisionShape& shape) {
  return shape.type == ShapeType::Box || shape.type == ShapeType::ConvexMesh;
}

/// Distance of the surface from the core.  [m]
[[nodiscard]] inline double margin_of(const CollisionShape& shape) {
  return shape.type == ShapeType::Sphere || shape.type == ShapeType::Capsule ? shape.radius : 0.0;
}

/// The point of the core farthest along a direction of any length.
[[nodiscard]] Vector3 find_support(const CollisionShape& shape, const Vector3& direction);

/// The core where its outward normal is m.
struct SurfaceAt {
  Vector3 point{Vector3::Zero()};  // one that is farthest along m  [m]
  int flat{};                      // dimensions of the set of those that are: a point, a line, a face
  Vector3 along{Vector3::Zero()};  // of a line its direction, of a face its normal: unit
  /// ∇²h of the support function: how far the point moves when m turns. Its eigenvalues are radii of curvature, zero
  /// at edges and corners. For a line only across it.  [m]
  Matrix3 radii{Matrix3::Zero()};
};

/// Lines and faces whose normals are within `tolerance` [rad] of m count as perpendicular to it. `near` is a point of
/// the surface about where contact is: on a cone's line the curvature is not the same everywhere.
[[nodiscard]] SurfaceAt find_surface(const CollisionShape& shape, const Vector3& m, double tolerance,
                                     const Vector3& near);

/// Towards the outermost point of a cylinder's or cone's rim in the direction m, from the axis, and unit.
///
/// Along the axis, no point is outermost, and no rule is continuous at every tilt. The one here, x added with a weight
/// of 1e-13, is continuous where cylinders stand; the tilt without an answer lies 1e-13 rad away from there, and what
/// is found is less far out than the outermost point by less than 1e-13 radii.
[[nodiscard]] Vector3 find_outward(const Vector3& m);

}  // namespace carom
