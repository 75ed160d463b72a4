#include "carom/collision/convex/gauss_map.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace carom {

GaussMap::GaussMap(std::span<const Vector3> vertices, std::span<const Face> faces) {
  if (faces.size() > kMaxFaces) return;
  const Four none = Four::Zero(), far = Four::Constant(1e300);
  planes_.assign((faces.size() + kAtOnce - 1) / kAtOnce, {none, none, none, far});
  for (std::size_t f = 0; f < faces.size(); ++f) {
    double offset = -1e300;
    for (const int v : faces[f].loop)
      offset = std::max(offset, faces[f].normal.dot(vertices[static_cast<std::size_t>(v)]));
    // Nothing is above a face without area.
    if (faces[f].normal.isZero(0.0)) offset = 1e300;
    faces_.push_back({faces[f].normal, offset});
    Planes& planes = planes_[f / kAtOnce];
    const auto k = static_cast<Eigen::Index>(f % kAtOnce);
    planes.x[k] = faces[f].normal.x(), planes.y[k] = faces[f].normal.y(), planes.z[k] = faces[f].normal.z();
    planes.offset[k] = offset;
  }
  // A surface with a missing side has no map.
  if (!connect(vertices, faces)) edges_.clear();
}

bool GaussMap::connect(std::span<const Vector3> vertices, std::span<const Face> faces) {
  std::map<std::pair<int, int>, int> face_left_of, edge_at;
  const auto for_each_side = [&](const auto& visit) {
    for (std::size_t f = 0; f < faces.size(); ++f) {
      const std::span<const int> loop = faces[f].loop;
      for (std::size_t k = 0; k < loop.size(); ++k) visit(static_cast<int>(f), loop[k], loop[(k + 1) % loop.size()]);
    }
  };
  for_each_side([&](int face, int from, int to) { face_left_of[{from, to}] = face; });
  for (const auto& [side, left] : face_left_of) {
    const auto [from, to] = side;
    const auto right = face_left_of.find({to, from});
    if (right == face_left_of.end()) return false;
    if (from > to) continue;
    const Vector3& start = vertices[static_cast<std::size_t>(from)];
    const Vector3 along = (vertices[static_cast<std::size_t>(to)] - start).normalized();
    edge_at[{from, to}] = edge_at[{to, from}] = static_cast<int>(edges_.size());
    edges_.push_back({start, along, left, right->second});
  }
  first_edge_.assign(faces.size() + 1, 0);
  for_each_side([&](int face, int from, int to) {
    edges_of_.push_back(edge_at[{from, to}]);
    first_edge_[static_cast<std::size_t>(face) + 1] = static_cast<int>(edges_of_.size());
  });
  return true;
}

}  // namespace carom
