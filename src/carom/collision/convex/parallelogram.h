#pragma once

#include <algorithm>
#include <cmath>

#include <Eigen/Core>

namespace carom {

/// A rectangle seen from anywhere, in the plane of what is seen: center ± u ± v. Faces of boxes are such.
class Parallelogram {
 public:
  using Vector2 = Eigen::Vector2d;

  Parallelogram() = default;
  Parallelogram(const Vector2& center, const Vector2& u, const Vector2& v)
      : center_(center),
        u_(u),
        v_(v),
        area_(cross(u, v)),
        per_u_(1.0 / u.squaredNorm()),
        per_v_(1.0 / v.squaredNorm()) {}

  /// Of a quarter of it: positive if u turns counterclockwise to v.  [m²]
  [[nodiscard]] double area() const { return area_; }

  [[nodiscard]] bool contains(const Vector2& p) const {
    const Vector2 way = p - center_;
    const double most = std::abs(area_);
    return std::abs(cross(way, v_)) <= most && std::abs(cross(u_, way)) <= most;
  }

  /// The point itself if it is inside; or else on the sides that see it.
  [[nodiscard]] Vector2 find_nearest(const Vector2& p) const {
    const Vector2 way = p - center_;
    const double along_u = cross(way, v_), along_v = cross(u_, way), most = std::abs(area_);
    const bool beyond_u = std::abs(along_u) > most, beyond_v = std::abs(along_v) > most;
    if (!beyond_u && !beyond_v) return p;
    const auto on_u = [&] { return nearest_on_side(std::copysign(1.0, along_u * area_) * u_, v_, per_v_, way); };
    const auto on_v = [&] { return nearest_on_side(std::copysign(1.0, along_v * area_) * v_, u_, per_u_, way); };
    if (!beyond_v) return center_ + on_u();
    if (!beyond_u) return center_ + on_v();
    const Vector2 first = on_u(), second = on_v();
    return center_ + ((first - way).squaredNorm() <= (second - way).squaredNorm() ? first : second);
  }

 private:
  static double cross(const Vector2& a, const Vector2& b) { return a.x() * b.y() - a.y() * b.x(); }
  /// Of the side middle ± half.
  static Vector2 nearest_on_side(const Vector2& middle, const Vector2& half, double per_square, const Vector2& p) {
    return middle + std::min(std::max(half.dot(p - middle) * per_square, -1.0), 1.0) * half;
  }

  Vector2 center_, u_, v_;  // [m]
  double area_;             // [m²]
  double per_u_, per_v_;    // 1/u², 1/v²  [1/m²]
};

}  // namespace carom
