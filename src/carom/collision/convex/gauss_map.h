#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

#include "carom/math/types.h"

namespace carom {

/// The normals of a polyhedron: a point of the unit sphere for each face, an arc between two of them for each edge.
class GaussMap {
 public:
  static constexpr int kMaxFaces = 256;
  struct Face {
    Vector3 normal;             // unit, outwards
    std::span<const int> loop;  // its corners, counterclockwise from outside
  };
  struct Edge {
    Vector3 point;    // one end  [m]
    Vector3 along;    // unit, with the left face on its left as seen from outside
    int left, right;  // faces
  };

  /// Empty: there is none.
  GaussMap() = default;
  GaussMap(std::span<const Vector3> vertices, std::span<const Face> faces);

  [[nodiscard]] bool empty() const { return edges_.empty(); }
  [[nodiscard]] int num_faces() const { return static_cast<int>(faces_.size()); }
  [[nodiscard]] const Vector3& normal(int face) const { return faces_[static_cast<std::size_t>(face)].normal; }
  /// How far a face is from the origin.  [m]
  [[nodiscard]] double offset(int face) const { return faces_[static_cast<std::size_t>(face)].offset; }
  [[nodiscard]] const Edge& edge(int i) const { return edges_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] std::span<const int> edges_of(int face) const {
    const auto begin = static_cast<std::size_t>(first_edge_[static_cast<std::size_t>(face)]);
    return std::span(edges_of_).subspan(
        begin, static_cast<std::size_t>(first_edge_[static_cast<std::size_t>(face) + 1]) - begin);
  }

  /// How far a point is above the plane of each face [m], and in increasing order the faces that it is above by more
  /// than `low`: how many. Both must have room for kMaxFaces.
  int find_faces_below(const Vector3& point, double low, double* heights, int* faces) const;

 private:
  struct Plane {
    Vector3 normal;
    double offset;  // [m]
  };
  /// Four faces at a time.
  static constexpr int kAtOnce = 4;
  using Four = Eigen::Array<double, kAtOnce, 1>;
  struct Planes {
    Four x, y, z, offset;
  };

  bool connect(std::span<const Vector3> vertices, std::span<const Face> faces);

  std::vector<Plane> faces_;
  std::vector<Planes> planes_;  // the same side by side; behind the last one some that nothing is above
  std::vector<Edge> edges_;
  std::vector<int> edges_of_, first_edge_;
};

// Few are found: most fours of faces end at the first question.
inline int GaussMap::find_faces_below(const Vector3& point, double low, double* heights, int* faces) const {
  const double x = point.x(), y = point.y(), z = point.z();
  int count = 0;
  double* four = heights;
  for (const Planes& planes : planes_) {
    const Four above = planes.x * x + planes.y * y + planes.z * z - planes.offset;
    Four::Map(four) = above;
    if (above.maxCoeff() > low) {
      for (int k = 0; k < kAtOnce; ++k) {
        if (four[k] > low) faces[count++] = static_cast<int>(four - heights) + k;
      }
    }
    four += kAtOnce;
  }
  return count;
}

}  // namespace carom
