#include "carom/simulation/compliant/surface_curvature.h"

#include <cmath>

namespace carom {

namespace {

bool is_round(ShapeType type) {
  return type == ShapeType::Sphere || type == ShapeType::Ellipsoid || type == ShapeType::Capsule;
}

bool has_curvature(ShapeType type) {
  return is_round(type) || type == ShapeType::Plane || type == ShapeType::Cylinder || type == ShapeType::Tube;
}

/// Curved about an axis, flat along it.
Matrix3 curve_about(const Vector3& axis, const Vector3& n, double curvature) {
  const Vector3 across = axis.cross(n);
  return curvature / across.squaredNorm() * across * across.transpose();
}

/// h P D⁻² P with the semi-axes D, h = |D m| and P the projection onto the tangent plane: the surface is |D⁻¹ x| = 1,
/// and its gradient D⁻² x where its normal is m has the length 1/h.
Matrix3 curve_ellipsoid(const PlacedShape& shape, const Vector3& n, const Matrix3& project) {
  const Matrix3& R_WS = shape.motion.R_WS;
  const Vector3& semi_axes = shape.shape.half_size;
  const double h = semi_axes.cwiseProduct(R_WS.transpose() * n).norm();
  const Matrix3 inverse_squares = R_WS * semi_axes.cwiseAbs2().cwiseInverse().asDiagonal() * R_WS.transpose();
  return h * project * inverse_squares * project;
}

}  // namespace

bool can_touch_roundly(const CollisionShape& a, const CollisionShape& b) {
  return has_curvature(a.type) && has_curvature(b.type) && (is_round(a.type) || is_round(b.type));
}

Matrix3 calc_curvature_tensor(const PlacedShape& shape, const Vector3& n, const Vector3& point) {
  const Matrix3 project = Matrix3::Identity() - n * n.transpose();
  const Vector3 axis = shape.motion.R_WS.col(2);
  switch (shape.shape.type) {
    case ShapeType::Sphere:
      return shape.shape.curvature * project;
    case ShapeType::Ellipsoid:
      return curve_ellipsoid(shape, n, project);
    case ShapeType::Capsule: {
      // Where its ends begin, they are touched: a plane meets no more of it.
      const double along = axis.dot(point - shape.motion.p_WS);
      const bool at_end = std::abs(along) >= (1.0 - 1e-9) * shape.shape.half_length;
      return at_end ? Matrix3(shape.shape.curvature * project) : curve_about(axis, n, shape.shape.curvature);
    }
    case ShapeType::Cylinder:
      return curve_about(axis, n, shape.shape.curvature);
    case ShapeType::Tube:
      return curve_about(axis, n, -shape.shape.curvature);
    default:
      return Matrix3::Zero();
  }
}

}  // namespace carom
