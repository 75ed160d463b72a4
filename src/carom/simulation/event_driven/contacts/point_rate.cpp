#include "carom/simulation/event_driven/contacts/point_rate.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "carom/collision/unused_point.h"
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

// The points of touch_cylinder_plane(): fixed in the cylinder but for their common angle about its axis, which follows
// the lowest point d of the rims, d = −(n_x, n_y)/|(n_x, n_y)| in the cylinder's axes, with n the plane's normal.
Vector3 calc_rim_rate(const ShapeMotion& cylinder, const ShapeMotion& plane, const Vector3& point) {
  constexpr double kUpright = 1e-9;  // [rad]: no point is lowest, and none runs along the rim
  const Vector3 normal = plane.R_WS.col(2);
  const Vector3 n = cylinder.R_WS.transpose() * normal;
  const Vector3 n_rate = cylinder.R_WS.transpose() * (plane.w_WB - cylinder.w_WB).cross(normal);
  const double square = n.head<2>().squaredNorm();
  const Vector3 fixed = cylinder.velocity_at(point);
  if (!(square > kUpright * kUpright)) return fixed;
  const double angle_rate = (n.x() * n_rate.y() - n.y() * n_rate.x()) / square;
  const Vector3 axis = cylinder.R_WS.col(2);
  return fixed + angle_rate * axis.cross(point - cylinder.p_WS);
}

// Of the ways of a point in two equal times next to each other: what curves smoothly differs by far less.
constexpr double kUneven = 0.1;

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
  const ContactPoint& own = points_[static_cast<std::size_t>(slot.feature)];
  // A point that belongs to another slot now, or does a moment later.
  const bool is_elsewhere = is_unused(pairs, slot, own.gap);
  if (!is_elsewhere) return own.point;
  const Vector3& now = contacts.point(pair.first_slot + slot.feature).point;
  const auto way = [&](const ContactPoint& point) {
    return is_unused(pairs, slot, point.gap) ? std::numeric_limits<double>::infinity() : (point.point - now).norm();
  };
  return std::ranges::min_element(std::span(points_).first(static_cast<std::size_t>(pair.num_slots)), {}, way)->point;
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
  const auto is_cylinder_on_plane = [&](int shape, int other) {
    return pairs.shape(shape).type == ShapeType::Cylinder && pairs.shape(other).type == ShapeType::Plane;
  };
  for (const auto& [shape, other] : {std::pair(slot.shape_a, slot.shape_b), std::pair(slot.shape_b, slot.shape_a)}) {
    if (!is_cylinder_on_plane(shape, other)) continue;
    return calc_rim_rate(contacts.shape(shape), contacts.shape(other), contact.point);
  }
  const double turning = contacts.shape(slot.shape_a).w_WB.norm() + contacts.shape(slot.shape_b).w_WB.norm();
  const auto way = [&](double by) -> Vector3 { return find_point(pairs, contacts, slot, by) - contact.point; };
  constexpr double kFirst = 1e-4, kLast = 1e-9;  // [s]
  double step = kFirst / (1.0 + turning);
  Vector3 before = -way(-step), after = way(step);
  // Where a feature of a shape ends soon, points are elsewhere then: closer moments tell the rate.
  const auto is_uneven = [&] { return (after - before).norm() > kUneven * std::min(before.norm(), after.norm()); };
  while (is_uneven() && step > kLast) {
    step *= 0.1;
    before = -way(-step), after = way(step);
  }
  if (is_uneven()) {
    const double side = before.norm() < after.norm() ? -1.0 : 1.0;
    return (4.0 * (side < 0.0 ? before : after) - side * way(2.0 * side * step)) / (2.0 * step);
  }
  return (8.0 * (before + after) - (way(2.0 * step) - way(-2.0 * step))) / (12.0 * step);
}

}  // namespace carom
