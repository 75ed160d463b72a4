#include "carom/collision/collision_shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/collision/mesh/triangle_tree.h"
#include "carom/model/shapes/height_field.h"

namespace carom {

namespace {

void check_length(const ShapeSpec& spec, const char* what, double length) {
  if (std::isfinite(length) && length > 0.0) return;
  throw InputError(describe(spec), fmt::format("expected a {} above zero, found {:g} m", what, length));
}

void check_lengths(const ShapeSpec& spec, const char* what, const Vector3& lengths) {
  for (const double length : lengths) check_length(spec, what, length);
}

void check_pose(const ShapeSpec& spec) {
  if (!spec.at.allFinite()) throw InputError(describe(spec), "expected a finite position");
  const double norm = spec.rotation.norm();
  if (!(std::isfinite(norm) && norm > 0.0))
    throw InputError(describe(spec), "expected a rotation, found a quaternion without direction");
}

void set_radius(const ShapeSpec& spec, double radius, CollisionShape& shape) {
  check_length(spec, "radius", radius);
  shape.radius = radius;
  shape.curvature = 1.0 / radius;
}

/// Columns t₁, t₂, z with z the given direction and t₁ × t₂ = z.
Matrix3 make_frame_with_z(const Vector3& direction) {
  Matrix3 R;
  R.col(2) = direction.normalized();
  R.col(0) = find_perpendicular(R.col(2));
  R.col(1) = R.col(2).cross(R.col(0));
  return R;
}

struct GeometryCompiler {
  const ShapeSpec& spec;
  CollisionShape& shape;

  void operator()(const shapes::Point&) const { shape.curvature = std::numeric_limits<double>::infinity(); }
  void operator()(const shapes::Sphere& sphere) const {
    set_radius(spec, sphere.radius, shape);
    shape.reach = sphere.radius;
  }
  void operator()(const shapes::Box& box) const {
    check_lengths(spec, "size", box.size);
    shape.half_size = 0.5 * box.size;
    shape.reach = shape.half_size.norm();
  }
  void operator()(const shapes::Ellipsoid& ellipsoid) const {
    check_lengths(spec, "semi-axis", ellipsoid.semi_axes);
    shape.half_size = ellipsoid.semi_axes;
    shape.reach = shape.half_size.maxCoeff();
  }
  void operator()(const shapes::Plane& plane) const {
    check_length(spec, "length of the normal", plane.normal.norm());
    shape.R_BS = shape.R_BS * make_frame_with_z(plane.normal);
    shape.reach = std::numeric_limits<double>::infinity();
  }
  void operator()(const shapes::Mesh& mesh) const { set_triangles(*mesh.surface); }
  void operator()(const shapes::ConvexMesh& mesh) const {
    validate_closed(*mesh.hull, describe(spec));
    shape.polyhedron = std::make_shared<const Polyhedron>(*mesh.hull);
    for (const Vector3& vertex : mesh.hull->vertices) shape.reach = std::max(shape.reach, vertex.norm());
  }
  void operator()(const shapes::HeightField& field) const { set_triangles(make_surface(field, describe(spec))); }
  void operator()(const shapes::Tube& tube) const {
    set_round(tube);
    shape.reach = std::numeric_limits<double>::infinity();
  }
  void operator()(const shapes::Capsule& capsule) const {
    set_round(capsule);
    shape.reach = shape.half_length + shape.radius;
  }
  // Cylinder, cone.
  template <class Round>
  void operator()(const Round& round) const {
    set_round(round);
    shape.reach = std::hypot(shape.half_length, shape.radius);
  }

  template <class Round>
  void set_round(const Round& round) const {
    set_radius(spec, round.radius, shape);
    check_length(spec, "length", round.length);
    shape.half_length = 0.5 * round.length;
  }
  void set_triangles(const TriangleMesh& mesh) const {
    validate(mesh, describe(spec));
    shape.triangles = std::make_shared<const TriangleTree>(mesh);
    for (const Vector3& vertex : mesh.vertices) shape.reach = std::max(shape.reach, vertex.norm());
  }
};

}  // namespace

ShapeType type_of(const ShapeGeometry& geometry) { return static_cast<ShapeType>(geometry.index()); }

const char* name_of(ShapeType type) {
  static constexpr std::array<const char*, kNumShapeTypes> kNames{
      "point", "sphere", "box",  "cylinder", "capsule",     "ellipsoid",
      "plane", "tube",   "mesh", "cone",     "convex-mesh", "height-field"};
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
  std::visit(GeometryCompiler{spec, shape}, spec.geometry);
  return shape;
}

void calc_shape_motion(const CollisionShape& shape, const BodyMotion& body, ShapeMotion& motion) {
  const auto R_WB = as_eigen(body.R_WB);
  const Vector3 p_BS_W = R_WB * shape.p_BS;
  motion.p_WS = as_eigen(body.p_WB) + p_BS_W;
  motion.w_WB = as_eigen(body.w_WB);
  motion.v_WS = as_eigen(body.v_WB) + motion.w_WB.cross(p_BS_W);
  if (shape.type != ShapeType::Point && shape.type != ShapeType::Sphere) {
    motion.R_WS.noalias() = R_WB * shape.R_BS;
  }
}

}  // namespace carom
