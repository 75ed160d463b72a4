#pragma once

#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "carom/math/types.h"

namespace carom {

/// Which vertices of a convex solid can be the farthest along a direction: for each of 96 parts of all directions, four
/// by four on each side of a cube, the few that come into question.
class SupportMap {
 public:
  SupportMap() = default;
  explicit SupportMap(std::span<const Vector3> vertices);

  /// Of equally far ones the first. Directions have any length but zero.
  [[nodiscard]] int find_farthest(const Vector3& direction) const {
    const auto cell = static_cast<std::size_t>(find_cell(direction));
    double reach = -1e300;
    int best = 0;
    for (int i = first_[cell]; i < first_[cell + 1]; ++i) {
      const Candidate& candidate = candidates_[static_cast<std::size_t>(i)];
      const double there = candidate.point.dot(direction);
      if (there > reach) reach = there, best = candidate.vertex;
    }
    return best;
  }

 private:
  static constexpr int kSplit = 4;  // parts along each edge of a side
  static constexpr int kNumCells = 6 * kSplit * kSplit;
  struct Candidate {
    Vector3 point;  // [m]
    int vertex;
  };

  [[nodiscard]] static int find_cell(const Vector3& d) {
    const double x = std::abs(d.x()), y = std::abs(d.y()), z = std::abs(d.z());
    const int axis = x >= y ? (x >= z ? 0 : 2) : (y >= z ? 1 : 2);
    const double along = d[axis], half = 0.5 * std::abs(along);
    const double u = d[axis == 0 ? 1 : 0], v = d[axis == 2 ? 1 : 2];
    const auto part = [half](double w) { return (w >= -half ? 1 : 0) + (w >= 0.0 ? 1 : 0) + (w >= half ? 1 : 0); };
    return ((2 * axis + (along < 0.0 ? 1 : 0)) * kSplit + part(u)) * kSplit + part(v);
  }
  [[nodiscard]] static std::array<Vector3, 4> find_corners(int cell);

  std::vector<Candidate> candidates_;
  std::vector<int> first_;
};

}  // namespace carom
