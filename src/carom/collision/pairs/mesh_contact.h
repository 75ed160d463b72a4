#pragma once

#include "carom/collision/mesh/triangle_tree.h"
#include "carom/collision/pairs/sphere_contact.h"

namespace carom {

/// What a surface of triangles is to a point: solid lies behind its triangles. At an edge or corner that is seen from
/// outside the surface is sharp there; hollows have no curvature.
[[nodiscard]] NearestSurface make_nearest_surface(const NearestOnMesh& nearest, const RelativePoint& c);

/// A ball fixed in the body of a shape, as a shape of its own.
struct BallOfShape {
  CollisionShape shape;
  ShapeMotion motion;

  BallOfShape(const PlacedShape& owner, const Vector3& p_WC, double radius, double curvature);
  [[nodiscard]] PlacedShape placed() const { return {shape, motion}; }
};

/// The ball against what of the mesh is nearest to its center.
[[nodiscard]] ContactPoint touch_mesh(const PlacedShape& ball, const PlacedShape& mesh, const NearestOnMesh& nearest);
[[nodiscard]] ContactPoint touch_mesh(const PlacedShape& ball, const PlacedShape& mesh);

/// A contact that is not in use: as far behind the nearest one as the shape reaches twice.
[[nodiscard]] ContactPoint make_unused(const ContactPoint& nearest, double reach);

}  // namespace carom
