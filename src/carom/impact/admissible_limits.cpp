#include "carom/impact/admissible_limits.h"

#include <algorithm>
#include <array>

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

/// Real roots of a x² + b x + c; NaN for those that there are not.
std::array<double, 2> find_roots(double a, double b, double c) {
  const double root = std::sqrt(b * b - 4.0 * a * c);
  // In the form that does not cancel.
  const double sum = -0.5 * (b + std::copysign(root, b));
  return {sum / a, c / sum};
}

template <int kSize>
std::optional<RestitutionRange> find_sticking(const Eigen::Matrix<double, kSize, kSize>& inverse_inertia,
                                              const Eigen::Matrix<double, kSize, 1>& velocity, double most_friction) {
  using Vector = Eigen::Matrix<double, kSize, 1>;
  constexpr int kNormal = kSize - 1;
  const impact::ContactInertia<kNormal> inertia(inverse_inertia);
  const Vector stop = -velocity, rebound = -velocity(kNormal) * Vector::Unit(kNormal);
  const auto start = impact::find_impulse(inertia, stop), slope = impact::find_impulse(inertia, rebound);
  if (!start || !slope) return {};
  // |i_t|² − μ² i_n² along the line i = start + e slope.
  Vector weight = Vector::Ones();
  weight(kNormal) = -most_friction * most_friction;
  const auto roots = find_roots(slope->dot(weight.cwiseProduct(*slope)), 2.0 * start->dot(weight.cwiseProduct(*slope)),
                                start->dot(weight.cwiseProduct(*start)));
  std::array<double, 4> marks{0.0, 0.0, 0.0, 1.0};
  for (std::size_t i = 0; i < 2; ++i) marks[i + 1] = roots[i] > 0.0 && roots[i] < 1.0 ? roots[i] : 0.0;
  std::sort(marks.begin(), marks.end());
  // The cone is convex: the pieces within it are one.
  std::optional<RestitutionRange> range;
  for (std::size_t i = 0; i + 1 < marks.size(); ++i) {
    const Vector middle = *start + 0.5 * (marks[i] + marks[i + 1]) * *slope;
    if (!(marks[i + 1] > marks[i]) || calc_cone_ratio(middle) > most_friction) continue;
    range = {range ? range->least : marks[i], marks[i + 1]};
  }
  return range;
}

template <int kSize>
std::optional<RestitutionRange> find_printed_sticking(const Eigen::Matrix<double, kSize, kSize>& inverse_inertia,
                                                      const Eigen::Matrix<double, kSize, 1>& velocity,
                                                      double most_friction) {
  const double least = calc_printed<kSize>(inverse_inertia, velocity, 0.0) / most_friction - 1.0;
  if (!(least <= 1.0)) return {};
  return RestitutionRange{std::max(least, 0.0), 1.0};
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

std::optional<RestitutionRange> find_sticking_restitutions(const Eigen::Matrix2d& inverse_inertia,
                                                           const Eigen::Vector2d& velocity, double most_friction) {
  return find_sticking<2>(inverse_inertia, velocity, most_friction);
}
std::optional<RestitutionRange> find_sticking_restitutions(const Matrix3& inverse_inertia, const Vector3& velocity,
                                                           double most_friction) {
  return find_sticking<3>(inverse_inertia, velocity, most_friction);
}
std::optional<RestitutionRange> find_printed_sticking_restitutions(const Eigen::Matrix2d& inverse_inertia,
                                                                   const Eigen::Vector2d& velocity,
                                                                   double most_friction) {
  return find_printed_sticking<2>(inverse_inertia, velocity, most_friction);
}
std::optional<RestitutionRange> find_printed_sticking_restitutions(const Matrix3& inverse_inertia,
                                                                   const Vector3& velocity, double most_friction) {
  return find_printed_sticking<3>(inverse_inertia, velocity, most_friction);
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
