#include "carom/collision/convex/contact_feature.h"

#include <cmath>
#include <numbers>

#include "carom/collision/contact_point.h"

namespace carom {
namespace {

/// Corner 4 i + 2 j + k is on the −x side if i, the −y side if j, the −z side if k is one, as against a plane.
void add_box_corner(double x, double y, double z, ContactFeature& feature) {
  const int id = (std::signbit(x) ? 4 : 0) | (std::signbit(y) ? 2 : 0) | (std::signbit(z) ? 1 : 0);
  feature.add_anchored_corner({x, y, z}, id, kSharp, kSharp);
}

/// The face across an axis, on one side of it.
template <int kAxis>
void find_box_face(const Vector3& half_size, double side, ContactFeature& feature) {
  constexpr int kNext = (kAxis + 1) % 3, kLast = (kAxis + 2) % 3;
  const double u = side * half_size[kNext], v = half_size[kLast];
  const int first_id = side < 0.0 ? 4 >> kAxis | 4 >> kNext : 0, second_id = first_id ^ 4 >> kNext;
  const auto add = [&](double at_u, double at_v, int id) {
    Vector3 corner;
    corner[kAxis] = side * half_size[kAxis];
    corner[kNext] = at_u;
    corner[kLast] = at_v;
    feature.add_anchored_corner(corner, id, kSharp, kSharp);
  };
  feature.normal = side * Vector3::Unit(kAxis);
  add(u, v, first_id);
  add(-u, v, second_id);
  add(-u, -v, second_id ^ 4 >> kLast);
  add(u, -v, first_id ^ 4 >> kLast);
}

void find_box_face(const Vector3& half_size, int axis, double side, ContactFeature& feature) {
  if (axis == 0) return find_box_face<0>(half_size, side, feature);
  if (axis == 1) return find_box_face<1>(half_size, side, feature);
  find_box_face<2>(half_size, side, feature);
}

void find_box_feature(const CollisionShape& box, const Vector3& m, double flat_within, ContactFeature& feature) {
  // Again, where the compiler sees it: what is added then has fixed places.
  feature.clear();
  const double x = std::abs(m.x()), y = std::abs(m.y()), z = std::abs(m.z());
  const bool flat_x = x <= flat_within, flat_y = y <= flat_within, flat_z = z <= flat_within;
  const int steep = y > x ? (z > y ? 2 : 1) : (z > x ? 2 : 0);
  const bool is_face = (flat_x || steep == 0) && (flat_y || steep == 1) && (flat_z || steep == 2);
  if (is_face) return find_box_face(box.half_size, steep, std::copysign(1.0, m[steep]), feature);
  Vector3 corner(std::copysign(box.half_size.x(), m.x()), std::copysign(box.half_size.y(), m.y()),
                 std::copysign(box.half_size.z(), m.z()));
  const int along = flat_x ? 0 : flat_y ? 1 : flat_z ? 2 : -1;
  if (along >= 0) {
    corner[along] = box.half_size[along];
    add_box_corner(corner.x(), corner.y(), corner.z(), feature);
    corner[along] = -box.half_size[along];
  }
  add_box_corner(corner.x(), corner.y(), corner.z(), feature);
}

/// Rims of cylinders and cones: the outermost point along m and those 120° before and behind.
class Rim {
 public:
  Rim(const CollisionShape& shape, const Vector3& m, double z)
      : outward_(find_outward(m)),
        around_(Vector3::UnitZ().cross(outward_)),
        center_(z * Vector3::UnitZ()),
        radius_(shape.radius),
        bend_(outward_.dot(m) * shape.curvature) {}

  [[nodiscard]] Vector3 at(double angle) const {
    return center_ + radius_ * (std::cos(angle) * outward_ + std::sin(angle) * around_);
  }
  void add_outermost(int id, ContactFeature& feature) const { feature.add_anchored_corner(at(0.0), id, kSharp, bend_); }
  void add_face(double side, int first_id, ContactFeature& feature) const {
    constexpr int kCorners = 12;
    feature.normal = side * Vector3::UnitZ();
    for (int k = 0; k < kCorners; ++k) feature.add_corner(at(side * k * 2.0 * std::numbers::pi / kCorners));
    // On the lower side corners go around the other way.
    for (int k = 0; k < 3; ++k) {
      const int corner = k == 0 ? 0 : side > 0.0 ? 4 * k : kCorners - 4 * k;
      feature.add_anchor(corner, first_id + k, kSharp, k == 0 ? bend_ : -0.5 * bend_);
    }
  }

