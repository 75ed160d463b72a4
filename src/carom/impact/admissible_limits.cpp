#include "carom/impact/admissible_limits.h"

#include <algorithm>

#include "carom/impact/contact_inertia.h"

namespace carom {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

template <int kSize>
double calc_critical(const Eigen::Matrix<double, kSize, kSize>& inverse_inertia,
                     const Eigen::Matrix<double, kSize, 1>& velocity, double restitution) {
  Eigen::Matrix<double, kSize, 1> change = -velocity;
  change(kSize - 1) *= 1.0 + restitution;
  const auto sticking = impact::find_impulse(impact::ContactInertia<kSize - 1>(inverse_inertia), change);
  return sticking ? calc_cone_ratio(*sticking) : kInfinite;
}

template <int kSize>
double calc_printed(const Eigen::Matrix<double, kSize, kSize>& inverse_inertia,
                    const Eigen::Matrix<double, kSize, 1>& velocity, double restitution) {
  // −ξ is the impulse that stops the contact point altogether.
  const Eigen::Matrix<double, kSize, 1> change = -velocity;
  const auto stopping = impact::find_impulse(impact::ContactInertia<kSize - 1>(inverse_inertia), change);
  if (!stopping) return kInfinite;
  const double normal = std::abs((*stopping)(kSize - 1)), tangential = stopping->template head<kSize - 1>().norm();
  return normal > 0.0 ? tangential / (normal * (1.0 + restitution)) : kInfinite;
}

template <int kSize>
AdmissibleLimits calc_limits(const Eigen::Matrix<double, kSize, kSize>& inverse_inertia,
                             const Eigen::Matrix<double, kSize, 1>& velocity) {
  const impact::ContactInertia<kSize - 1> inertia(inverse_inertia);
  AdmissibleLimits limits;
  const double coupling = inertia.coupling.norm();
  limits.friction = coupling > 0.0 ? inertia.normal / coupling : kInfinite;
  // 1/G_nn is what is left of D_nn when the tangential motion is held.
  const double held = inertia.normal - inertia.coupling.dot(solve_tangential(inertia, inertia.coupling));
  limits.restitution_any_velocity = std::sqrt(std::max(held, 0.0) / inertia.normal);
  const auto xi = impact::find_impulse(inertia, velocity);
  const double approach = std::abs(velocity(kSize - 1));
  limits.restitution = xi && approach > 0.0 ? std::sqrt(velocity.dot(*xi) * held) / approach : 0.0;
  return limits;
}

}  // namespace

double calc_critical_friction(const Eigen::Matrix2d& inverse_inertia, const Eigen::Vector2d& velocity,
                              double restitution) {
  return calc_critical<2>(inverse_inertia, velocity, restitution);
}
double calc_critical_friction(const Matrix3& inverse_inertia, const Vector3& velocity, double restitution) {
  return calc_critical<3>(inverse_inertia, velocity, restitution);
}
double calc_printed_critical_friction(const Eigen::Matrix2d& inverse_inertia, const Eigen::Vector2d& velocity,
                                      double restitution) {
  return calc_printed<2>(inverse_inertia, velocity, restitution);
}
double calc_printed_critical_friction(const Matrix3& inverse_inertia, const Vector3& velocity, double restitution) {
  return calc_printed<3>(inverse_inertia, velocity, restitution);
}

AdmissibleLimits calc_admissible_limits(const Eigen::Matrix2d& inverse_inertia, const Eigen::Vector2d& velocity) {
  return calc_limits<2>(inverse_inertia, velocity);
}
AdmissibleLimits calc_admissible_limits(const Matrix3& inverse_inertia, const Vector3& velocity) {
  return calc_limits<3>(inverse_inertia, velocity);
}

AdmissibleRegion classify(const AdmissibleLimits& limits, double critical_friction, double friction,
                          double restitution) {
  if (friction >= critical_friction) {
    return restitution <= limits.restitution ? AdmissibleRegion::Stick : AdmissibleRegion::Inadmissible;
  }
  return friction < limits.friction ? AdmissibleRegion::Slip : AdmissibleRegion::Inadmissible;
}

}  // namespace carom
