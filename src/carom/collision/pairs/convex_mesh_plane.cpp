#include <algorithm>
#include <array>

#include "carom/collision/pairs/plane_contact.h"

namespace carom {

/// Of the corners that share an anchor, the lowest; no two corners of a face share one unless the face has very many.
void touch_convex_mesh_plane(const PlacedShape& mesh, const PlacedShape& plane, std::span<ContactPoint> points) {
  const PlaneContact contact(plane);
  const Polyhedron& polyhedron = *mesh.shape.polyhedron;
  const Vector3 n_S = mesh.motion.R_WS.transpose() * contact.normal();
  std::array<int, kMaxAnchors> lowest;
  std::array<double, kMaxAnchors> heights;
  lowest.fill(-1);
  heights.fill(1e300);
  const auto count = static_cast<int>(polyhedron.vertices().size());
  int deepest = 0;
  for (int i = 0; i < count; ++i) {
    const auto slot = static_cast<std::size_t>(polyhedron.slot(i));
    const double height = n_S.dot(polyhedron.vertex(i));
    if (height < heights[slot]) heights[slot] = height, lowest[slot] = i;
    if (height < n_S.dot(polyhedron.vertex(deepest))) deepest = i;
  }
  for (int k = 0; k < kMaxAnchors; ++k) {
    // A slot without corners stays apart.
    const int vertex = lowest[static_cast<std::size_t>(k)];
    Vector3 p_WC = mesh.motion.p_WS + mesh.motion.R_WS * polyhedron.vertex(std::max(vertex, 0));
    if (vertex < 0) {
      p_WC =
          mesh.motion.p_WS + mesh.motion.R_WS * polyhedron.vertex(deepest) + 2.0 * mesh.shape.reach * contact.normal();
    }
    points[static_cast<std::size_t>(k)] = contact.touch(p_WC, kSharp, kSharp, k);
  }
}

}  // namespace carom
