#include "carom/collision/pairs/mesh_contact.h"

#include <cmath>

namespace carom {

NearestSurface make_nearest_surface(const NearestOnMesh& nearest, const RelativePoint& c) {
  NearestSurface surface;
  const Vector3 from_mesh = c.position - nearest.point;
  const double length = std::sqrt(nearest.squared);
  const double side = from_mesh.dot(nearest.normal) < 0.0 ? -1.0 : 1.0;
  surface.distance = side * length;
  const bool on_face = nearest.corner_count == 3;
  surface.normal = on_face || length == 0.0 ? nearest.normal : Vector3(from_mesh * (side / length));
  if (on_face || length == 0.0) return surface;
  // The nearest point follows C along an edge.
  Vector3 leaving = c.velocity;
  if (nearest.corner_count == 2) leaving -= nearest.along * (nearest.along.dot(leaving) / nearest.along.squaredNorm());
  surface.normal_rate = calc_direction_rate(surface.normal, surface.distance, leaving);
  if (side > 0.0) {
    surface.curvature_1 = kSharp;
    surface.curvature_2 = nearest.corner_count == 1 ? kSharp : 0.0;
  }
  return surface;
}

BallOfShape::BallOfShape(const PlacedShape& owner, const Vector3& p_WC, double radius, double curvature)
    : motion(owner.motion) {
  shape.type = ShapeType::Sphere;
  shape.body = owner.shape.body;
  shape.radius = radius;
  shape.curvature = curvature;
  motion.v_WS = owner.motion.velocity_at(p_WC);
  motion.p_WS = p_WC;
}

ContactPoint touch_mesh(const PlacedShape& ball, const PlacedShape& mesh, const NearestOnMesh& nearest) {
  const RelativePoint c(ball.motion, mesh.motion);
  return touch_surface(ball, mesh, make_nearest_surface(nearest, c), ActsAt::Midpoint);
}

ContactPoint touch_mesh(const PlacedShape& ball, const PlacedShape& mesh) {
  const RelativePoint c(ball.motion, mesh.motion);
  return touch_mesh(ball, mesh, mesh.shape.triangles->find_nearest(c.position));
}

ContactPoint make_unused(const ContactPoint& nearest, double reach) {
  ContactPoint unused = nearest;
  unused.gap += 2.0 * reach;
  unused.point_a += 2.0 * reach * unused.normal;
  unused.point = 0.5 * (unused.point_a + unused.point_b);
  return unused;
}

}  // namespace carom
