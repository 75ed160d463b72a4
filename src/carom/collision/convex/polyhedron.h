#pragma once

#include <array>
#include <span>
#include <vector>

#include "carom/collision/convex/gauss_map.h"
#include "carom/collision/convex/support_map.h"
#include "carom/math/types.h"
#include "carom/model/shapes/triangle_mesh.h"

namespace carom {

/// How many points of a polyhedron's face can carry contacts at a time.
inline constexpr int kMaxAnchors = 8;

/// A convex solid with flat faces, its corners and faces connected.
class Polyhedron {
 public:
  struct Face {
    Vector3 normal{Vector3::Zero()};  // unit, outwards
    int first{}, count{};             // its corners, counterclockwise from outside: places in face_corners()
  };

  /// From a closed convex surface with corners counterclockwise. Triangles whose normals agree within 1e-7 rad become
  /// one face.
  explicit Polyhedron(const TriangleMesh& hull);

  [[nodiscard]] const std::vector<Vector3>& vertices() const { return vertices_; }
  [[nodiscard]] const std::vector<Face>& faces() const { return faces_; }
  [[nodiscard]] const Vector3& vertex(int i) const { return vertices_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] std::span<const int> corners(const Face& face) const {
    return std::span(face_corners_).subspan(static_cast<std::size_t>(face.first), static_cast<std::size_t>(face.count));
  }
  [[nodiscard]] std::span<const int> faces_at(int vertex) const { return part(faces_at_, first_face_at_, vertex); }
  [[nodiscard]] std::span<const int> neighbors(int vertex) const { return part(neighbors_, first_neighbor_, vertex); }
  /// Unit vectors to the neighbors of a vertex, in the same order.
  [[nodiscard]] std::span<const Vector3> edges(int vertex) const { return part(edges_, first_neighbor_, vertex); }
  /// Empty for solids with many vertices.
  [[nodiscard]] const GaussMap& gauss_map() const { return gauss_map_; }
  /// A point inside: the mean of the vertices.
  [[nodiscard]] const Vector3& center() const { return center_; }

  /// The anchor of a vertex, 0 to kMaxAnchors − 1, different for all anchored vertices of a face; −1: it has none, as
  /// its faces have enough others.
  [[nodiscard]] int anchor(int vertex) const { return anchors_[static_cast<std::size_t>(vertex)]; }

  /// Where contacts of a single corner go: its anchor, or a place by its number.
  [[nodiscard]] int slot(int vertex) const { return anchor(vertex) >= 0 ? anchor(vertex) : vertex % kMaxAnchors; }

  /// The vertex farthest along a direction of any length. Of equally far ones the first, unless there are so many
  /// vertices that it is found by walking.
  [[nodiscard]] int find_support(const Vector3& direction) const {
    return is_mapped_ ? map_.find_farthest(direction) : walk_to_support(direction);
  }

 private:
  template <class T>
  static std::span<const T> part(const std::vector<T>& all, const std::vector<int>& first, int i) {
    const auto begin = static_cast<std::size_t>(first[static_cast<std::size_t>(i)]);
    const auto end = static_cast<std::size_t>(first[static_cast<std::size_t>(i) + 1]);
    return std::span(all).subspan(begin, end - begin);
  }
  void merge_triangles(const TriangleMesh& hull);
  void connect();
  void choose_anchors();
  [[nodiscard]] GaussMap make_gauss_map() const;
  [[nodiscard]] int walk_to_support(const Vector3& direction) const;

  std::vector<Vector3> vertices_;  // [m]
  Vector3 center_{Vector3::Zero()};
  bool is_mapped_{};
  SupportMap map_;  // empty: there are so many vertices that walking is as fast
  GaussMap gauss_map_;
  std::vector<Face> faces_;
  std::vector<int> face_corners_;
  std::vector<int> faces_at_, first_face_at_;
  std::vector<int> neighbors_, first_neighbor_;
  std::vector<Vector3> edges_;
  std::vector<int> anchors_;
};

}  // namespace carom
