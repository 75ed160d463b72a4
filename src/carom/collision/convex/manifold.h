#pragma once

#include <span>

#include "carom/collision/contact_point.h"
#include "carom/collision/convex/convex_contact.h"

namespace carom {

/// How many contact points two convex shapes have: the anchors of the one with fewer, and one for contacts of an edge
/// or a corner of the other one.
[[nodiscard]] constexpr int count_manifold_points(int anchors_a, int anchors_b) {
  const int fewer = anchors_a < anchors_b ? anchors_a : anchors_b;
  return fewer == 1 ? 1 : fewer + 1;
}

/// The same of two boxes with all corners of what their faces share (SharedCorners), and the one.
inline constexpr int kNumBoxCorners = 13;

/// All contact points of two convex shapes whose nearest points are known.
///
/// The shape with fewer anchors owns the contact points, of equals the smaller one. Where faces or edges lie on each
/// other, each anchor of the owner's has its point: the place nearest to it where both shapes are. So points stay with
/// corners, and slide along the edge of the other shape when a corner goes beyond it; all of this is continuous. How
/// faces of polyhedra do this see Overhang. Of the points the one next to the deepest place is moved there, or that
/// place has a point of its own, so that the least gap is that of the shapes. Points that are not in use are farther
/// apart than the nearest one by the size of both shapes.
///
/// For kNumBoxCorners points of two boxes, faces that lie on each other have a point at each corner of what they share:
/// forces of rigid contacts then press wherever the faces can. Points that are not in use are where they would be.
void make_manifold(const CorePair& pair, const ConvexContact& contact, std::span<ContactPoint> points);

/// The nearest points alone.
[[nodiscard]] ContactPoint make_single_point(const CorePair& pair, const ConvexContact& contact);

}  // namespace carom
