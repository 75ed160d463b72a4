#pragma once

#include "carom/collision/convex/contact_feature.h"
#include "carom/collision/pairs/solid_contact.h"

namespace carom {

/// All points of a solid itself against a surface that is not convex, numbered as against a plane; returns how many.
/// A pair has, beside what any SolidContact has:
/// - touch_at(core_point, margin, feature): a point of the solid, or of its core with a margin around it;
/// - touch_rim(z, first, points): three points of a rim of the solid;
/// - touch_ellipsoid(points), which returns how many; touch_vertices(points) of a convex mesh, by their anchors.
template <class Pair>
std::size_t touch_own_points(const Pair& pair, std::span<ContactPoint> points) {
  return visit_shape(pair.solid().type, [&](auto type) -> std::size_t {
    if constexpr (requires { type.touch_own_points(pair, points); }) return type.touch_own_points(pair, points);
    return 0;
  });
}

}  // namespace carom
