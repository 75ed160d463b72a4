#include <algorithm>
#include <cmath>

#include "carom/collision/convex/manifold.h"
#include "carom/collision/pairs/pairs.h"

namespace carom {

namespace {

/// The best of the 15 directions in which two boxes can be apart: normals of faces, and across an edge of each.
class SeparatingAxis {
 public:
  explicit SeparatingAxis(const CorePair& pair)
      : R_(pair.R_BA()), p_(pair.p_BA()), half_a_(pair.a().half_size), half_b_(pair.b().half_size) {
    for (int i = 0; i < 3; ++i) absolute_.col(i) = R_.col(i).cwiseAbs();
    // Of directions that are equal but for rounding the first counts.
    tolerance_ = kEqualDepths * (pair.a().reach + pair.b().reach);
    try_faces_of_b();
    try_faces_of_a();
    if (gap_ > 0.0) return;
    try_edges_of<0>();
    try_edges_of<1>();
    try_edges_of<2>();
  }

  [[nodiscard]] double gap() const { return gap_; }
  [[nodiscard]] bool is_across_edges() const { return edge_b_ >= 0; }
  /// Of the edges that are deepest along the normal.
  [[nodiscard]] EdgeLine edge_of_a(const Vector3& n) const {
    return {p_ - R_ * find_corner(half_a_, R_.transpose() * n), R_.col(axis_)};
  }
  [[nodiscard]] EdgeLine edge_of_b(const Vector3& n) const { return {find_corner(half_b_, n), Vector3::Unit(edge_b_)}; }
  [[nodiscard]] Vector3 normal() const {
    if (edge_b_ >= 0) {
      const Vector3 across = per_sine_ * R_.col(axis_).cross(Vector3::Unit(edge_b_));
      return across.dot(p_) < 0.0 ? Vector3(-across) : across;
    }
    if (is_of_a_) return R_.col(axis_).dot(p_) < 0.0 ? Vector3(-R_.col(axis_)) : Vector3(R_.col(axis_));
    return std::copysign(1.0, p_[axis_]) * Vector3::Unit(axis_);
  }

 private:
  static constexpr double kParallel = 1e-15;  // sine², where neither counts for more: the sine, or 1e-15 over it

  static Vector3 find_corner(const Vector3& half_size, const Vector3& d) {
    return {std::copysign(half_size.x(), d.x()), std::copysign(half_size.y(), d.y()),
            std::copysign(half_size.z(), d.z())};
  }

  void try_faces_of_b() {
    const Vector3 gaps = p_.cwiseAbs() - (absolute_ * half_a_ + half_b_);
    for (int i = 0; i < 3; ++i) {
      if (gaps[i] > gap_ + tolerance_) gap_ = gaps[i], axis_ = i;
    }
  }
  void try_faces_of_a() {
    const Vector3 gaps = (R_.transpose() * p_).cwiseAbs() - (absolute_.transpose() * half_b_ + half_a_);
    for (int i = 0; i < 3; ++i) {
      if (gaps[i] > gap_ + tolerance_) gap_ = gaps[i], axis_ = i, is_of_a_ = true;
    }
  }
  template <int kI>
  void try_edges_of() {
    constexpr int kNext = (kI + 1) % 3, kLast = (kI + 2) % 3;
    const Vector3 u = R_.col(kI), steep = absolute_.col(kI);
    // e_j · (u_i × p) without its sign for all j, less how far both boxes reach.
    const Vector3 reach_a = half_a_[kNext] * absolute_.col(kLast) + half_a_[kLast] * absolute_.col(kNext);
    const double over[3] = {
        std::abs(u.y() * p_.z() - u.z() * p_.y()) - (reach_a.x() + (half_b_.y() * steep.z() + half_b_.z() * steep.y())),
        std::abs(u.z() * p_.x() - u.x() * p_.z()) - (reach_a.y() + (half_b_.z() * steep.x() + half_b_.x() * steep.z())),
        std::abs(u.x() * p_.y() - u.y() * p_.x()) -
            (reach_a.z() + (half_b_.x() * steep.y() + half_b_.y() * steep.x()))};
    // Dividing an overlap by a sine makes it no less: most need no root.
    const double least = std::min(0.0, gap_ + tolerance_);
    for (int j = 0; j < 3; ++j) {
      if (over[j] > least) try_edge(kI, j, over[j]);
    }
  }
  // Of edges that are nearly parallel the direction has few digits: they must be better by more than it is uncertain.
  void try_edge(int i, int j, double over) {
    const double x = R_(j == 2 ? 0 : j + 1, i), y = R_(j == 0 ? 2 : j - 1, i), sine2 = x * x + y * y;
    if (sine2 < kParallel) return;
    const double per_sine = 1.0 / std::sqrt(sine2), gap = over * per_sine;
    if (!(gap > gap_ + tolerance_ * (1.0 + 1e-3 * per_sine))) return;
    gap_ = gap, per_sine_ = per_sine;
    axis_ = i, edge_b_ = j;
  }

  const Matrix3& R_;
  const Vector3& p_;
  const Vector3 &half_a_, &half_b_;
  Matrix3 absolute_;
  double tolerance_{};
  double gap_{-1e300};  // [m]
  int axis_{2};         // of the box that has the face, or of A's edge
  bool is_of_a_{};      // the face
  int edge_b_{-1};      // −1: a face
  double per_sine_{};   // of the angle between the edges
};

ConvexContact find_contact(const CorePair& pair, const SeparatingAxis& axis) {
  const Vector3 n = axis.normal();
  // Apart, the nearest points may be corners, which no axis knows of.
  if (axis.gap() > 0.0) return find_convex_contact(pair, n);
  if (axis.is_across_edges()) return make_contact_across(pair, n, axis.edge_of_a(n), axis.edge_of_b(n));
  return make_contact_along(pair, n);
}

}  // namespace

/// In overlap the direction of least depth by separating axes, apart the distance as between any convex shapes.
void touch_box_box(const PlacedShape& a, const PlacedShape& b, std::span<ContactPoint> points) {
  const CorePair pair(a, b);
  const SeparatingAxis axis(pair);
  make_manifold(pair, find_contact(pair, axis), points);
}

}  // namespace carom
