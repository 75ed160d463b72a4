#pragma once

#include <array>
#include <span>
#include <vector>

#include "carom/model/shapes/triangle_mesh.h"

namespace carom {

/// The point of a surface of triangles nearest to another point.
struct NearestOnMesh {
  int triangle{-1};                 // −1: none is within the distance asked for
  Vector3 point{Vector3::Zero()};   // [m]
  Vector3 normal{Vector3::Zero()};  // of the surface there, outwards: on an edge or corner the mean of its triangles
  double squared{};                 // of the distance  [m²]
  Vector3 along{Vector3::Zero()};   // of the edge that it is on, not of unit length
  int corner_count{};               // of the triangle's corners that the point lies between: 1 corner, 2 edge, 3 face
};

/// A surface of triangles sorted into a tree of boxes, for questions about what is near: built once, in n log n steps,
/// constant afterwards.
class TriangleTree {
 public:
  explicit TriangleTree(const TriangleMesh& mesh);

  [[nodiscard]] const std::vector<Vector3>& vertices() const { return vertices_; }
  [[nodiscard]] const std::array<int, 3>& triangle(int i) const { return triangles_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] int num_triangles() const { return static_cast<int>(triangles_.size()); }
  [[nodiscard]] const Vector3& normal(int triangle) const { return normals_[static_cast<std::size_t>(triangle)]; }
  /// The sum of the normals of both triangles at the edge from corner k to the next.
  [[nodiscard]] const Vector3& edge_normal(int triangle, int k) const {
    return edge_normals_[static_cast<std::size_t>(triangle)][static_cast<std::size_t>(k)];
  }
  [[nodiscard]] const Vector3& corner(int triangle, int k) const {
    return vertices_[static_cast<std::size_t>(
        triangles_[static_cast<std::size_t>(triangle)][static_cast<std::size_t>(k)])];
  }

  /// Of equally near triangles the one with the lower number. The sign of the distance is that of the way from the
  /// point found along its normal.
  [[nodiscard]] NearestOnMesh find_nearest(const Vector3& point) const;

  /// Numbers of triangles whose boxes meet the box from `low` to `high`, in increasing order, as many as there is room
  /// for; returns how many.
  int find_in_box(const Vector3& low, const Vector3& high, std::span<int> found) const;

  /// The nearest point of one triangle.
  [[nodiscard]] NearestOnMesh find_nearest_on(int triangle, const Vector3& point) const;

 private:
  struct Node {
    Vector3 low{Vector3::Zero()}, high{Vector3::Zero()};
    int first{}, count{};  // of its triangles in order_; an inner node has none
    int right{};           // the left child follows its parent
  };
  int build(int first, int last, std::vector<Vector3>& centers);
  void find_normals();
  [[nodiscard]] double calc_squared_distance(const Node& node, const Vector3& p) const {
    return (p - p.cwiseMax(node.low).cwiseMin(node.high)).squaredNorm();
  }
  [[nodiscard]] Vector3 mean_normal(int triangle, const double (&weights)[3]) const;

  std::vector<Vector3> vertices_;  // [m]
  std::vector<std::array<int, 3>> triangles_;
  std::vector<Vector3> normals_;                      // of triangles
  std::vector<Vector3> vertex_normals_;               // of their triangles, weighted by the angles there
  std::vector<std::array<Vector3, 3>> edge_normals_;  // edge k from corner k to the next: of both its triangles
  std::vector<int> order_;
  std::vector<Node> nodes_;
};

}  // namespace carom
