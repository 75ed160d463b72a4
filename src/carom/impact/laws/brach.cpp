#include "carom/impact/laws/brach.h"

#include <cmath>
#include <limits>

#include "carom/impact/contact_inertia.h"
#include "carom/impact/jump_result.h"

namespace carom::impact {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// The largest r up to which q(r) = A r² + B r + K stays at or above zero from r = 0 on; K ≥ 0.
double find_last_not_negative(double a, double b, double k) {
  if (k == 0.0) {
    if (b < 0.0 || (b == 0.0 && a < 0.0)) return 0.0;
    return a < 0.0 ? -b / a : kInfinite;
  }
  const double discriminant = b * b - 4.0 * a * k;
  if (discriminant < 0.0) return kInfinite;
  // The first positive root, in the form that does not cancel.
  const double root = std::sqrt(discriminant);
  if (a < 0.0) return b > 0.0 ? (b + root) / (-2.0 * a) : 2.0 * k / (root - b);
  return b < 0.0 ? 2.0 * k / (root - b) : kInfinite;
}

/// One line in the tangent plane: everything that the ratio of impulses r along it changes.
struct RatioLine {
  double slip;                          // S₀ along the line  [m/s]
  double approach;                      // C₀ < 0  [m/s]
  double velocity_change;               // Q = −(1 + e) C₀, of the normal velocity  [m/s]
  double tangential, coupling, normal;  // a, c, b of S = S₀ + a P_t − c P_n, C = C₀ − c P_t + b P_n  [1/kg]

  /// With P_t = −r P_n and P_n = Q/(b + c r), the loss is a quadratic in r over a positive number.
  [[nodiscard]] double find_zero_loss() const {
    const double lost = -(approach + approach + velocity_change);  // (1 − e)|C₀|
    return find_last_not_negative(2.0 * slip * coupling - tangential * velocity_change,
                                  2.0 * slip * normal - coupling * velocity_change + lost * coupling, lost * normal);
  }
};

template <int kSize>
ImpactResultOf<kSize> resolve_any(const Brach& law, const Eigen::Matrix<double, kSize, kSize>& inverse_inertia,
                                  const Eigen::Matrix<double, kSize, 1>& velocity) {
  using Vector = Eigen::Matrix<double, kSize, 1>;
  using Tangential = Eigen::Matrix<double, kSize - 1, 1>;
  const ContactInertia<kSize - 1> inertia(inverse_inertia);
  if (!(inertia.normal > 0.0)) return make_no_impact(velocity, ImpactVerdict::SingularInertia);
  const double approach = velocity(kSize - 1);
  if (approach >= 0.0) return make_no_impact(velocity, ImpactVerdict::Consistent);
  const double restitution = law.restitution.at(-approach);

  // The ratio that stops the slip gives the line; if it would need a pull, the slip itself does.
  Vector stop = -velocity;
  stop(kSize - 1) *= 1.0 + restitution;
  const auto stopping = find_impulse(inertia, stop);
  const bool stops = stopping && (*stopping)(kSize - 1) > 0.0;
  const Tangential slip = velocity.template head<kSize - 1>();
  Tangential direction = slip;
  if (stops) direction = -stopping->template head<kSize - 1>() / (*stopping)(kSize - 1);
  const double size = direction.norm();
  const double critical = stops ? size : kInfinite;
  if (size > 0.0) direction /= size;

  const RatioLine line{.slip = slip.dot(direction),
                       .approach = approach,
                       .velocity_change = -(1.0 + restitution) * approach,
                       .tangential = direction.dot(inertia.tangential * direction),
                       .coupling = -inertia.coupling.dot(direction),
                       .normal = inertia.normal};
  const double energy = line.find_zero_loss();
  double ratio = law.friction;
  ImpactCase kind = ImpactCase::BrachFriction;
  if (critical < ratio) {
    ratio = critical;
    kind = ImpactCase::BrachCritical;
  }
  if (energy < ratio) {
    ratio = energy;
    kind = ImpactCase::BrachEnergy;
  }

  Vector impulse;
  impulse(kSize - 1) = line.velocity_change / (line.normal + line.coupling * ratio);
  impulse.template head<kSize - 1>() = -ratio * impulse(kSize - 1) * direction;
  const Vector after = velocity + inverse_inertia * impulse;
  const ImpactMotion motion = kind == ImpactCase::BrachCritical ? ImpactMotion::Stick : ImpactMotion::Slip;
  return make_jump<kSize>(velocity, after, impulse, kind, motion, law.friction);
}

}  // namespace

PlanarImpactResult resolve(const Brach& law, const Eigen::Matrix2d& inverse_inertia, const Eigen::Vector2d& velocity) {
  return resolve_any<2>(law, inverse_inertia, velocity);
}

ImpactResult resolve(const Brach& law, const Matrix3& inverse_inertia, const Vector3& velocity) {
  return resolve_any<3>(law, inverse_inertia, velocity);
}

}  // namespace carom::impact
