#include "carom/collision/convex/convex_surface.h"

#include <cmath>

namespace carom {

bool is_convex(ShapeType type) {
  using enum ShapeType;
  return type != Plane && type != Tube && type != Mesh && type != HeightField;
}

Vector3 find_outward(const Vector3& m) {
  constexpr double kWeight = 1e-13;
  const double x = m.x() + kWeight, y = m.y();
  const double length = std::sqrt(x * x + y * y);
  return length == 0.0 ? Vector3(Vector3::UnitX()) : Vector3(x / length, y / length, 0.0);
}

namespace {

/// How far a cone reaches along d at its apex beyond its rim.
double prefer_apex(const CollisionShape& cone, const Vector3& d) {
  return 2.0 * cone.half_length * d.z() - cone.radius * std::sqrt(d.x() * d.x() + d.y() * d.y());
}

Vector3 find_on_rim(const CollisionShape& shape, const Vector3& d, double z) {
  const double rho = std::sqrt(d.x() * d.x() + d.y() * d.y());
  if (rho == 0.0) return {shape.radius, 0.0, z};
  return {shape.radius * d.x() / rho, shape.radius * d.y() / rho, z};
}

Vector3 find_corner(const Vector3& half_size, const Vector3& d) {
  return {std::copysign(half_size.x(), d.x()), std::copysign(half_size.y(), d.y()),
          std::copysign(half_size.z(), d.z())};
}

}  // namespace

Vector3 find_support(const CollisionShape& shape, const Vector3& d) {
  switch (shape.type) {
    case ShapeType::Box:
      return find_corner(shape.half_size, d);
    case ShapeType::Capsule:
      return {0.0, 0.0, std::copysign(shape.half_length, d.z())};
    case ShapeType::Cylinder:
      return find_on_rim(shape, d, std::copysign(shape.half_length, d.z()));
    case ShapeType::Cone:
      if (prefer_apex(shape, d) > 0.0) return {0.0, 0.0, shape.half_length};
      return find_on_rim(shape, d, -shape.half_length);
    case ShapeType::Ellipsoid: {
      const Vector3 stretched = shape.half_size.cwiseProduct(d);
      const double length = stretched.norm();
      if (length == 0.0) return {shape.half_size.x(), 0.0, 0.0};
      return shape.half_size.cwiseProduct(stretched) / length;
    }
    case ShapeType::ConvexMesh:
      return shape.polyhedron->vertex(shape.polyhedron->find_support(d));
    default:
      return Vector3::Zero();
  }
}

namespace {

SurfaceAt find_box(const CollisionShape& box, const Vector3& m, double tolerance) {
  SurfaceAt surface{.point = find_corner(box.half_size, m)};
  int steep = 0;
  for (int i = 0; i < 3; ++i) {
    if (std::abs(m[i]) <= tolerance) ++surface.flat, surface.along = Vector3::Unit(i);
    if (std::abs(m[i]) > std::abs(m[steep])) steep = i;
  }
  if (surface.flat == 2) surface.along = Vector3::Unit(steep) * std::copysign(1.0, m[steep]);
  return surface;
}

/// A circle about z of radius R where the normal is m = (m_ρ, m_z) turns with R/m_ρ about z.
Matrix3 calc_radii_of_circle(double radius, const Vector3& m, double rho) {
  const Vector3 around(-m.y() / rho, m.x() / rho, 0.0);
  return (radius / rho) * around * around.transpose();
}

SurfaceAt find_cylinder(const CollisionShape& cylinder, const Vector3& m, double tolerance) {
  const double rho = std::sqrt(m.x() * m.x() + m.y() * m.y());
  SurfaceAt surface{.point = find_support(cylinder, m)};
  if (rho <= tolerance) {
    surface.flat = 2;
    surface.along = Vector3::UnitZ() * std::copysign(1.0, m.z());
    return surface;
  }
  surface.radii = calc_radii_of_circle(cylinder.radius, m, rho);
  if (std::abs(m.z()) <= tolerance) surface.flat = 1, surface.along = Vector3::UnitZ();
  return surface;
}

SurfaceAt find_cone(const CollisionShape& cone, const Vector3& m, double tolerance, const Vector3& near) {
  const double rho = std::sqrt(m.x() * m.x() + m.y() * m.y());
  SurfaceAt surface{.point = find_support(cone, m)};
  if (rho <= tolerance) {
    if (m.z() < 0.0) surface.flat = 2, surface.along = -Vector3::UnitZ();
    return surface;
  }
  const Vector3 outward(m.x() / rho, m.y() / rho, 0.0);
  const Vector3 rim_to_apex = (2.0 * cone.half_length * Vector3::UnitZ() - cone.radius * outward).normalized();
  double radius = prefer_apex(cone, m) > 0.0 ? 0.0 : cone.radius;
  if (std::abs(m.dot(rim_to_apex)) <= tolerance) {
    surface.flat = 1;
    surface.along = rim_to_apex;
    radius = std::sqrt(near.x() * near.x() + near.y() * near.y());
  }
  surface.radii = calc_radii_of_circle(radius, m, rho);
  return surface;
}

/// h(m) = |D m|, ∇²h = D²/h − (D² m)(D² m)ᵀ/h³ with D = diag(a, b, c).
SurfaceAt find_ellipsoid(const CollisionShape& ellipsoid, const Vector3& m) {
  const Vector3 squares = ellipsoid.half_size.cwiseAbs2();
  const double h = ellipsoid.half_size.cwiseProduct(m).norm();
  SurfaceAt surface{.point = squares.cwiseProduct(m) / h};
  surface.radii = (Matrix3(squares.asDiagonal()) - surface.point * surface.point.transpose()) / h;
  return surface;
}

SurfaceAt find_polyhedron(const Polyhedron& polyhedron, const Vector3& m, double tolerance) {
  const int vertex = polyhedron.find_support(m);
  SurfaceAt surface{.point = polyhedron.vertex(vertex)};
  double nearest = tolerance * tolerance;
  for (const int f : polyhedron.faces_at(vertex)) {
    const Vector3& normal = polyhedron.faces()[static_cast<std::size_t>(f)].normal;
    const double squared = (normal - m).squaredNorm();
    if (squared <= nearest) surface.flat = 2, surface.along = normal, nearest = squared;
  }
  if (surface.flat == 2) return surface;
  nearest = tolerance;
  for (const Vector3& edge : polyhedron.edges(vertex)) {
    const double angle = std::abs(edge.dot(m));
    if (angle <= nearest) surface.flat = 1, surface.along = edge, nearest = angle;
  }
  return surface;
}

}  // namespace

SurfaceAt find_surface(const CollisionShape& shape, const Vector3& m, double tolerance, const Vector3& near) {
  switch (shape.type) {
    case ShapeType::Box:
      return find_box(shape, m, tolerance);
    case ShapeType::Cylinder:
      return find_cylinder(shape, m, tolerance);
    case ShapeType::Cone:
      return find_cone(shape, m, tolerance, near);
    case ShapeType::Ellipsoid:
      return find_ellipsoid(shape, m);
    case ShapeType::ConvexMesh:
      return find_polyhedron(*shape.polyhedron, m, tolerance);
    case ShapeType::Capsule: {
      SurfaceAt surface{.point = find_support(shape, m)};
      if (std::abs(m.z()) <= tolerance) surface.flat = 1, surface.along = Vector3::UnitZ();
      return surface;
    }
    default:
      return {};
  }
}

}  // namespace carom
