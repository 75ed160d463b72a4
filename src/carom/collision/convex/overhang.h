#pragma once

#include <unsupported/Eigen/AutoDiff>

#include <Eigen/Core>

#include "carom/collision/convex/flat_polygon.h"

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
  /// With its derivatives by the motion of the face against the other one.
  using Number = Eigen::AutoDiffScalar<Eigen::Matrix<double, 6, 1>>;
  struct Place {
    Number x, y;  // [m]
  };

  void clear() { count_ = 0; }
  /// Counterclockwise.
  void add(const Place& corner) { places_[count_++] = corner; }
  /// False: nothing is left. The places are then of no use.
  bool cut(const FlatPolygon& other);
  [[nodiscard]] const Place& place(int corner) const { return places_[corner]; }

 private:
  static constexpr int kMaxCorners = FlatPolygon::kMaxCorners / 2;

  bool cut_along(const Eigen::Vector2d& from, const Eigen::Vector2d& to);
  /// The corners from first on, as many as lie outside.
  void move_chain(int first, int size);
  /// As part of the way from a corner inside to one outside.
  [[nodiscard]] Number find_cut(int inside, int outside) const;
  [[nodiscard]] Place blend(const Place& from, const Place& to, const Number& part) const;
  [[nodiscard]] int wrap(int i) const { return i < 0 ? i + count_ : i < count_ ? i : i - count_; }

  Place places_[kMaxCorners];
  Number inside_[kMaxCorners];  // distances from the edge, times its length: positive inside  [m²]
  int count_{};
};

}  // namespace carom
