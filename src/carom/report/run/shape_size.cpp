#include "carom/report/run/shape_size.h"

#include <algorithm>

#include "carom/model/shapes/height_field.h"

namespace carom {
namespace {

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

// Corners of the box around the vertices.
struct Bounds {
  Vector3 low{Vector3::Zero()};
  Vector3 high{Vector3::Zero()};
};
Bounds find_bounds(const TriangleMesh& mesh) {
  if (mesh.vertices.empty()) return {};
  Bounds bounds{mesh.vertices.front(), mesh.vertices.front()};
  for (const Vector3& vertex : mesh.vertices) {
    bounds.low = bounds.low.cwiseMin(vertex);
    bounds.high = bounds.high.cwiseMax(vertex);
  }
  return bounds;
}

std::optional<ShapeBall> around(const TriangleMesh& mesh) {
  const auto [low, high] = find_bounds(mesh);
  return ShapeBall{0.5 * (low + high), 0.5 * (high - low).norm()};
}

// In the frame of the shape.
std::optional<ShapeBall> find_own_ball(const ShapeGeometry& geometry) {
  const auto round = [](double radius) { return std::optional(ShapeBall{Vector3::Zero(), radius}); };
  const auto along_z = [&](const auto& shape) { return round(std::hypot(shape.radius, 0.5 * shape.length)); };
  return std::visit(
      Overloaded{[&](const shapes::Point&) { return round(0.0); },
                 [&](const shapes::Sphere& sphere) { return round(sphere.radius); },
                 [&](const shapes::Box& box) { return round(0.5 * box.size.norm()); },
                 [&](const shapes::Cylinder& cylinder) { return along_z(cylinder); },
                 [&](const shapes::Tube& tube) { return along_z(tube); },
                 [&](const shapes::Capsule& capsule) { return round(0.5 * capsule.length + capsule.radius); },
                 [&](const shapes::Ellipsoid& ellipsoid) { return round(ellipsoid.semi_axes.maxCoeff()); },
                 [&](const shapes::Cone& cone) { return along_z(cone); },
                 [](const shapes::Plane&) { return std::optional<ShapeBall>(); },
                 [](const shapes::Mesh& mesh) { return around(*mesh.surface); },
                 [](const shapes::ConvexMesh& mesh) { return around(*mesh.hull); },
                 [](const shapes::HeightField& field) { return around(make_surface(field, "height field")); }},
      geometry);
}

// Half of the length that the shape's own z-axis runs through it; 0 where it is not longer than wide.
double find_half_length(const ShapeGeometry& geometry) {
  const auto half = [](double length, double width) { return length > width ? 0.5 * length : 0.0; };
  return std::visit(
      Overloaded{[&](const shapes::Cylinder& c) { return half(c.length, 2.0 * c.radius); },
                 [&](const shapes::Capsule& c) { return half(c.length, 0.0); },
                 [&](const shapes::Box& box) { return half(box.size.z(), std::max(box.size.x(), box.size.y())); },
                 [](const auto&) { return 0.0; }},
      geometry);
}

}  // namespace

std::optional<ShapeBall> find_ball(const ShapeSpec& shape) {
  std::optional<ShapeBall> ball = find_own_ball(shape.geometry);
  if (ball) ball->center = shape.at + matrix_from_quaternion(shape.rotation) * ball->center;
  return ball;
}

std::vector<Vector3> list_ends(const ShapeSpec& shape) {
  const std::optional<ShapeBall> ball = find_ball(shape);
  if (!ball) return {};
  const double half = find_half_length(shape.geometry);
  if (half == 0.0) return {ball->center};
  const Vector3 z = matrix_from_quaternion(shape.rotation) * Vector3::UnitZ();
  return {shape.at - half * z, shape.at + half * z};
}

}  // namespace carom
