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
    double lift;      // no direction of the arc is farther along a vector than the farther end by more than this factor
  };

  /// Empty: there is none.
  GaussMap() = default;
  GaussMap(std::span<const Vector3> vertices, std::span<const Face> faces, const Vector3& center);

  [[nodiscard]] bool empty() const { return edges_.empty(); }
  [[nodiscard]] int num_faces() const { return static_cast<int>(planes_.rows()); }
  [[nodiscard]] Vector3 normal(int face) const { return planes_.row(face).head<3>().transpose(); }
  /// How far a face is from the origin.  [m]
  [[nodiscard]] double offset(int face) const { return planes_(face, 3); }
  [[nodiscard]] const Edge& edge(int i) const { return edges_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] std::span<const int> edges_of(int face) const {
    const auto begin = static_cast<std::size_t>(first_edge_[static_cast<std::size_t>(face)]);
    return std::span(edges_of_).subspan(
        begin, static_cast<std::size_t>(first_edge_[static_cast<std::size_t>(face) + 1]) - begin);
  }
  /// The largest factor of all edges.
  [[nodiscard]] double highest_lift() const { return highest_lift_; }
  /// Of a ball about the center that is inside.  [m]
  [[nodiscard]] double inner_radius() const { return inner_radius_; }

  /// How far a point is above the plane of each face.  [m]
  void calc_heights(const Vector3& point, double* heights) const {
    Eigen::Map<Eigen::ArrayXd>(heights, planes_.rows()) =
        planes_.col(0) * point.x() + planes_.col(1) * point.y() + planes_.col(2) * point.z() - planes_.col(3);
  }

 private:
  bool connect(std::span<const Vector3> vertices, std::span<const Face> faces);

  Eigen::Array<double, Eigen::Dynamic, 4> planes_;  // normal and offset, a row each
  std::vector<Edge> edges_;
  std::vector<int> edges_of_, first_edge_;
  double highest_lift_{1.0}, inner_radius_{};
};

}  // namespace carom
