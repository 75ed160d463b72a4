#include "carom/simulation/compliant/patches/surface_curvature.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {

namespace {

constexpr double kNoEnd = std::numeric_limits<double>::infinity();

// Touches whatever is smooth in a point.
bool is_round(ShapeType type) {
  return type == ShapeType::Sphere || type == ShapeType::Ellipsoid || type == ShapeType::Capsule;
}

// Touches its like in a point where they cross.
bool has_round_side(ShapeType type) { return type == ShapeType::Cylinder || type == ShapeType::Cone; }

bool has_smooth_faces(ShapeType type) {
  return type == ShapeType::Plane || type == ShapeType::Tube || type == ShapeType::Box || type == ShapeType::ConvexMesh;
}

/// Curved about an axis, flat along it.
Matrix3 curve_about(const Vector3& axis, const Vector3& n, double curvature) {
  const Vector3 across = axis.cross(n);
  return curvature / across.squaredNorm() * across * across.transpose();
}

/// h P D⁻² P with the semi-axes D, h = |D m| and P the projection onto the tangent plane: the surface is |D⁻¹ x| = 1,
/// and its gradient D⁻² x where its normal is m has the length 1/h. Its slant is h P D⁻² m.
SurfaceCurvature curve_ellipsoid(const PlacedShape& shape, const Vector3& n) {
  const Matrix3 project = Matrix3::Identity() - n * n.transpose();
  const Matrix3& R_WS = shape.motion.R_WS;
  const Vector3& semi_axes = shape.shape.half_size;
  const double h = semi_axes.cwiseProduct(R_WS.transpose() * n).norm();
  const Matrix3 inverse_squares = R_WS * semi_axes.cwiseAbs2().cwiseInverse().asDiagonal() * R_WS.transpose();
  return {h * project * inverse_squares * project, h * project * (inverse_squares * n), kNoEnd};
}

/// Where its ends begin, they are touched: a plane meets no more of it.
SurfaceCurvature curve_capsule(const PlacedShape& shape, const Vector3& n, const Vector3& from_middle) {
  const Vector3 axis = shape.motion.R_WS.col(2);
  const CollisionShape& own = shape.shape;
  const double along = std::abs(axis.dot(from_middle));
  if (along < (1.0 - 1e-9) * own.half_length) {
    return {curve_about(axis, n, own.curvature), Vector3::Zero(), own.half_length - along};
  }
  const Matrix3 project = Matrix3::Identity() - n * n.transpose();
  return {own.curvature * project, Vector3::Zero(), own.radius * std::abs(axis.dot(n))};
}

SurfaceCurvature curve_cylinder(const PlacedShape& shape, const Vector3& n, const Vector3& from_middle) {
  const Vector3 axis = shape.motion.R_WS.col(2);
  const double along = axis.dot(from_middle);
  // Nothing between face and side but the rim.
  if (std::abs(axis.dot(n)) > 0.5) return {.room = shape.shape.radius - (from_middle - along * axis).norm()};
  return {curve_about(axis, n, shape.shape.curvature), Vector3::Zero(), shape.shape.half_length - std::abs(along)};
}

/// Along a line from the apex, at the distance l from it, the curvature across falls as 1/l; unrolled, the lines are
/// rays, so that the slant is 1/l outwards.
SurfaceCurvature curve_cone(const PlacedShape& shape, const Vector3& n, const Vector3& from_middle) {
  const Vector3 axis = shape.motion.R_WS.col(2);
  const double along = axis.dot(from_middle);
  const Vector3 off_axis = from_middle - along * axis;
  const double rho = off_axis.norm();
  if (axis.dot(n) < 0.0) return {.room = shape.shape.radius - rho};
  const Vector3 from_apex = off_axis + (along - shape.shape.half_length) * axis;
  const double distance = from_apex.norm(), whole = std::hypot(shape.shape.radius, 2.0 * shape.shape.half_length);
  const double curvature = n.dot(off_axis) / (rho * rho);
  return {curve_about(from_apex / distance, n, curvature), from_apex / (distance * distance),
          std::min(distance, whole - distance)};
}

double find_room_on_box(const PlacedShape& shape, const Vector3& n, const Vector3& from_middle) {
  const Matrix3 R_SW = shape.motion.R_WS.transpose();
  Vector3 room = shape.shape.half_size - (R_SW * from_middle).cwiseAbs();
  int face = 0;
  (R_SW * n).cwiseAbs().maxCoeff(&face);
  room[face] = kNoEnd;
  return room.minCoeff();
}

}  // namespace

bool can_touch_roundly(const CollisionShape& a, const CollisionShape& b) {
  if (has_round_side(a.type) && has_round_side(b.type)) return true;
  const auto is_smooth = [](ShapeType type) {
    return is_round(type) || has_round_side(type) || has_smooth_faces(type);
  };
  return (is_round(a.type) && is_smooth(b.type)) || (is_round(b.type) && is_smooth(a.type));
}

SurfaceCurvature calc_surface_curvature(const PlacedShape& shape, const Vector3& n, const Vector3& point) {
  const Vector3 from_middle = point - shape.motion.p_WS;
  switch (shape.shape.type) {
    case ShapeType::Sphere:
      return {shape.shape.curvature * (Matrix3::Identity() - n * n.transpose()), Vector3::Zero(), kNoEnd};
    case ShapeType::Ellipsoid:
      return curve_ellipsoid(shape, n);
    case ShapeType::Capsule:
      return curve_capsule(shape, n, from_middle);
    case ShapeType::Cylinder:
      return curve_cylinder(shape, n, from_middle);
    case ShapeType::Cone:
      return curve_cone(shape, n, from_middle);
    case ShapeType::Tube: {
      const Vector3 axis = shape.motion.R_WS.col(2);
      return {curve_about(axis, n, -shape.shape.curvature), Vector3::Zero(),
              shape.shape.half_length - std::abs(axis.dot(from_middle))};
    }
    case ShapeType::Box:
      return {.room = find_room_on_box(shape, n, from_middle)};
    default:
      return {.room = kNoEnd};
  }
}

}  // namespace carom
