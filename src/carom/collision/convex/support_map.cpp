#include "carom/collision/convex/support_map.h"

#include <algorithm>

namespace carom {

std::array<Vector3, 4> SupportMap::find_corners(int cell) {
  const int v = cell % kSplit, u = cell / kSplit % kSplit, side = cell / (kSplit * kSplit), axis = side / 2;
  std::array<Vector3, 4> corners;
  for (int k = 0; k < 4; ++k) {
    Vector3& corner = corners[static_cast<std::size_t>(k)];
    corner[axis] = side % 2 == 0 ? 1.0 : -1.0;
    corner[axis == 0 ? 1 : 0] = 2.0 * (u + k % 2) / kSplit - 1.0;
    corner[axis == 2 ? 1 : 2] = 2.0 * (v + k / 2) / kSplit - 1.0;
  }
  return corners;
}

// A vertex that another one is beyond in all corners of a cell is beyond nothing in it. The margin is more than
// rounding: what is left out could not be found by comparing all vertices either.
SupportMap::SupportMap(std::span<const Vector3> vertices) {
  double size = 0.0;
  for (const Vector3& vertex : vertices) size = std::max(size, vertex.cwiseAbs().maxCoeff());
  const double margin = 1e-13 * size;
  first_.push_back(0);
  std::vector<Eigen::Vector4d> reaches(vertices.size());
  for (int cell = 0; cell < kNumCells; ++cell) {
    const std::array<Vector3, 4> corners = find_corners(cell);
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      for (int k = 0; k < 4; ++k) reaches[i][k] = vertices[i].dot(corners[static_cast<std::size_t>(k)]);
    }
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      const auto is_beyond = [&](const Eigen::Vector4d& other) { return (other - reaches[i]).minCoeff() > margin; };
      if (std::ranges::none_of(reaches, is_beyond)) candidates_.push_back({vertices[i], static_cast<int>(i)});
    }
    first_.push_back(static_cast<int>(candidates_.size()));
  }
}

}  // namespace carom
