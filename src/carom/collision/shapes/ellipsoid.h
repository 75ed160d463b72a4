#pragma once

#include "carom/collision/shapes/contact_shape.h"

namespace carom {

template <>
struct ContactShape<ShapeType::Ellipsoid> : ContactShapeBase {
  static constexpr int kTubePoints = 2;

  static void compile(const shapes::Ellipsoid& ellipsoid, const ShapeSpec& spec, CollisionShape& shape) {
    check_lengths(spec, "semi-axis", ellipsoid.semi_axes);
    shape.half_size = ellipsoid.semi_axes;
    shape.reach = shape.half_size.maxCoeff();
  }
  static Vector3 find_support(const CollisionShape& shape, const Vector3& d) {
    const Vector3 stretched = shape.half_size.cwiseProduct(d);
    const double length = stretched.norm();
    if (length == 0.0) return {shape.half_size.x(), 0.0, 0.0};
    return shape.half_size.cwiseProduct(stretched) / length;
  }
  /// h(m) = |D m|, ∇²h = D²/h − (D² m)(D² m)ᵀ/h³ with D = diag(a, b, c).
  static SurfaceAt find_surface(const CollisionShape& shape, const Vector3& m, double /*tolerance*/,
                                const Vector3& /*near*/) {
    const Vector3 squares = shape.half_size.cwiseAbs2();
    const double h = shape.half_size.cwiseProduct(m).norm();
    SurfaceAt surface{.point = squares.cwiseProduct(m) / h};
    surface.radii = (Matrix3(squares.asDiagonal()) - surface.point * surface.point.transpose()) / h;
    return surface;
  }
  static void find_feature(const CollisionShape& shape, const Vector3& m, ContactFeature& feature) {
    find_point_feature<ShapeType::Ellipsoid>(shape, m, feature);
  }
  template <class Pair>
  static std::size_t touch_own_points(const Pair& pair, std::span<ContactPoint> points) {
    return pair.touch_ellipsoid(points);
  }
  static double calc_half_extent(const CollisionShape& shape) { return shape.half_size.minCoeff(); }
};

}  // namespace carom
