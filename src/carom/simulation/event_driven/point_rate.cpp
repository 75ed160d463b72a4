#include "carom/simulation/event_driven/point_rate.h"

#include <algorithm>

#include "carom/math/rotation.h"

namespace carom {
namespace {

bool is_ball(const CollisionShape& shape) { return shape.type == ShapeType::Point || shape.type == ShapeType::Sphere; }

// A point fixed in the shape from which the point of contact keeps the distance of a radius along the normal: the
// center of a ball, the end of a capsule's axis, a corner of a box. On a plane alone for the latter two: elsewhere
// their sides may touch.
bool has_center(const CollisionShape& shape, const CollisionShape& other) {
  const bool against_plane = other.type == ShapeType::Plane;
  return is_ball(shape) || (against_plane && (shape.type == ShapeType::Capsule || shape.type == ShapeType::Box));
}

double radius_of(const CollisionShape& shape) { return shape.type == ShapeType::Box ? 0.0 : shape.radius; }

ShapeMotion move(const ShapeMotion& motion, double step) {
  ShapeMotion moved = motion;
  moved.p_WS += step * motion.v_WS;
  moved.R_WS = matrix_from_quaternion(quaternion_from_rotation_vector(step * motion.w_WB)) * motion.R_WS;
  return moved;
}

}  // namespace

PointRates::PointRates(const PairList& pairs) {
  int most = 0;
  for (const PairList::Pair& pair : pairs.pairs()) most = std::max(most, pair.num_slots);
  points_.resize(static_cast<std::size_t>(most));
}

Vector3 PointRates::find_point(const PairList& pairs, const ContactPoints& contacts, const ContactSlot& slot,
                               double step) {
  const PairList::Pair& pair = pairs.pairs()[static_cast<std::size_t>(slot.pair)];
  const ShapeMotion a = move(contacts.shape(slot.shape_a), step), b = move(contacts.shape(slot.shape_b), step);
  pair.touch({pairs.shape(slot.shape_a), a}, {pairs.shape(slot.shape_b), b},
             std::span(points_).first(static_cast<std::size_t>(pair.num_slots)));
  return points_[static_cast<std::size_t>(slot.feature)].point;
}

Vector3 PointRates::calc(const PairList& pairs, const ContactPoints& contacts, int number, bool flipped) {
  const ContactSlot& slot = pairs.slots()[static_cast<std::size_t>(number)];
  const ContactPoint& contact = contacts.point(number);
  // P = center − side · radius · n, with n out of B and side −1 for B.
  const auto from_center = [&](int shape, double side) -> Vector3 {
    const double arm = side * radius_of(pairs.shape(shape));
    return contacts.shape(shape).velocity_at(contact.point + arm * contact.normal) - arm * contact.normal_rate;
  };
  const bool center_a = has_center(pairs.shape(slot.shape_a), pairs.shape(slot.shape_b));
  const bool center_b = has_center(pairs.shape(slot.shape_b), pairs.shape(slot.shape_a));
  if (center_b && (flipped || !center_a)) return from_center(slot.shape_b, -1.0);
  if (center_a) return from_center(slot.shape_a, 1.0);
  const double turning = contacts.shape(slot.shape_a).w_WB.norm() + contacts.shape(slot.shape_b).w_WB.norm();
  const double step = 1e-6 / (1.0 + turning);
  return (find_point(pairs, contacts, slot, step) - find_point(pairs, contacts, slot, -step)) / (2.0 * step);
}

}  // namespace carom
