#pragma once

#include <Eigen/Core>

namespace carom {

/// u × v: positive if u turns counterclockwise to v.
[[nodiscard]] inline double cross(const Eigen::Vector2d& u, const Eigen::Vector2d& v) {
  return u.x() * v.y() - u.y() * v.x();
}

/// A convex polygon in a plane, corners counterclockwise; with two corners a segment.
class FlatPolygon {
 public:
  using Vector2 = Eigen::Vector2d;
  static constexpr int kMaxCorners = 48;

  void add(const Vector2& corner) {
    x_[count_] = corner.x();
    y_[count_++] = corner.y();
  }
  /// After the last corner.
  void close();
  void clear() { count_ = 0; }

  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] Vector2 corner(int i) const { return {x_[i], y_[i]}; }

  /// A polygon without area holds nothing.
  [[nodiscard]] bool contains(const Vector2& p) const;
  /// The point itself if the polygon holds it.
  [[nodiscard]] Vector2 find_nearest(const Vector2& p) const;
  [[nodiscard]] Vector2 find_nearest_on_side(int i, const Vector2& p) const;
  /// What a window leaves of it, by the algorithm of Sutherland and Hodgman; false: nothing.
  bool clip(const FlatPolygon& window, FlatPolygon& result) const;

 private:
  /// Two sides at a time.
  using Array2 = Eigen::Array2d;
  static Array2 two(const double* from) { return Eigen::Map<const Array2>(from); }
  /// Twice the areas that a point makes with sides i and i + 1: positive on their inner side, zero beyond the last one.
  [[nodiscard]] Array2 inside(int i, const Vector2& p) const {
    return two(side_x_ + i) * (p.y() - two(y_ + i)) - two(side_y_ + i) * (p.x() - two(x_ + i));
  }
  bool clip_side(double x, double y, double side_x, double side_y);

  int count_{};
  double x_[kMaxCorners + 2], y_[kMaxCorners + 2];            // the first once more at the end
  double side_x_[kMaxCorners + 2], side_y_[kMaxCorners + 2];  // from each corner to the next
};

// Asked for each point of each contact.

inline bool FlatPolygon::contains(const Vector2& p) const {
  Array2 least = Array2::Zero(), most = Array2::Zero();
  for (int i = 0; i < count_; i += 2) {
    const Array2 area = inside(i, p);
    least = least.min(area);
    most = most.max(area);
  }
  return !(least.minCoeff() < 0.0) && most.maxCoeff() > 0.0;
}

inline FlatPolygon::Vector2 FlatPolygon::find_nearest_on_side(int i, const Vector2& p) const {
  const double length = side_x_[i] * side_x_[i] + side_y_[i] * side_y_[i];
  const double way = side_x_[i] * (p.x() - x_[i]) + side_y_[i] * (p.y() - y_[i]);
  if (!(way > 0.0)) return corner(i);
  if (!(way < length)) return corner(i + 1);
  const double part = way / length;
  return {x_[i] + side_x_[i] * part, y_[i] + side_y_[i] * part};
}

inline FlatPolygon::Vector2 FlatPolygon::find_nearest(const Vector2& p) const {
  if (count_ == 2) return find_nearest_on_side(0, p);
  if (contains(p)) return p;
  Vector2 best = corner(0);
  double least = (p - best).squaredNorm();
  for (int i = 0; i < count_; ++i) {
    // The nearest point is on a side that sees the point.
    if (side_x_[i] * (p.y() - y_[i]) - side_y_[i] * (p.x() - x_[i]) > 0.0) continue;
    const Vector2 candidate = find_nearest_on_side(i, p);
    const double there = (p - candidate).squaredNorm();
    if (there < least) least = there, best = candidate;
  }
  return best;
}

}  // namespace carom
