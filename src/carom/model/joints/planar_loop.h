#pragma once

#include <optional>
#include <vector>

#include "carom/model/body.h"
#include "carom/model/constraint.h"

namespace carom {

/// The plane in which a loop moves: all revolute joints between the two bodies of a constraint turn about its normal,
/// all prismatic ones slide along it, and there are no others.
struct LoopPlane {
  Vector3 normal_A{Vector3::UnitZ()};  // fixed in body A
  double tilt{};                       // the largest angle between an axis and where it ought to be  [rad]
  double across{};                     // how far the two points are apart along the normal  [m]
  double size{};                       // the length of the way from one to the other along the joints  [m]
};

/// Nothing where the loop of this constraint is not planar up to kLargestTilt.
[[nodiscard]] std::optional<LoopPlane> find_loop_plane(const std::vector<Body>& bodies, const Constraint& constraint);

/// A constraint that closes a planar loop says nothing across the plane that the joints do not say. Where axes or
/// lengths are rounded, the two disagree a little, and taken at its word the mechanism could hardly move. So axes that
/// are parallel up to kLargestTilt are made parallel to that of them which the others are nearest to
/// (Constraint::tilt says how far they were). A constraint whose ends then still do not meet across the plane, or
/// whose own axis is tilted, keeps only what it says in the plane: D stays on a line through C along the normal.
void keep_loops_planar(std::vector<Body>& bodies, std::vector<Constraint>& constraints);

/// Numbers rounded to four digits leave angles and relative lengths that are off by up to this.
inline constexpr double kLargestTilt = 1e-4;  // [rad]
/// What double precision leaves of numbers that agree.
inline constexpr double kLeastTilt = 1e-13;  // [rad]

}  // namespace carom
