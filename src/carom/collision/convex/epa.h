#pragma once

#include "carom/collision/convex/gjk.h"

namespace carom {

/// The least translation that separates two overlapping cores.
struct CoreOverlap {
  bool found{};                     // false: A − B has no inside, as two segments in one plane have not
  Vector3 normal{Vector3::Zero()};  // from B to A, unit
  double least_depth{};             // the depth is not less than this  [m]
  Vector3 point_a{Vector3::Zero()}, point_b{Vector3::Zero()};  // surface points, about, in the axes of B  [m]
};

/// Grows a polytope inside A − B until its face nearest to the origin is a face of A − B [vandenbergen2001]: exact for
/// polyhedra. For curved surfaces it ends when the depth is known to `tolerance`, as a part of it, or with the most
/// faces that there is room for. Allocates nothing.
[[nodiscard]] CoreOverlap find_core_overlap(const CorePair& pair, const Simplex& around_origin, double tolerance);

}  // namespace carom
