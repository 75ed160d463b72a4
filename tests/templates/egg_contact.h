#pragma once

#include "carom/collision/shapes/contact_shape.h"

namespace carom {

/// Its half size holds the radius, and how far it reaches up and down.
template <>
struct ContactShape<ShapeType::Egg> : ContactShapeBase {
  static void compile(const shapes::Egg& egg, const ShapeSpec& spec, CollisionShape& shape) {
    shape.half_size = {egg.radius, egg.top, egg.bottom};
    check_lengths(spec, "size", shape.half_size);
    shape.reach = shape.half_size.maxCoeff();
  }
  /// The semi-axes of the half that looks along d.
  static Vector3 find_semi_axes(const CollisionShape& shape, const Vector3& d) {
    return {shape.half_size[0], shape.half_size[0], d.z() > 0.0 ? shape.half_size[1] : shape.half_size[2]};
  }
  static Vector3 find_support(const CollisionShape& shape, const Vector3& d) {
    const Vector3 semi_axes = find_semi_axes(shape, d), stretched = semi_axes.cwiseProduct(d);
    const double length = stretched.norm();
    if (length == 0.0) return {shape.half_size[0], 0.0, 0.0};
    return semi_axes.cwiseProduct(stretched) / length;
  }
  /// h(m) = |D m|, ∇²h = D²/h − (D² m)(D² m)ᵀ/h³ with the semi-axes D.
  static SurfaceAt find_surface(const CollisionShape& shape, const Vector3& m, double /*tolerance*/,
                                const Vector3& /*near*/) {
    const Vector3 semi_axes = find_semi_axes(shape, m), squares = semi_axes.cwiseAbs2();
    const double h = semi_axes.cwiseProduct(m).norm();
    SurfaceAt surface{.point = squares.cwiseProduct(m) / h};
    surface.radii = (Matrix3(squares.asDiagonal()) - surface.point * surface.point.transpose()) / h;
    return surface;
  }
  static void find_feature(const CollisionShape& shape, const Vector3& m, ContactFeature& feature) {
    find_point_feature<ShapeType::Egg>(shape, m, feature);
  }
  static double calc_half_extent(const CollisionShape& shape) { return shape.half_size.minCoeff(); }
};

}  // namespace carom
