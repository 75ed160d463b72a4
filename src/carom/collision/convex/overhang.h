#pragma once

#include <cstdint>
#include <span>

#include <Eigen/Core>

namespace carom {

/// A face that reaches beyond the edges of another one, both seen along one line: where each of its corners has its
/// contact point.
///
/// Each edge of the other face cuts off a chain of corners, and two sides. The first and the last corner of the chain
/// move to the cuts, those between them, or the only one, to places between the cuts. So the points are the corners of
/// what both faces share, but for some where a single corner is cut off, and all of it is continuous: a corner's point
/// leaves it when it goes beyond an edge, and has come to the one cut when the other one reaches the next corner.
class Overhang {
 public:
  static constexpr int kMaxCorners = 24;
  using Vector2 = Eigen::Vector2d;
  /// Of a number by the motion of the face as it is seen: by both velocities at the origin, and by how fast it turns.
  using Derivative = Eigen::Array3d;

  /// One corner after the other; each moves as the face does at the place of its carrier.
  void add(const Vector2& corner, const Vector2& carrier) {
    places_[count_] = corner;
    carriers_[count_++] = carrier;
  }
  /// Along the edges of the other face, whose inside is on the left, or on the right. False: nothing is left of the
  /// face; the places are then of no use.
  bool cut(std::span<const Vector2> other, bool is_clockwise);

  [[nodiscard]] const Vector2& place(int corner) const { return places_[corner]; }
  /// Whether it is not where the corner is.
  [[nodiscard]] bool is_moved(int corner) const { return (moved_ >> corner & 1U) != 0; }
  [[nodiscard]] bool any_moved() const { return moved_ != 0; }
  /// Of weight · place.
  [[nodiscard]] Derivative differentiate(int corner, const Vector2& weight) const {
    if (is_moved(corner)) return edges_[corner].dot(weight) * ways_[corner];
    const Vector2& at = carriers_[corner];
    return {weight.x(), weight.y(), at.x() * weight.y() - at.y() * weight.x()};
  }

 private:
  struct Edge;
  struct Cut;

  bool cut_along(const Vector2& from, const Vector2& to);
  /// The corners from first on, as many as lie outside: two or more.
  void move_chain(const Edge& edge, int first, int size);
  void move_single(const Edge& edge, int corner);
  void move(const Edge& edge, int corner, const Vector2& at, const Derivative& way);
  [[nodiscard]] Cut find_cut(const Edge& edge, int inside, int outside) const;
  [[nodiscard]] int wrap(int i) const { return i < count_ ? i : i - count_; }
  [[nodiscard]] int before(int i) const { return i == 0 ? count_ - 1 : i - 1; }

  int count_{};
  std::uint32_t moved_{};          // corners, a bit each
  Vector2 places_[kMaxCorners];    // [m]
  Vector2 carriers_[kMaxCorners];  // [m]
  // Of corners that have moved: the edge that they slide on, and their way along it, of which its length is 1.
  Vector2 edges_[kMaxCorners];  // [m]
  Derivative ways_[kMaxCorners];
};

}  // namespace carom
