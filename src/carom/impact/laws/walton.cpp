#include "carom/impact/laws/walton.h"

#include "carom/impact/admissible_limits.h"
#include "carom/impact/contact_inertia.h"
#include "carom/impact/jump_result.h"

namespace carom::impact {
namespace {

template <int kSize>
ImpactResultOf<kSize> resolve_walton(const Walton& law, const Eigen::Matrix<double, kSize, kSize>& inverse_inertia,
                                     const Eigen::Matrix<double, kSize, 1>& velocity) {
  using Vector = Eigen::Matrix<double, kSize, 1>;
  const ContactInertia<kSize - 1> inertia(inverse_inertia);
  if (!(inertia.normal > 0.0)) return make_no_impact(velocity, ImpactVerdict::SingularInertia);
  const double approach = -velocity(kSize - 1);
  if (approach <= 0.0) return make_no_impact(velocity, ImpactVerdict::Consistent);

  Vector change = -(1.0 + law.tangential_restitution) * velocity;
  change(kSize - 1) = (1.0 + law.restitution.at(approach)) * approach;
  const auto turning = find_impulse(inertia, change);
  if (turning && calc_cone_ratio(*turning) <= law.friction) {
    const Vector after = velocity + inverse_inertia * *turning;
    return make_jump<kSize>(velocity, after, *turning, ImpactCase::AverageStick, ImpactMotion::Stick, law.friction);
  }

  // c P_n − μ b·d P_n is what the normal velocity gains.
  const Eigen::Matrix<double, kSize - 1, 1> slip = velocity.template head<kSize - 1>();
  Vector direction = Vector::Unit(kSize - 1);
  if (slip.norm() > 0.0) direction.template head<kSize - 1>() = -law.friction * slip / slip.norm();
  const double mobility = inverse_inertia.row(kSize - 1).dot(direction);
  if (!(mobility > kLockedPart * inertia.normal)) return make_no_impact(velocity, ImpactVerdict::NoSolution);
  const Vector impulse = direction * (change(kSize - 1) / mobility);
  const Vector after = velocity + inverse_inertia * impulse;
  return make_jump<kSize>(velocity, after, impulse, ImpactCase::AverageSlip, ImpactMotion::Slip, law.friction);
}

}  // namespace

PlanarImpactResult resolve(const Walton& law, const Eigen::Matrix2d& inverse_inertia, const Eigen::Vector2d& velocity) {
  return resolve_walton<2>(law, inverse_inertia, velocity);
}

ImpactResult resolve(const Walton& law, const Matrix3& inverse_inertia, const Vector3& velocity) {
  return resolve_walton<3>(law, inverse_inertia, velocity);
}

}  // namespace carom::impact
