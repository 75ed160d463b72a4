#include "carom/collision/far_pair.h"

#include "carom/collision/convex/convex_surface.h"

namespace carom {
namespace {

/// Of the sum of both reaches: from here on the gap of the balls is at least a third of that of the solids.
constexpr double kFar = 2.0;

}  // namespace

bool is_far_pair(const PlacedShape& a, const PlacedShape& b) {
  if (!is_convex(a.shape.type) || !is_convex(b.shape.type)) return false;
  // The distance of a ball from a simple solid takes no search.
  if (is_ball(a.shape.type) || is_ball(b.shape.type)) return false;
  const double far = kFar * (a.shape.reach + b.shape.reach);
  return (a.motion.p_WS - b.motion.p_WS).squaredNorm() > far * far;
}

void touch_far_pair(const PlacedShape& a, const PlacedShape& b, std::span<ContactPoint> points) {
  const Vector3 p_BA = a.motion.p_WS - b.motion.p_WS, v_BA = a.motion.v_WS - b.motion.v_WS;
  const double distance = p_BA.norm();
  ContactPoint contact;
  contact.normal = p_BA / distance;
  contact.normal_rate = (v_BA - contact.normal * contact.normal.dot(v_BA)) / distance;
  contact.curvature_1 = contact.curvature_2 = 1.0 / a.shape.reach + 1.0 / b.shape.reach;
  // The points that are not in use are the centers.
  contact.gap = distance;
  contact.point_a = a.motion.p_WS;
  contact.point_b = b.motion.p_WS;
  contact.point = 0.5 * (contact.point_a + contact.point_b);
  for (std::size_t k = 0; k < points.size(); ++k) {
    points[k] = contact;
    points[k].feature = static_cast<int>(k);
  }
  ContactPoint& nearest = points[0];
  nearest.gap = distance - (a.shape.reach + b.shape.reach);
  nearest.point_a -= a.shape.reach * contact.normal;
  nearest.point_b += b.shape.reach * contact.normal;
  nearest.point = 0.5 * (nearest.point_a + nearest.point_b);
}

}  // namespace carom
