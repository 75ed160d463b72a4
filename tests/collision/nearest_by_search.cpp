#include "collision/nearest_by_search.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace carom::testing_support {

namespace {

Vector3 around_z(double rho, double turn, double z) {
  const double angle = std::numbers::pi * turn;
  return {rho * std::cos(angle), rho * std::sin(angle), z};
}

void add_wall(double radius, double half_length, std::vector<SurfacePatch>& patches) {
  patches.emplace_back([=](double u, double v) { return around_z(radius, u, half_length * v); });
}

/// Direction and distance from the middle of a disc, 0 to 1, for u, v from −1 to 1: squares become circles, so that the
/// middle is not a place where one direction is as good as another.
Vector3 on_disc(double u, double v) {
  const double length = std::hypot(u, v);
  return length == 0.0 ? Vector3(Vector3::Zero())
                       : Vector3(Vector3(u, v, 0.0) * (std::max(std::abs(u), std::abs(v)) / length));
}

void add_discs(double radius, double half_length, std::vector<SurfacePatch>& patches) {
  for (const double side : {-1.0, 1.0}) {
    patches.emplace_back(
        [=](double u, double v) { return Vector3(radius * on_disc(u, v) + side * half_length * Vector3::UnitZ()); });
  }
}

void add_outer_faces(double inner, double outer, double half_length, std::vector<SurfacePatch>& patches) {
  for (const double side : {-1.0, 1.0}) {
    patches.emplace_back(
        [=](double u, double v) { return around_z(inner + (outer - inner) * 0.5 * (v + 1.0), u, side * half_length); });
  }
}

void add_half_balls(double radius, double half_length, std::vector<SurfacePatch>& patches) {
  for (const double side : {-1.0, 1.0}) {
    patches.emplace_back([=](double u, double v) {
      const Vector3 disc = on_disc(u, v);
      const double length = disc.norm(), angle = 0.5 * std::numbers::pi * length;
      const double stretch = length == 0.0 ? 0.0 : std::sin(angle) / length;
      return Vector3(radius * stretch * disc + side * (half_length + radius * std::cos(angle)) * Vector3::UnitZ());
    });
  }
}

void add_box_faces(const Vector3& half_size, std::vector<SurfacePatch>& patches) {
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-1.0, 1.0}) {
      patches.emplace_back([=](double u, double v) {
        Vector3 p;
        p[axis] = side * half_size[axis];
        p[(axis + 1) % 3] = u * half_size[(axis + 1) % 3];
        p[(axis + 2) % 3] = v * half_size[(axis + 2) % 3];
        return p;
      });
    }
  }
}

/// Half a ball on each side, stretched.
void add_ellipsoid(const Vector3& semi_axes, std::vector<SurfacePatch>& patches) {
  std::vector<SurfacePatch> ball;
  add_half_balls(1.0, 0.0, ball);
  for (const SurfacePatch& half : ball) {
    patches.emplace_back([=](double u, double v) { return Vector3(semi_axes.cwiseProduct(half(u, v))); });
  }
}

void add_cone(double radius, double half_length, std::vector<SurfacePatch>& patches) {
  patches.emplace_back(
      [=](double u, double v) { return Vector3(radius * on_disc(u, v) - half_length * Vector3::UnitZ()); });
  patches.emplace_back([=](double u, double v) {
    const double down = 0.5 * (v + 1.0);
    return around_z(radius * down, u, half_length * (1.0 - 2.0 * down));
  });
}

/// Each face as triangles about its first corner.
void add_faces(const Polyhedron& polyhedron, std::vector<SurfacePatch>& patches) {
  for (const Polyhedron::Face& face : polyhedron.faces()) {
    const std::span<const int> loop = polyhedron.corners(face);
    for (std::size_t k = 1; k + 1 < loop.size(); ++k) {
      const Vector3 a = polyhedron.vertex(loop[0]), b = polyhedron.vertex(loop[k]), c = polyhedron.vertex(loop[k + 1]);
      patches.emplace_back([=](double u, double v) {
        const double x = 0.5 * (u + 1.0), y = 0.5 * (v + 1.0);
        return Vector3(a + x * ((1.0 - y) * (b - a) + y * (c - a)));
      });
    }
  }
}

}  // namespace

