#include "carom/collision/swept.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "carom/base/assert.h"

namespace carom {
namespace {

constexpr std::size_t kMaxPoints = 16;

/// How fast any point of a shape may move because it turns.  [m/s]
///
/// Of a shape without end only what is within reach of the other one matters, wherever that goes until the end.
double bound_turning(const PlacedShape& shape, const PlacedShape& other, double rest) {
  const double spin = shape.motion.w_WB.norm();
  if (spin == 0.0) return 0.0;
  if (std::isfinite(shape.shape.reach)) return spin * shape.shape.reach;
  const double way = (other.motion.v_WS - shape.motion.v_WS).norm() * rest;
  return spin * ((other.motion.p_WS - shape.motion.p_WS).norm() + way + other.shape.reach);
}

}  // namespace

ShapeMotion advance(const ShapeMotion& motion, double time) {
  ShapeMotion later = motion;
  later.p_WS += motion.v_WS * time;
  if (!motion.w_WB.isZero()) {
    later.R_WS = matrix_from_quaternion(quaternion_from_rotation_vector(motion.w_WB * time)) * motion.R_WS;
  }
  return later;
}

SweepReport find_first_touch(const PlacedShape& a, const PlacedShape& b, const SweepOptions& options) {
  const PairKind& kind = find_pair_kind(a.shape.type, b.shape.type);
  CAROM_ASSERT(kind.touch != nullptr && static_cast<std::size_t>(kind.num_points) <= kMaxPoints);
  std::array<ContactPoint, kMaxPoints> room;
  const std::span<ContactPoint> points(room.data(), static_cast<std::size_t>(kind.num_points));
  const double turning = bound_turning(a, b, options.duration) + bound_turning(b, a, options.duration);
  SweepReport report;
  while (report.evaluations < options.max_evaluations) {
    const ShapeMotion motion_a = advance(a.motion, report.time), motion_b = advance(b.motion, report.time);
    kind.touch({a.shape, motion_a}, {b.shape, motion_b}, points);
    ++report.evaluations;
    const ContactPoint& nearest = *std::ranges::min_element(points, {}, &ContactPoint::gap);
    report.gap = nearest.gap;
    if (nearest.gap <= options.tolerance) {
      report.status = SweepStatus::Touch;
      return report;
    }
    const double closing = nearest.normal.dot(b.motion.v_WS - a.motion.v_WS) + turning;
    // Half of the tolerance is kept, so that the last step ends within it.
    const double step = (nearest.gap - 0.5 * options.tolerance) / closing;
    if (!(closing > 0.0) || report.time + step >= options.duration) {
      report.time = options.duration;
      return report;
    }
    if (!(report.time + step > report.time)) break;
    report.time += step;
  }
  report.status = SweepStatus::Unresolved;
  return report;
}

}  // namespace carom
