#include "carom/collision/pairs/pairs.h"

namespace carom {

namespace {

/// For equal centers, where every direction is right: up on the body with the higher number, so that exchanging A and B
/// turns it around.
Vector3 choose_direction(const CollisionShape& a, const CollisionShape& b) {
  return a.body < b.body ? Vector3(-Vector3::UnitZ()) : Vector3(Vector3::UnitZ());
}

}  // namespace

// One division for both the direction and its rate.
void touch_sphere_sphere(const PlacedShape& a, const PlacedShape& b, std::span<ContactPoint> points) {
  const Vector3 p_BA = a.motion.p_WS - b.motion.p_WS;
  const double distance = p_BA.norm();
  ContactPoint& contact = points[0];
  contact.gap = distance - (a.shape.radius + b.shape.radius);
  if (distance > 0.0) {
    const double inverse = 1.0 / distance;
    const Vector3 n = inverse * p_BA, rate = a.motion.v_WS - b.motion.v_WS;
    contact.normal = n;
    contact.normal_rate = inverse * (rate - n * n.dot(rate));
  } else {
    contact.normal = choose_direction(a.shape, b.shape);
    contact.normal_rate.setZero();
  }
  contact.point_a = a.motion.p_WS - a.shape.radius * contact.normal;
  contact.point_b = b.motion.p_WS + b.shape.radius * contact.normal;
  contact.point = 0.5 * (contact.point_a + contact.point_b);
  contact.curvature_1 = contact.curvature_2 = a.shape.curvature + b.shape.curvature;
  contact.feature = 0;
}

}  // namespace carom
