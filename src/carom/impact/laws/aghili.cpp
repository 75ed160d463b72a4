#include "carom/impact/laws/aghili.h"

#include <limits>

#include "carom/impact/admissible_limits.h"
#include "carom/impact/contact_inertia.h"
#include "carom/impact/jump_result.h"
#include "carom/impact/laws/average_slip.h"

namespace carom::impact {
namespace {

enum class Discriminator { Corrected, Printed };

/// A contact with one degree of freedom comes back along the line on which it came: at e = 1 its slip before and after
/// cancel. Any friction within the cone agrees with an average slip of zero and none changes the motion; none acts.
template <int kSize>
ImpactResultOf<kSize> resolve_average_rest(const Eigen::Matrix<double, kSize, kSize>& inverse_inertia,
                                           const Eigen::Matrix<double, kSize, 1>& velocity, double velocity_change,
                                           double static_friction) {
  using Vector = Eigen::Matrix<double, kSize, 1>;
  const ContactInertia<kSize - 1> inertia(inverse_inertia);
  const bool locked = calc_held_mobility(inertia) <= kLockedPart * inertia.normal;
  const Vector impulse = Vector::Unit(kSize - 1) * (velocity_change / inertia.normal);
  const Vector after = velocity + inverse_inertia * impulse;
  constexpr double kNoSlip = 1e-9;
  if (!locked || (velocity + after).template head<kSize - 1>().norm() > kNoSlip * velocity.norm()) {
    return make_no_impact(velocity, ImpactVerdict::NoSolution);
  }
  return make_jump<kSize>(velocity, after, impulse, ImpactCase::AverageStick, ImpactMotion::Stick, static_friction);
}

template <int kSize, class Law>
ImpactResultOf<kSize> resolve_any(const Law& law, Discriminator discriminator,
                                  const Eigen::Matrix<double, kSize, kSize>& inverse_inertia,
                                  const Eigen::Matrix<double, kSize, 1>& velocity) {
  using Vector = Eigen::Matrix<double, kSize, 1>;
  const ContactInertia<kSize - 1> inertia(inverse_inertia);
  if (!(inertia.normal > 0.0)) return make_no_impact(velocity, ImpactVerdict::SingularInertia);
  if (velocity(kSize - 1) >= 0.0) return make_no_impact(velocity, ImpactVerdict::Consistent);
  const double static_friction = law.static_friction.value_or(law.friction);
  const double restitution = law.restitution.at(-velocity(kSize - 1));

  // i = −G⁻¹ (I + E) v                                                                        [aghili, Eq. (11a)]
  Vector change = -(1.0 + law.tangential_restitution) * velocity;
  change(kSize - 1) = -(1.0 + restitution) * velocity(kSize - 1);
  const auto sticking = find_impulse(inertia, change);
  if (sticking) {
    const double critical = discriminator == Discriminator::Corrected
                                ? calc_cone_ratio(*sticking)
                                : calc_printed_critical_friction(inverse_inertia, velocity, restitution);
    if (static_friction >= critical) {
      const Vector after = velocity + inverse_inertia * *sticking;
      return make_jump<kSize>(velocity, after, *sticking, ImpactCase::AverageStick, ImpactMotion::Stick,
                              static_friction);
    }
  }

  const AverageSlip<kSize - 1> slip =
      find_average_slip(inertia, law.friction, velocity.template head<kSize - 1>(), change(kSize - 1));
  if (slip.count == 0)
    return resolve_average_rest<kSize>(inverse_inertia, velocity, change(kSize - 1), static_friction);
  Vector impulse;
  impulse << -law.friction * slip.normal_impulse * slip.direction, slip.normal_impulse;
  const Vector after = velocity + inverse_inertia * impulse;
  return make_jump<kSize>(velocity, after, impulse, ImpactCase::AverageSlip, ImpactMotion::Slip, static_friction);
}

}  // namespace

PlanarImpactResult resolve(const Aghili& law, const Eigen::Matrix2d& inverse_inertia, const Eigen::Vector2d& velocity) {
  return resolve_any<2>(law, Discriminator::Corrected, inverse_inertia, velocity);
}

ImpactResult resolve(const Aghili& law, const Matrix3& inverse_inertia, const Vector3& velocity) {
  return resolve_any<3>(law, Discriminator::Corrected, inverse_inertia, velocity);
}

PlanarImpactResult resolve(const AghiliPrinted& law, const Eigen::Matrix2d& inverse_inertia,
                           const Eigen::Vector2d& velocity) {
  return resolve_any<2>(law, Discriminator::Printed, inverse_inertia, velocity);
}

ImpactResult resolve(const AghiliPrinted& law, const Matrix3& inverse_inertia, const Vector3& velocity) {
  return resolve_any<3>(law, Discriminator::Printed, inverse_inertia, velocity);
}

}  // namespace carom::impact
