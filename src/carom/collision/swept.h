#pragma once

#include "carom/collision/pair_table.h"

namespace carom {

/// How a search for the first touch on a path ended.
enum class SweepStatus {
  Apart,      // nothing touches until the end
  Touch,      // touches at `time`
  Unresolved  // apart until `time`; there the surfaces pass so closely that no step brings the search further
};

struct [[nodiscard]] SweepReport {
  SweepStatus status{SweepStatus::Apart};
  double time{};  // [s]
  double gap{};   // then  [m]
  int evaluations{};
};

struct SweepOptions {
  double duration{};       // [s]
  double tolerance{1e-9};  // a gap that counts as touching  [m]
  int max_evaluations{500};
};

/// A shape after `time` at constant velocities, exactly.
[[nodiscard]] ShapeMotion advance(const ShapeMotion& motion, double time);

/// The first touch of two shapes that move at constant velocity and angular velocity, by conservative advancement: no
/// point of them can close the gap faster than the bodies approach along the normal plus what they turn, so each step
/// takes as long as that needs at least. Never passes through anything, however thin and fast. Convex shapes, planes
/// and tubes; allocates nothing.
SweepReport find_first_touch(const PlacedShape& a, const PlacedShape& b, const SweepOptions& options);

}  // namespace carom
