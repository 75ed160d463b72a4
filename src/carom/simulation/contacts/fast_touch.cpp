#include "carom/simulation/contacts/fast_touch.h"

#include <algorithm>
#include <array>
#include <span>

#include "carom/collision/pair_list.h"
#include "carom/collision/swept.h"
#include "carom/simulation/verdict/depth_limit.h"

namespace carom {
namespace {

// Of any pair that is swept.
constexpr std::size_t kMostPoints = 16;
// What is left of a step when the shapes touch may close this much without ending the step there  [m].
constexpr double kSunk = 1e-8;
// Of the depth from which on shapes are pushed on: a step that is no longer is not too long, see closes_too_fast().
constexpr double kShortWay = 0.45;

double calc_speed_of_turning(const PlacedShape& shape) {
  const double spin = shape.motion.w_WB.norm();
  return spin > 0.0 ? spin * shape.shape.reach : 0.0;
}

struct Nearest {
  double gap{};                     // [m]
  double closing{};                 // [m/s]
  Vector3 normal{Vector3::Zero()};  // out of B towards A
};

Nearest find_nearest(const PlacedShape& a, const PlacedShape& b) {
  std::array<ContactPoint, kMostPoints> room;
  const PairKind& kind = find_pair_kind(a.shape.type, b.shape.type);
  const std::span<ContactPoint> points(room.data(), static_cast<std::size_t>(kind.num_points));
  kind.touch(a, b, points);
  const ContactPoint& nearest = *std::ranges::min_element(points, {}, &ContactPoint::gap);
  return {nearest.gap, -nearest.normal.dot(calc_relative_velocity(nearest, a.motion, b.motion)), nearest.normal};
}

Nearest find_nearest_after(const PlacedShape& a, const PlacedShape& b, double time) {
  const ShapeMotion later_a = advance(a.motion, time), later_b = advance(b.motion, time);
  return find_nearest({a.shape, later_a}, {b.shape, later_b});
}

// Whether shapes that touch now are on other sides of each other after the step, or deeper than they are thick.
bool is_on_other_side(const PlacedShape& a, const PlacedShape& b, const Nearest& now, double step) {
  const Nearest later = find_nearest_after(a, b, step);
  return later.normal.dot(now.normal) < 0.0 || -later.gap > calc_depth_limit(a.shape, b.shape);
}

}  // namespace

bool closes_too_fast(const CollisionShape& a, const CollisionShape& b, double speed, double step) {
  return step * speed > 0.5 * calc_depth_limit(a, b);
}

bool can_be_swept(const CollisionShape& a, const CollisionShape& b) {
  const auto has_triangles = [](const CollisionShape& shape) {
    return shape.type == ShapeType::Mesh || shape.type == ShapeType::HeightField;
  };
  const PairKind& kind = find_pair_kind(a.type, b.type);
  return kind.touch != nullptr && static_cast<std::size_t>(kind.num_points) <= kMostPoints && !has_triangles(a) &&
         !has_triangles(b);
}

std::optional<double> find_fast_touch(const PlacedShape& a, const PlacedShape& b, double step) {
  const double speed = (a.motion.v_WS - b.motion.v_WS).norm() + calc_speed_of_turning(a) + calc_speed_of_turning(b);
  if (!closes_too_fast(a.shape, b.shape, speed, step)) return {};
  if ((a.motion.p_WS - b.motion.p_WS).norm() - a.shape.reach - b.shape.reach > step * speed) return {};
  // The distance to triangles is known nearby alone: towards them go as many short steps as it takes.
  if (!can_be_swept(a.shape, b.shape)) return kShortWay * calc_depth_limit(a.shape, b.shape) / speed;
  const Nearest now = find_nearest(a, b);
  const auto halve = [&]() -> std::optional<double> {
    if (is_on_other_side(a, b, now, step)) return 0.5 * step;
    return {};
  };
  if (now.gap <= kTouchingGap) return halve();
  const SweepReport swept = find_first_touch(a, b, {.duration = step, .tolerance = 0.5 * kTouchingGap});
  if (swept.status == SweepStatus::Unresolved) return halve();
  if (swept.status == SweepStatus::Apart) return {};
  const double closing = find_nearest_after(a, b, swept.time).closing;
  if (!closes_too_fast(a.shape, b.shape, closing, step) || (step - swept.time) * closing <= kSunk) return {};
  return swept.time;
}

}  // namespace carom
