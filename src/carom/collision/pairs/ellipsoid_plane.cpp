#include <cmath>

#include "carom/collision/pairs/plane_contact.h"

namespace carom {

namespace {

struct PrincipalCurvatures {
  double larger{}, smaller{};  // [1/m]
};

/// Of the ellipsoid with semi-axes D = diag(a, b, c) where its normal is the unit vector m, in its own axes.
///
/// Its support function is h(m) = |D m|, and the principal radii are the eigenvalues, in the tangent plane, of
/// ∇²h = D²/h − (D² m)(D² m)ᵀ/h³.
///
/// Rejected: solving the quadratic of their sum and product, which has half the digits where the radii are alike.
PrincipalCurvatures calc_curvatures(const Vector3& semi_axes, const Vector3& m, double h) {
  const Vector3 squares = semi_axes.cwiseAbs2();
  const Vector3 s = find_perpendicular(m), t = m.cross(s);
  const Vector3 support = squares.cwiseProduct(m) / h;
  const auto entry = [&](const Vector3& u, const Vector3& v) {
    return (u.cwiseProduct(squares).dot(v) - u.dot(support) * v.dot(support)) / h;
  };
  const double ss = entry(s, s), st = entry(s, t), tt = entry(t, t);
  const double mean = 0.5 * (ss + tt), half = 0.5 * (ss - tt);
  const double deviation = std::sqrt(half * half + st * st);
  // The smaller radius by the determinant of ∇²h, (a b c)²/h⁴: a difference would lose it in needles and discs.
  const double largest = mean + deviation;
  const double volume = semi_axes.prod() / (h * h);
  return {largest / (volume * volume), 1.0 / largest};
}

}  // namespace

/// The lowest point, where the outward normal is −n.
void touch_ellipsoid_plane(const PlacedShape& ellipsoid, const PlacedShape& plane, std::span<ContactPoint> points) {
  const PlaneContact contact(plane);
  const Vector3& semi_axes = ellipsoid.shape.half_size;
  const Matrix3& R_WS = ellipsoid.motion.R_WS;
  const Vector3 n_S = R_WS.transpose() * contact.normal();
  const double h = semi_axes.cwiseProduct(n_S).norm();
  const Vector3 lowest_S = -semi_axes.cwiseAbs2().cwiseProduct(n_S) / h;
  const PrincipalCurvatures curvatures = calc_curvatures(semi_axes, n_S, h);
  points[0] = contact.touch(ellipsoid.motion.p_WS + R_WS * lowest_S, curvatures.larger, curvatures.smaller, 0);
}

}  // namespace carom
