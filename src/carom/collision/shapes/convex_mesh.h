#pragma once

#include "carom/collision/shapes/contact_shape.h"

namespace carom {

template <>
struct ContactShape<ShapeType::ConvexMesh> : ContactShapeBase {
  static constexpr bool kIsPolyhedron = true;
  static constexpr int kAnchors = kMaxAnchors;

  static void compile(const shapes::ConvexMesh& mesh, const ShapeSpec& spec, CollisionShape& shape);
  static Vector3 find_support(const CollisionShape& shape, const Vector3& d) {
    return shape.polyhedron->vertex(shape.polyhedron->find_support(d));
  }
  static SurfaceAt find_surface(const CollisionShape& shape, const Vector3& m, double tolerance, const Vector3& near);
  static void find_feature(const CollisionShape& shape, const Vector3& m, ContactFeature& feature) {
    find_feature(shape, m, kFlatWithin, feature);
  }
  static void find_feature(const CollisionShape& shape, const Vector3& m, double flat_within, ContactFeature& feature);
  template <class Pair>
  static std::size_t touch_own_points(const Pair& pair, std::span<ContactPoint> points) {
    pair.touch_vertices(points);
    return kAnchors;
  }
  static double calc_half_extent(const CollisionShape& shape) { return shape.reach; }
};

}  // namespace carom
