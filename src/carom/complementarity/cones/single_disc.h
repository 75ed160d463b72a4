#pragma once

#include "carom/complementarity/cones/friction_problem.h"

namespace carom {

/// What friction_cone.h says of contacts in general, for those in the plane (n, t) or in space (n, t1, t2) whose only
/// disc is a circle. The compiler knows their size: with few contacts, loops over sizes known only to the program
/// would take most of the time.

template <int Size>
using SizedVector = Eigen::Matrix<double, Size, 1>;
template <int Size>
using SizedMatrix = Eigen::Matrix<double, Size, Size>;

[[nodiscard]] inline bool has_single_disc(const FrictionProblem& problem) {
  const int size = problem.G.block_size();
  return (size == 2 || size == 3) && problem.polygon.corners == 0;
}

/// Of the circle that bounds friction, in parts of the normal impulse.
template <int Size>
[[nodiscard]] double single_disc_mu(const FrictionProblem& problem, int contact) {
  return Size == 3 ? problem.mu[contact] * problem.polygon.radius : problem.mu[contact];
}

/// The nearest point of K.
template <int Size>
[[nodiscard]] SizedVector<Size> project_on_single_disc(double mu, const SizedVector<Size>& y) {
  const double length = y.template tail<Size - 1>().norm();
  const bool inside = length <= mu * y[0];
  const double normal = inside ? y[0] : (y[0] + mu * length) / (1.0 + mu * mu);
  if (!(normal > 0.0)) return SizedVector<Size>::Zero();
  if (inside) return y;
  SizedVector<Size> point = y * (mu * normal / length);
  point[0] = normal;
  return point;
}

/// The projection of Alart and Curnier, normal first,
template <int Size>
[[nodiscard]] SizedVector<Size> project_normal_first(double mu, const SizedVector<Size>& y) {
  if (!(y[0] > 0.0)) return SizedVector<Size>::Zero();
  const double length = y.template tail<Size - 1>().norm(), radius = mu * y[0];
  SizedVector<Size> point = y;
  if (length > radius) point.template tail<Size - 1>() *= radius / length;
  return point;
}

/// and its Jacobian: of sliding, the point is μ y_n y_t/|y_t|.
template <int Size>
[[nodiscard]] SizedMatrix<Size> calc_projection_jacobian(double mu, const SizedVector<Size>& y) {
  SizedMatrix<Size> jacobian = SizedMatrix<Size>::Zero();
  if (!(y[0] > 0.0)) return jacobian;
  const double length = y.template tail<Size - 1>().norm(), radius = mu * y[0];
  if (length <= radius && mu > 0.0) return SizedMatrix<Size>::Identity();
  jacobian(0, 0) = 1.0;
  if (mu == 0.0) return jacobian;
  const SizedVector<Size - 1> along = y.template tail<Size - 1>() / length;
  jacobian.template bottomLeftCorner<Size - 1, 1>() = mu * along;
  jacobian.template bottomRightCorner<Size - 1, Size - 1>() =
      (radius / length) * (SizedMatrix<Size - 1>::Identity() - along * along.transpose());
  return jacobian;
}

}  // namespace carom
