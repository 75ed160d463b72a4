#pragma once

#include "carom/collision/convex/gjk.h"

namespace carom {

/// Directions are equal whose depths differ by less, of how far both shapes reach. Of equals the first one counts.
inline constexpr double kEqualDepths = 1e-12;

/// An edge of a polyhedron.
struct EdgeLine {
  Vector3 point;  // one of it  [m]
  Vector3 along;  // unit
};

/// The direction of least depth of two hulls, in the axes of B: across a face, or an edge of each.
struct HullAxis {
  Vector3 normal{Vector3::Zero()};  // from B to A, unit
  double gap{-1e300};               // [m]
  bool is_across_edges{};
  EdgeLine edge_a, edge_b;  // if it is
};

/// By separating axes: of all faces, and of all pairs of edges whose arcs on the Gauss map cross, those that can be
/// better than the best one known. False: the hulls are apart, or overlap by so much that too many come into question.
[[nodiscard]] bool find_hull_axis(const CorePair& pair, HullAxis& axis);

}  // namespace carom
