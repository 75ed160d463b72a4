#include <cmath>
#include <limits>

#include "carom/collision/pairs/pairs.h"

namespace carom {

namespace {

/// For equal centers, where every direction is right: up on the body with the higher number, so that exchanging A and B
/// turns it around.
Vector3 choose_direction(const CollisionShape& a, const CollisionShape& b) {
  return a.body < b.body ? Vector3(-Vector3::UnitZ()) : Vector3(Vector3::UnitZ());
}

}  // namespace

// 1/|p| = |p|·(1/p²), with p = p_BA: the root and the division need not wait for each other.
void touch_sphere_sphere(const PlacedShape& a, const PlacedShape& b, std::span<ContactPoint> points) {
  const Vector3 p_BA = a.motion.p_WS - b.motion.p_WS, v_BA = a.motion.v_WS - b.motion.v_WS;
  const double squared = p_BA.squaredNorm(), along = p_BA.dot(v_BA), distance = std::sqrt(squared);
  ContactPoint& contact = points[0];
  contact.gap = distance - (a.shape.radius + b.shape.radius);
  if (squared > std::numeric_limits<double>::min()) {
    const double inverse = distance * (1.0 / squared);
    const Vector3 n = inverse * p_BA;
    contact.normal = n;
    contact.normal_rate = inverse * (v_BA - n * (along * inverse));
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
