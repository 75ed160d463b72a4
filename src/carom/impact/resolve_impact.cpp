#include "carom/impact/resolve_impact.h"

#include <algorithm>
#include <limits>

#include "carom/impact/jump_result.h"
#include "carom/impact/routh/follow_path.h"

namespace carom {
namespace impact {

template <Hypothesis kind, class Matrix, class Vector>
static auto resolve(const Routh<kind>& law, const Matrix& inverse_inertia, const Vector& velocity) {
  return follow_path({.hypothesis = kind,
                      .restitution = law.restitution.at(std::max(-velocity(velocity.size() - 1), 0.0)),
                      .friction = law.friction,
                      .static_friction = law.static_friction.value_or(law.friction)},
                     inverse_inertia, velocity);
}

// Friction can jam a contact so that its impulse grows without end, or to where its own rounding drowns the velocities:
// then there is no impulse to speak of.
template <class Vector, class Matrix>
static bool is_endless(const Vector& impulse, const Matrix& inverse_inertia, const Vector& velocity) {
  constexpr double kDrowned = 1e-6;
  const double rounding = std::numeric_limits<double>::epsilon() * inverse_inertia.norm() * impulse.norm();
  return !(rounding <= kDrowned * velocity.norm());
}

template <class Matrix, class Vector>
static auto resolve_any(const ImpactLaw& law, const Matrix& inverse_inertia, const Vector& velocity) {
  auto result = std::visit([&](const auto& member) { return resolve(member, inverse_inertia, velocity); }, law);
  if (is_endless(result.impulse, inverse_inertia, velocity)) {
    result = make_no_impact(velocity, ImpactVerdict::NoSolution);
  }
  return result;
}

}  // namespace impact

PlanarImpactResult resolve_impact(const ImpactLaw& law, const Eigen::Matrix2d& inverse_inertia,
                                  const Eigen::Vector2d& velocity) {
  return impact::resolve_any(law, inverse_inertia, velocity);
}

ImpactResult resolve_impact(const ImpactLaw& law, const Matrix3& inverse_inertia, const Vector3& velocity) {
  return impact::resolve_any(law, inverse_inertia, velocity);
}

}  // namespace carom
