#pragma once

#include "carom/collision/convex/gjk.h"

namespace carom {

/// The least translation that separates two overlapping cores, or directions about which it must be.
struct CoreOverlap {
  static constexpr int kMaxCandidates = 8;
  struct Candidate {
    Vector3 normal;            // from B to A, unit
    double least_depth;        // the depth along directions about this one is not less than this  [m]
    Vector3 point_a, point_b;  // surface points, about, in the axes of B  [m]
  };

  bool exact{};                          // the first candidate is it
  int count{};                           // zero: A − B has no inside, as two segments in one plane have not
  Candidate candidates[kMaxCandidates];  // the most promising first
};

/// Grows a polytope inside A − B until its face nearest to the origin is a face of A − B [vandenbergen2001]: exact for
/// polyhedra. For curved surfaces it ends with the most faces that there is room for; candidates are then all faces
/// nearer than the least depth known, as far as their directions differ. Allocates nothing.
[[nodiscard]] CoreOverlap find_core_overlap(const CorePair& pair, const Simplex& around_origin);

/// The same for two polyhedra that overlap by little, without a search for a simplex: the polytope begins between their
/// centers and the corners of A − B that lie beyond the origin. Not exact: they are apart, or the beginning does not
/// hold the origin.
[[nodiscard]] CoreOverlap find_shallow_overlap(const CorePair& pair, const Vector3& center_a, const Vector3& center_b);

}  // namespace carom
