#include "carom/impact/contact_inertia.h"

#include <algorithm>
#include <limits>

namespace carom::impact {

Eigen::Vector2d find_reslip_direction(const ContactInertia<2>& inertia, double friction) {
  // In the axes of A the equation is Σ bᵢ²/(α + μ λᵢ)² = 1.
  const Eigen::Matrix2d& a = inertia.tangential;
  const double mean = 0.5 * (a(0, 0) + a(1, 1));
  const double half_difference = 0.5 * (a(0, 0) - a(1, 1));
  const double radius = std::hypot(half_difference, a(0, 1));
  const double angle = 0.5 * std::atan2(a(0, 1), half_difference);
  const Eigen::Vector2d axis(std::cos(angle), std::sin(angle)), across(-axis.y(), axis.x());
  const Eigen::Vector2d b(axis.dot(inertia.coupling), across.dot(inertia.coupling));
  const Eigen::Vector2d stiffness = friction * Eigen::Vector2d(mean + radius, std::max(mean - radius, 0.0));

  // Newton's method on 1/|u| − 1, nearly a straight line in α and convex: from α where |u| ≥ 1 it rises to the root
  // without passing it.
  double alpha = std::max(0.0, b.norm() - stiffness(0));
  Eigen::Vector2d u = b.cwiseQuotient((stiffness.array() + alpha).matrix());
  for (int iteration = 0; iteration < 50; ++iteration) {
    const double size = u.norm();
    const double slope = u.cwiseAbs2().cwiseQuotient((stiffness.array() + alpha).matrix()).sum();
    const double change = (size - 1.0) * size * size / slope;
    alpha += change;
    u = b.cwiseQuotient((stiffness.array() + alpha).matrix());
    if (std::abs(change) <= 2.0 * std::numeric_limits<double>::epsilon() * alpha) break;
  }
  return (axis * u(0) + across * u(1)).normalized();
}

}  // namespace carom::impact
