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
  const CollisionShape& solid = pair.solid();
  const auto touch_on_axis = [&](double z, double margin, int feature) {
    points[static_cast<std::size_t>(feature)] = pair.touch_at(pair.place({0.0, 0.0, z}), margin, feature);
  };
  switch (solid.type) {
    case ShapeType::Capsule:
      touch_on_axis(solid.half_length, solid.radius, 0);
      touch_on_axis(-solid.half_length, solid.radius, 1);
      return 2;
    case ShapeType::Box:
      for (int corner = 0; corner < 8; ++corner) {
        const Vector3 signs((corner & 4) != 0 ? -1.0 : 1.0, (corner & 2) != 0 ? -1.0 : 1.0,
                            (corner & 1) != 0 ? -1.0 : 1.0);
        const Vector3 p = pair.place(solid.half_size.cwiseProduct(signs));
        points[static_cast<std::size_t>(corner)] = pair.touch_at(p, 0.0, corner);
      }
      return 8;
    case ShapeType::Cylinder:
      pair.touch_rim(solid.half_length, 0, points);
      pair.touch_rim(-solid.half_length, 3, points);
      return 6;
    case ShapeType::Cone:
      pair.touch_rim(-solid.half_length, 0, points);
      touch_on_axis(solid.half_length, 0.0, 3);
      return 4;
    case ShapeType::Ellipsoid:
      return pair.touch_ellipsoid(points);
    default:
      pair.touch_vertices(points);
      return kMaxAnchors;
  }
}

}  // namespace carom
