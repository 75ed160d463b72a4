#include "carom/impact/laws/aghili.h"

#include <limits>

#include "carom/impact/admissible_limits.h"
#include "carom/impact/contact_inertia.h"
#include "carom/impact/jump_result.h"
#include "carom/impact/laws/average_slip.h"

namespace carom::impact {
namespace {

enum class Discriminator { Corrected, Printed };

template <int kSize, class Law>
ImpactResultOf<kSize> resolve_any(const Law& law, Discriminator discriminator,
                                  const Eigen::Matrix<double, kSize, kSize>& inverse_inertia,
                                  const Eigen::Matrix<double, kSize, 1>& velocity) {
  using Vector = Eigen::Matrix<double, kSize, 1>;
  const ContactInertia<kSize - 1> inertia(inverse_inertia);
  if (!(inertia.normal > 0.0)) return make_no_impact(velocity, ImpactVerdict::SingularInertia);
  if (velocity(kSize - 1) >= 0.0) return make_no_impact(velocity, ImpactVerdict::Consistent);
  const double static_friction = law.static_friction.value_or(law.friction);

  // i = −G (I + E) v                                                                          [aghili, Eq. (11a)]
  Vector change = -(1.0 + law.tangential_restitution) * velocity;
  change(kSize - 1) = -(1.0 + law.restitution) * velocity(kSize - 1);
  const auto sticking = find_impulse(inertia, change);
  if (sticking) {
    const double critical = discriminator == Discriminator::Corrected
                                ? calc_cone_ratio(*sticking)
                                : calc_printed_critical_friction(inverse_inertia, velocity, law.restitution);
    if (static_friction >= critical) {
      const Vector after = velocity + inverse_inertia * *sticking;
      return make_jump<kSize>(velocity, after, *sticking, ImpactCase::AverageStick, ImpactMotion::Stick,
                              static_friction);
    }
  }

  const AverageSlip<kSize - 1> slip =
      find_average_slip(inertia, law.friction, velocity.template head<kSize - 1>(), change(kSize - 1));
  if (slip.count == 0) return make_no_impact(velocity, ImpactVerdict::NoSolution);
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
