#include <cmath>

#include "carom/collision/convex/manifold.h"
#include "carom/collision/pairs/pairs.h"

namespace carom {

namespace {

/// The point x of the ellipsoid nearest to y: x_i = a_i² y_i/(a_i² + t), where t is the largest root of
/// Σ (a_i y_i/(a_i² + t))² = 1 [eberly2013]. To the right of −(least a_i)² the sum falls and is convex: Newton's method
/// from the left end of the root's bracket never passes the root.
///
/// For y in the plane across the shortest axis and close to the center the root is that end itself, and x leaves the
/// plane to either side: to the positive one.
Vector3 find_nearest_on_ellipsoid(const Vector3& semi_axes, const Vector3& y) {
  int shortest = 0;
  (void)semi_axes.minCoeff(&shortest);
  const double scale = semi_axes.maxCoeff();
  const Vector3 a = semi_axes / scale, p = y.cwiseAbs() / scale;
  // Newton's steps away from the end grow by half each: what is nearly nothing counts as nothing.
  constexpr double kNothing = 1e-15;
  const Vector3 squares = a.cwiseAbs2();
  const Vector3 weights = a.cwiseProduct(p).unaryExpr([](double w) { return w < kNothing ? 0.0 : w; });
  const double end = -squares[shortest];
  const auto excess = [&](double t) {
    double sum = -1.0;
    for (int i = 0; i < 3; ++i) {
      if (weights[i] == 0.0) continue;
      const double part = weights[i] / (squares[i] + t);
      sum += part * part;
    }
    return sum;
  };
  // Here one of the three parts is one, so that the sum is not below one.
  double t = -1e300;
  for (int i = 0; i < 3; ++i) t = std::max(t, weights[i] - squares[i]);
  Vector3 x;
  const bool meets_end = weights[shortest] == 0.0 && (t <= end || excess(std::nextafter(end, 1.0)) < 0.0);
  if (meets_end) {
    double rest = 1.0;
    for (int i = 0; i < 3; ++i) {
      const double room = squares[i] + end;
      x[i] = room > 0.0 ? squares[i] * p[i] / room : 0.0;
      // Equally short axes share the choice: the first takes all.
      if (room > 0.0) rest -= x[i] * x[i] / squares[i];
    }
    x[shortest] = a[shortest] * std::sqrt(std::max(rest, 0.0));
  } else {
    for (int iteration = 0; iteration < 100; ++iteration) {
      double value = -1.0, slope = 0.0;
      for (int i = 0; i < 3; ++i) {
        if (weights[i] == 0.0) continue;
        const double part = weights[i] / (squares[i] + t);
        value += part * part;
        slope -= 2.0 * part * part / (squares[i] + t);
      }
      const double next = t - value / slope;
      if (!(next > t)) break;
      t = next;
    }
    for (int i = 0; i < 3; ++i) x[i] = weights[i] == 0.0 ? 0.0 : squares[i] * p[i] / (squares[i] + t);
  }
  for (int i = 0; i < 3; ++i) x[i] = std::copysign(scale * x[i], y[i]);
  return x;
}

}  // namespace

void touch_sphere_ellipsoid(const PlacedShape& sphere, const PlacedShape& ellipsoid, std::span<ContactPoint> points) {
  const Matrix3& R_WB = ellipsoid.motion.R_WS;
  const Vector3 y = R_WB.transpose() * (sphere.motion.p_WS - ellipsoid.motion.p_WS);
  const Vector3& semi_axes = ellipsoid.shape.half_size;
  const Vector3 x = find_nearest_on_ellipsoid(semi_axes, y);
  ConvexContact contact;
  contact.normal = x.cwiseQuotient(semi_axes).cwiseQuotient(semi_axes).normalized();
  const double distance = contact.normal.dot(y - x), radius = sphere.shape.radius;
  contact.gap = distance - radius;
  contact.point_a = y - radius * contact.normal;
  contact.point_b = y - distance * contact.normal;
  contact.surface_a.point = y;
  contact.surface_b = find_surface(ellipsoid.shape, contact.normal, 0.0, x);
  make_manifold({sphere, ellipsoid}, contact, points);
}

}  // namespace carom