namespace {

constexpr int kCells = 8;

/// How far samples of the whole patch are from each other at most: nothing between them is farther from the nearest.
double find_spacing(const SurfacePatch& patch) {
  double spacing = 0.0;
  for (int i = -kCells; i <= kCells; ++i) {
    for (int j = -kCells; j < kCells; ++j) {
      const double u = 1.0 * i / kCells, v = 1.0 * j / kCells, next = 1.0 * (j + 1) / kCells;
      spacing = std::max({spacing, (patch(u, next) - patch(u, v)).norm(), (patch(next, u) - patch(v, u)).norm()});
    }
  }
  return spacing;
}

}  // namespace

/// A window about the best sample follows it, and shrinks once the best is in its middle part.
double search_least(const SurfacePatch& patch, const std::function<double(const Vector3&)>& function, double known) {
  double best_u = 0.0, best_v = 0.0, best = INFINITY;
  for (double width = 1.0; width > 1e-13;) {
    const double middle_u = best_u, middle_v = best_v;
    for (int i = -kCells; i <= kCells; ++i) {
      for (int j = -kCells; j <= kCells; ++j) {
        const double u = std::clamp(middle_u + width * i / kCells, -1.0, 1.0);
        const double v = std::clamp(middle_v + width * j / kCells, -1.0, 1.0);
        const double value = function(patch(u, v));
        if (value < best) best = value, best_u = u, best_v = v;
      }
    }
    if (width == 1.0 && best > known && best - find_spacing(patch) > known) return best;
    const double moved = std::max(std::abs(best_u - middle_u), std::abs(best_v - middle_v));
    if (width == 1.0 || moved < 0.6 * width) width *= 0.4;
  }
  return best;
}

std::vector<SurfacePatch> make_patches(const CollisionShape& shape) {
  std::vector<SurfacePatch> patches;
  switch (shape.type) {
    case ShapeType::Box:
      add_box_faces(shape.half_size, patches);
      break;
    case ShapeType::Sphere:
      add_half_balls(shape.radius, 0.0, patches);
      break;
    case ShapeType::Capsule:
      add_wall(shape.radius, shape.half_length, patches);
      add_half_balls(shape.radius, shape.half_length, patches);
      break;
    case ShapeType::Cylinder:
      add_wall(shape.radius, shape.half_length, patches);
      add_discs(shape.radius, shape.half_length, patches);
      break;
    case ShapeType::Tube:
      add_wall(shape.radius, shape.half_length, patches);
      add_outer_faces(shape.radius, 10.0, shape.half_length, patches);
      break;
    case ShapeType::Ellipsoid:
      add_ellipsoid(shape.half_size, patches);
      break;
    case ShapeType::Cone:
      add_cone(shape.radius, shape.half_length, patches);
      break;
    case ShapeType::ConvexMesh:
      add_faces(*shape.polyhedron, patches);
      break;
    default:
      throw std::logic_error("no patches for this type");
  }
  return patches;
}

bool is_inside(const CollisionShape& shape, const Vector3& p) {
  const double rho = p.head<2>().norm(), height = std::abs(p.z());
  switch (shape.type) {
    case ShapeType::Box:
      return (p.cwiseAbs().array() < shape.half_size.array()).all();
    case ShapeType::Cylinder:
      return rho < shape.radius && height < shape.half_length;
    case ShapeType::Tube:
      return rho > shape.radius && height < shape.half_length;
    default:  // sphere, capsule
      return (p - std::clamp(p.z(), -shape.half_length, shape.half_length) * Vector3::UnitZ()).norm() < shape.radius;
  }
}

double search_distance(const SampleShape& sample, const Vector3& p_WC) {
  const Vector3 c = sample.motion.R_WS.transpose() * (p_WC - sample.motion.p_WS);
  double best = INFINITY;
  for (const SurfacePatch& patch : make_patches(sample.shape)) {
    best = std::min(best, search_least(patch, [&](const Vector3& p) { return (p - c).norm(); }));
  }
  return is_inside(sample.shape, c) ? -best : best;
}

}  // namespace carom::testing_support
