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
    if (edge_a_ < 0) return normal_;
    const Vector3 across = R_.col(edge_a_).cross(Vector3::Unit(edge_b_)).normalized();
    return across.dot(p_) < 0.0 ? Vector3(-across) : across;
  }

 private:
  void try_faces_of_b() {
    const Vector3 reach_a = absolute_ * half_a_;
    for (int i = 0; i < 3; ++i) {
      const double gap = std::abs(p_[i]) - (reach_a[i] + half_b_[i]);
      if (!(gap > gap_ + tolerance_)) continue;
      gap_ = gap;
      normal_ = p_[i] < 0.0 ? Vector3(-Vector3::Unit(i)) : Vector3(Vector3::Unit(i));
    }
  }
  void try_faces_of_a() {
    const Vector3 reach_b = absolute_.transpose() * half_b_, along = R_.transpose() * p_;
    for (int i = 0; i < 3; ++i) {
      const double gap = std::abs(along[i]) - (half_a_[i] + reach_b[i]);
      if (!(gap > gap_ + tolerance_)) continue;
      gap_ = gap;
      normal_ = along[i] < 0.0 ? Vector3(-R_.col(i)) : Vector3(R_.col(i));
    }
  }
  // u_i × e_j has the length √(1 − R_ji²): nearly parallel edges give a face's normal, or none.
  void try_edges() {
    for (int i = 0; i < 3; ++i) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
      for (int j = 0; j < 3; ++j) {
        const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
        const double sine2 = 1.0 - R_(j, i) * R_(j, i);
        if (sine2 < 1e-10) continue;
        // e_j · (u_i × p) without its sign, and how far both boxes reach.
        const double apart = std::abs(p_[j2] * R_(j1, i) - p_[j1] * R_(j2, i));
        const double reach = half_a_[i1] * absolute_(j, i2) + half_a_[i2] * absolute_(j, i1) +
                             half_b_[j1] * absolute_(j2, i) + half_b_[j2] * absolute_(j1, i);
        // Dividing an overlap by a sine makes it no less: most need no root.
        const double over = apart - reach;
        if (over < 0.0 && !(over > gap_ + tolerance_)) continue;
        const double gap = over / std::sqrt(sine2);
        if (!(gap > gap_ + tolerance_)) continue;
        gap_ = gap;
        edge_a_ = i, edge_b_ = j;
      }
    }
  }

  const Matrix3& R_;
  const Vector3& p_;
  const Vector3 &half_a_, &half_b_;
  Matrix3 absolute_;
  double tolerance_{};
  double gap_{-1e300};  // [m]
  Vector3 normal_{Vector3::UnitZ()};
  int edge_a_{-1}, edge_b_{-1};
};

ConvexContact find_contact(const CorePair& pair) {
  const SeparatingAxis axis(pair);
  const Vector3 n = axis.normal();
  // Apart, the nearest points may be corners, which no axis knows of.
  if (axis.gap() > 0.0) return find_convex_contact(pair, n);
  const DifferencePoint deepest = pair.support_against(n);
  return make_contact_along(pair, n, deepest.a, deepest.b);
}

}  // namespace

/// In overlap the direction of least depth by separating axes, apart the distance as between any convex shapes.
void touch_box_box(const PlacedShape& a, const PlacedShape& b, std::span<ContactPoint> points) {
  make_manifold(a, b, find_contact(CorePair(a, b)), points);
}

}  // namespace carom
