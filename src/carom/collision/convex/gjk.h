#pragma once

#include "carom/collision/convex/convex_surface.h"
#include "carom/collision/convex/simplex.h"

namespace carom {

/// The cores of two convex shapes, in the axes of B with Bo as origin.
class CorePair {
 public:
  CorePair(const PlacedShape& a, const PlacedShape& b)
      : a_(a.shape), b_(b.shape), motion_a_(a.motion), motion_b_(b.motion) {
    const Matrix3& R_WB = b.motion.R_WS;
    // In pairs, as they are read again: numbers written one by one and read in pairs would be waited for.
    const Eigen::Vector2d x(R_WB(0, 0), R_WB(0, 1)), y(R_WB(1, 0), R_WB(1, 1)), z(R_WB(2, 0), R_WB(2, 1));
    const auto turn = [&](const auto& v_W, auto&& v_B) {
      v_B.template head<2>() = x * v_W[0] + y * v_W[1] + z * v_W[2];
      v_B[2] = R_WB(0, 2) * v_W[0] + R_WB(1, 2) * v_W[1] + R_WB(2, 2) * v_W[2];
    };
    for (int i = 0; i < 3; ++i) turn(a.motion.R_WS.col(i), R_BA_.col(i));
    turn(Vector3(a.motion.p_WS - b.motion.p_WS), p_BA_);
  }

  [[nodiscard]] const CollisionShape& a() const { return a_; }
  [[nodiscard]] const CollisionShape& b() const { return b_; }
  [[nodiscard]] PlacedShape placed_a() const { return {a_, motion_a_}; }
  [[nodiscard]] PlacedShape placed_b() const { return {b_, motion_b_}; }
  [[nodiscard]] const Matrix3& R_BA() const { return R_BA_; }
  [[nodiscard]] const Vector3& p_BA() const { return p_BA_; }

  /// The same with A moved.
  [[nodiscard]] CorePair moved(const Vector3& way) const {
    CorePair pair = *this;
    pair.p_BA_ += way;
    return pair;
  }

  /// The point of A − B that is lowest along n.
  [[nodiscard]] DifferencePoint support_against(const Vector3& n) const {
    DifferencePoint point;
    point.a = R_BA_ * find_support(a_, -(R_BA_.transpose() * n)) + p_BA_;
    point.b = find_support(b_, n);
    point.w = point.a - point.b;
    return point;
  }

 private:
  // No pairs of shape and motion: callers have just written these one by one, see above.
  const CollisionShape &a_, &b_;
  const ShapeMotion &motion_a_, &motion_b_;
  Matrix3 R_BA_;
  Vector3 p_BA_;  // [m]
};

/// How the search for the distance of two cores ended.
struct CoreDistance {
  bool overlap{};                    // the cores overlap, or touch within rounding: `simplex` holds the origin
  Vector3 nearest{Vector3::Zero()};  // a − b where they are nearest, from B to A  [m]
  Simplex simplex;
  int iterations{};
};

/// The distance between two convex cores by the algorithm of Gilbert, Johnson and Keerthi [gilbert1988], which follows
/// simplices of A − B to its point nearest to the origin. `start` is any guess of the direction from B to A.
[[nodiscard]] CoreDistance find_core_distance(const CorePair& pair, const Vector3& start);

}  // namespace carom
