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
    absolute_ = R_.cwiseAbs();
    // Of directions that are equal but for rounding the first counts.
    tolerance_ = 1e-12 * (pair.a().reach + pair.b().reach);
    try_faces_of_b();
    try_faces_of_a();
    if (gap_ <= 0.0) try_edges();
  }

  [[nodiscard]] double gap() const { return gap_; }
  [[nodiscard]] Vector3 normal() const {
    if (edge_b_ >= 0) {
      const Vector3 across = R_.col(axis_).cross(Vector3::Unit(edge_b_)).normalized();
      return across.dot(p_) < 0.0 ? Vector3(-across) : across;
    }
    if (is_of_a_) return R_.col(axis_).dot(p_) < 0.0 ? Vector3(-R_.col(axis_)) : Vector3(R_.col(axis_));
    return std::copysign(1.0, p_[axis_]) * Vector3::Unit(axis_);
  }

 private:
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
  // u_i × e_j has the length √(1 − R_ji²): nearly parallel edges give a face's normal, or none.
  void try_edges() {
    for (int i = 0; i < 3; ++i) {
      const int i1 = i == 2 ? 0 : i + 1, i2 = i == 0 ? 2 : i - 1;
      const Vector3 u = R_.col(i), steep = absolute_.col(i);
      // e_j · (u_i × p) without its sign for all j, and how far both boxes reach.
      const Vector3 apart = u.cross(p_).cwiseAbs();
      const Vector3 reach_a = half_a_[i1] * absolute_.col(i2) + half_a_[i2] * absolute_.col(i1);
      const Vector3 reach_b(half_b_.y() * steep.z() + half_b_.z() * steep.y(),
                            half_b_.z() * steep.x() + half_b_.x() * steep.z(),
                            half_b_.x() * steep.y() + half_b_.y() * steep.x());
      const Vector3 over = apart - (reach_a + reach_b);
      // Dividing an overlap by a sine makes it no less: most need no root.
      for (int j = 0; j < 3; ++j) {
        if (over[j] >= 0.0 || over[j] > gap_ + tolerance_) try_edge(i, j, over[j]);
      }
    }
  }
  void try_edge(int i, int j, double over) {
    const double sine2 = 1.0 - R_(j, i) * R_(j, i);
    if (sine2 < 1e-10) return;
    const double gap = over / std::sqrt(sine2);
    if (!(gap > gap_ + tolerance_)) return;
    gap_ = gap;
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
};

ConvexContact find_contact(const CorePair& pair) {
  const SeparatingAxis axis(pair);
  const Vector3 n = axis.normal();
  // Apart, the nearest points may be corners, which no axis knows of.
  if (axis.gap() > 0.0) return find_convex_contact(pair, n);
  return make_contact_along(pair, n);
}

}  // namespace

/// In overlap the direction of least depth by separating axes, apart the distance as between any convex shapes.
void touch_box_box(const PlacedShape& a, const PlacedShape& b, std::span<ContactPoint> points) {
  const CorePair pair(a, b);
  make_manifold(pair, find_contact(pair), points);
}

}  // namespace carom
