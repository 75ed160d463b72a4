#include "carom/collision/shapes/convex_mesh.h"

#include <algorithm>
#include <cmath>

namespace carom {

void ContactShape<ShapeType::ConvexMesh>::compile(const shapes::ConvexMesh& mesh, const ShapeSpec& spec,
                                                  CollisionShape& shape) {
  validate_closed(*mesh.hull, describe(spec));
  shape.polyhedron = std::make_shared<const Polyhedron>(*mesh.hull);
  for (const Vector3& vertex : mesh.hull->vertices) shape.reach = std::max(shape.reach, vertex.norm());
}

SurfaceAt ContactShape<ShapeType::ConvexMesh>::find_surface(const CollisionShape& shape, const Vector3& m,
                                                            double tolerance, const Vector3& /*near*/) {
  const Polyhedron& polyhedron = *shape.polyhedron;
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

void ContactShape<ShapeType::ConvexMesh>::find_feature(const CollisionShape& shape, const Vector3& m,
                                                       double flat_within, ContactFeature& feature) {
  const Polyhedron& polyhedron = *shape.polyhedron;
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

}  // namespace carom
