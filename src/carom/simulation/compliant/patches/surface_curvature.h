#pragma once

#include "carom/collision/collision_shape.h"

namespace carom {

/// How a shape's surface is curved where it is touched, in world axes.
struct SurfaceCurvature {
  /// The second derivatives C of its distance from the tangent plane: the eigenvalues in that plane are the principal
  /// curvatures, positive where the solid is convex.  [1/m]
  Matrix3 tensor{Matrix3::Zero()};
  /// s, in the tangent plane: along a way u on the surface C changes by −((s·u) C + s (C u)ᵀ + (C u) sᵀ).  [1/m]
  Vector3 slant{Vector3::Zero()};
  /// How far from there the surface stays one of its kind: to the edge of a face, or the end of a side.  [m]
  double room{};
};

/// Whether two shapes can touch with surfaces that are curved smoothly where they do: an area that is small against
/// them.
[[nodiscard]] bool can_touch_roundly(const CollisionShape& a, const CollisionShape& b);

/// Where the outward normal is n and the shape is touched at a point off its edges and corners.
[[nodiscard]] SurfaceCurvature calc_surface_curvature(const PlacedShape& shape, const Vector3& n, const Vector3& point);

}  // namespace carom