 private:
  Vector3 outward_, around_, center_;
  double radius_;  // [m]
  double bend_;    // the rim's curvature as seen along m  [1/m]
};

void find_cylinder_feature(const CollisionShape& cylinder, const Vector3& m, ContactFeature& feature) {
  const double side = std::copysign(1.0, m.z());
  const int first_id = m.z() < 0.0 ? 3 : 0;
  const Rim rim(cylinder, m, side * cylinder.half_length);
  if (std::hypot(m.x(), m.y()) <= kFlatWithin) return rim.add_face(side, first_id, feature);
  rim.add_outermost(first_id, feature);
  if (std::abs(m.z()) > kFlatWithin) return;
  Rim(cylinder, m, -side * cylinder.half_length).add_outermost(3 - first_id, feature);
}

void find_cone_feature(const CollisionShape& cone, const Vector3& m, ContactFeature& feature) {
  const Rim rim(cone, m, -cone.half_length);
  if (m.z() < 0.0 && std::hypot(m.x(), m.y()) <= kFlatWithin) return rim.add_face(-1.0, 0, feature);
  const Vector3 apex(0.0, 0.0, cone.half_length);
  const double slope = m.dot((apex - rim.at(0.0)).normalized());
  if (slope <= kFlatWithin) rim.add_outermost(0, feature);
  if (slope < -kFlatWithin) return;
  feature.add_anchored_corner(apex, 3, kSharp, kSharp);
}

void find_capsule_feature(const CollisionShape& capsule, const Vector3& m, ContactFeature& feature) {
  const auto add = [&](double side) {
    const Vector3 end = side * capsule.half_length * Vector3::UnitZ() + capsule.radius * m;
    feature.add_anchored_corner(end, side > 0.0 ? 0 : 1, capsule.curvature, capsule.curvature);
  };
  const double side = std::copysign(1.0, m.z());
  add(side);
  if (std::abs(m.z()) <= kFlatWithin) add(-side);
}

void find_polyhedron_feature(const Polyhedron& polyhedron, const Vector3& m, double flat_within,
                             ContactFeature& feature) {
  const auto add = [&](int vertex) {
    if (feature.count == ContactFeature::kMaxCorners) return;
    const bool has_room = feature.num_anchors < kMaxAnchors && polyhedron.anchor(vertex) >= 0;
    if (has_room) feature.add_anchor(feature.count, polyhedron.anchor(vertex), kSharp, kSharp);
    feature.add_corner(polyhedron.vertex(vertex));
  };
  const int vertex = polyhedron.find_support(m);
  double nearest = flat_within * flat_within;
  const Polyhedron::Face* face = nullptr;
  for (const int f : polyhedron.faces_at(vertex)) {
    const Polyhedron::Face& candidate = polyhedron.faces()[static_cast<std::size_t>(f)];
    const double squared = (candidate.normal - m).squaredNorm();
    if (squared <= nearest) face = &candidate, nearest = squared;
  }
  if (face != nullptr) {
    feature.normal = face->normal;
    const std::span<const int> loop = polyhedron.corners(*face);
    const std::size_t stride = (loop.size() + ContactFeature::kMaxCorners - 1) / ContactFeature::kMaxCorners;
    for (std::size_t k = 0; k < loop.size(); k += stride) add(loop[k]);
    return;
  }
  int other = -1;
  nearest = kFlatWithin;
  const std::span<const Vector3> edges = polyhedron.edges(vertex);
  for (std::size_t k = 0; k < edges.size(); ++k) {
    const double angle = std::abs(edges[k].dot(m));
    if (angle <= nearest) other = polyhedron.neighbors(vertex)[k], nearest = angle;
  }
  for (const int end : {vertex, other}) {
    if (end < 0) continue;
    feature.add_anchored_corner(polyhedron.vertex(end), polyhedron.slot(end), kSharp, kSharp);
  }
}

}  // namespace

void find_feature(const CollisionShape& shape, const Vector3& m, ContactFeature& feature) {
  feature.clear();
  switch (shape.type) {
    case ShapeType::Box:
      return find_box_feature(shape, m, kFlatWithin, feature);
    case ShapeType::Cylinder:
      return find_cylinder_feature(shape, m, feature);
    case ShapeType::Cone:
      return find_cone_feature(shape, m, feature);
    case ShapeType::Capsule:
      return find_capsule_feature(shape, m, feature);
    case ShapeType::ConvexMesh:
      return find_polyhedron_feature(*shape.polyhedron, m, kFlatWithin, feature);
    default: {
      const Vector3 point = find_support(shape, m) + margin_of(shape) * m;
      feature.add_anchored_corner(point, 0, shape.curvature, shape.curvature);
    }
  }
}

void find_nearest_face(const CollisionShape& shape, const Vector3& m, ContactFeature& feature) {
  constexpr double kAnyAngle = 2.0;
  feature.clear();
  if (shape.type == ShapeType::Box) return find_box_feature(shape, m, kAnyAngle, feature);
  find_polyhedron_feature(*shape.polyhedron, m, kAnyAngle, feature);
}

}  // namespace carom
