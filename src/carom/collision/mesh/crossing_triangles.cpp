#include "carom/collision/mesh/crossing_triangles.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "carom/collision/mesh/triangle_tree.h"

namespace carom {
namespace {

/// Six times the volume of the tetrahedron; zero for one that is flat but for rounding.  [m³]
double calc_volume(const Vector3& a, const Vector3& b, const Vector3& c, const Vector3& d) {
  const Vector3 u = b - a, v = c - a, w = d - a;
  const double volume = u.cross(v).dot(w);
  return std::abs(volume) > 1e-12 * u.norm() * v.norm() * w.norm() ? volume : 0.0;
}

/// Whether the segment from p to q passes through the triangle, not its edges.
bool passes_through(const Vector3& p, const Vector3& q, const Vector3& a, const Vector3& b, const Vector3& c) {
  if (!(calc_volume(a, b, c, p) * calc_volume(a, b, c, q) < 0.0)) return false;
  const double turns[3] = {calc_volume(p, q, a, b), calc_volume(p, q, b, c), calc_volume(p, q, c, a)};
  return (turns[0] > 0.0 && turns[1] > 0.0 && turns[2] > 0.0) || (turns[0] < 0.0 && turns[1] < 0.0 && turns[2] < 0.0);
}

class CrossingSearch {
 public:
  explicit CrossingSearch(const TriangleMesh& mesh) : tree_(mesh), near_(kMostNear) {}

  [[nodiscard]] bool crosses_any(int triangle) {
    if (num_compared_ >= kMostCompared) return false;
    const Vector3 &a = tree_.corner(triangle, 0), &b = tree_.corner(triangle, 1), &c = tree_.corner(triangle, 2);
    const int count = tree_.find_in_box(a.cwiseMin(b).cwiseMin(c), a.cwiseMax(b).cwiseMax(c), near_);
    num_compared_ += count;
    return std::any_of(near_.begin(), near_.begin() + count, [&](int other) { return cross(triangle, other); });
  }

 private:
  /// Files with all their triangles in one place must not take for ever.
  static constexpr std::size_t kMostNear = 1000;
  static constexpr long kMostCompared = 20'000'000;

  [[nodiscard]] bool share_corner(int i, int j) const {
    const std::array<int, 3>&own = tree_.triangle(i), &other = tree_.triangle(j);
    return std::ranges::any_of(own, [&](int corner) { return std::ranges::find(other, corner) != other.end(); });
  }
  /// Whether an edge of the one passes through the other.
  [[nodiscard]] bool pierces(int i, int j) const {
    for (int k = 0; k < 3; ++k) {
      const Vector3 &from = tree_.corner(i, k), &to = tree_.corner(i, (k + 1) % 3);
      if (passes_through(from, to, tree_.corner(j, 0), tree_.corner(j, 1), tree_.corner(j, 2))) return true;
    }
    return false;
  }
  [[nodiscard]] bool cross(int i, int j) const { return !share_corner(i, j) && (pierces(i, j) || pierces(j, i)); }

  TriangleTree tree_;
  std::vector<int> near_;
  long num_compared_{};
};

}  // namespace

int count_crossing_triangles(const TriangleMesh& mesh) {
  CrossingSearch search(mesh);
  int count = 0;
  for (int i = 0; i < static_cast<int>(mesh.triangles.size()); ++i) count += search.crosses_any(i) ? 1 : 0;
  return count;
}

}  // namespace carom
