#include "carom/collision/collision_shape.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/collision/mesh/triangle_tree.h"
#include "carom/collision/shapes/all_shapes.h"

namespace carom {

namespace {

void check_pose(const ShapeSpec& spec) {
  if (!spec.at.allFinite()) throw InputError(describe(spec), "expected a finite position");
  const double norm = spec.rotation.norm();
  if (!(std::isfinite(norm) && norm > 0.0))
    throw InputError(describe(spec), "expected a rotation, found a quaternion without direction");
}

template <int... types>
constexpr std::array<const char*, kNumShapeTypes> list_names(std::integer_sequence<int, types...>) {
  return {GeometryOf<static_cast<ShapeType>(types)>::kName.data()...};
}

}  // namespace

void check_length(const ShapeSpec& spec, const char* what, double length) {
  if (std::isfinite(length) && length > 0.0) return;
  throw InputError(describe(spec), fmt::format("expected a {} above zero, found {:g} m", what, length));
}

void check_lengths(const ShapeSpec& spec, const char* what, const Vector3& lengths) {
  for (const double length : lengths) check_length(spec, what, length);
}

void set_radius(const ShapeSpec& spec, double radius, CollisionShape& shape) {
  check_length(spec, "radius", radius);
  shape.radius = radius;
  shape.curvature = 1.0 / radius;
}

void set_triangles(const ShapeSpec& spec, const TriangleMesh& mesh, CollisionShape& shape) {
  validate(mesh, describe(spec));
  shape.triangles = std::make_shared<const TriangleTree>(mesh);
  for (const Vector3& vertex : mesh.vertices) shape.reach = std::max(shape.reach, vertex.norm());
}

/// Columns t₁, t₂, z with z the given direction and t₁ × t₂ = z.
Matrix3 make_frame_with_z(const Vector3& direction) {
  Matrix3 R;
  R.col(2) = direction.normalized();
  R.col(0) = find_perpendicular(R.col(2));
  R.col(1) = R.col(2).cross(R.col(0));
  return R;
}

ShapeType type_of(const ShapeGeometry& geometry) { return static_cast<ShapeType>(geometry.index()); }

const char* name_of(ShapeType type) {
  static constexpr auto kNames = list_names(std::make_integer_sequence<int, kNumShapeTypes>{});
  return kNames[static_cast<std::size_t>(type)];
}

std::string describe(const ShapeSpec& spec) {
  const std::string name = spec.name.empty() ? "" : fmt::format(" '{}'", spec.name);
  return fmt::format("{}{} of body '{}'", name_of(type_of(spec.geometry)), name, spec.body);
}

CollisionShape make_collision_shape(const ShapeSpec& spec, BodyIndex body) {
  check_pose(spec);
  CollisionShape shape;
  shape.type = type_of(spec.geometry);
  shape.body = body.value();
  shape.p_BS = spec.at;
  shape.R_BS = matrix_from_quaternion(spec.rotation);
  visit_shape(shape.type, [&]<ShapeType type>(ContactShape<type> contact) {
    contact.compile(std::get<GeometryOf<type>>(spec.geometry), spec, shape);
  });
  return shape;
}

void calc_shape_motion(const CollisionShape& shape, const BodyMotion& body, ShapeMotion& motion) {
  const auto R_WB = as_eigen(body.R_WB);
  const Vector3 p_BS_W = R_WB * shape.p_BS;
  motion.p_WS = as_eigen(body.p_WB) + p_BS_W;
  motion.w_WB = as_eigen(body.w_WB);
  motion.v_WS = as_eigen(body.v_WB) + motion.w_WB.cross(p_BS_W);
  if (!is_ball(shape.type)) {
    motion.R_WS.noalias() = R_WB * shape.R_BS;
  }
}

}  // namespace carom
