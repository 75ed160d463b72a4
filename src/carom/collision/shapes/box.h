#pragma once

#include <cmath>

#include "carom/collision/shapes/contact_shape.h"

namespace carom {

template <>
struct ContactShape<ShapeType::Box> : ContactShapeBase {
  static constexpr bool kIsPolyhedron = true;
  static constexpr int kAnchors = kMaxAnchors;
  static constexpr std::string_view kPointOnPlane = "corner";

  static void compile(const shapes::Box& box, const ShapeSpec& spec, CollisionShape& shape) {
    check_lengths(spec, "size", box.size);
    shape.half_size = 0.5 * box.size;
    shape.reach = shape.half_size.norm();
  }
  static Vector3 find_support(const CollisionShape& shape, const Vector3& d) {
    const Vector3& half_size = shape.half_size;
    return {std::copysign(half_size.x(), d.x()), std::copysign(half_size.y(), d.y()),
            std::copysign(half_size.z(), d.z())};
  }
  static SurfaceAt find_surface(const CollisionShape& shape, const Vector3& m, double tolerance,
                                const Vector3& /*near*/) {
    SurfaceAt surface{.point = find_support(shape, m)};
    int steep = 0;
    for (int i = 0; i < 3; ++i) {
      if (std::abs(m[i]) <= tolerance) ++surface.flat, surface.along = Vector3::Unit(i);
      if (std::abs(m[i]) > std::abs(m[steep])) steep = i;
    }
    if (surface.flat == 2) surface.along = Vector3::Unit(steep) * std::copysign(1.0, m[steep]);
    return surface;
  }
  static void find_feature(const CollisionShape& box, const Vector3& m, ContactFeature& feature) {
    find_feature(box, m, kFlatWithin, feature);
  }
  static void find_feature(const CollisionShape& box, const Vector3& m, double flat_within, ContactFeature& feature);
  template <class Pair>
  static std::size_t touch_own_points(const Pair& pair, std::span<ContactPoint> points) {
    const CollisionShape& box = pair.solid();
    for (int corner = 0; corner < kAnchors; ++corner) {
      const Vector3 signs((corner & 4) != 0 ? -1.0 : 1.0, (corner & 2) != 0 ? -1.0 : 1.0,
                          (corner & 1) != 0 ? -1.0 : 1.0);
      const Vector3 p = pair.place(box.half_size.cwiseProduct(signs));
      points[static_cast<std::size_t>(corner)] = pair.touch_at(p, 0.0, corner);
    }
    return kAnchors;
  }
  static double calc_half_extent(const CollisionShape& shape) { return shape.half_size.minCoeff(); }
};

}  // namespace carom
