#include "carom/impact/resolve_impact.h"

#include "carom/impact/laws/aghili.h"
#include "carom/impact/laws/brach.h"
#include "carom/impact/routh/follow_path.h"

namespace carom {
namespace impact {

template <Hypothesis kind, class Matrix, class Vector>
static auto resolve(const Routh<kind>& law, const Matrix& inverse_inertia, const Vector& velocity) {
  return follow_path({.hypothesis = kind,
                      .restitution = law.restitution,
                      .friction = law.friction,
                      .static_friction = law.static_friction.value_or(law.friction)},
                     inverse_inertia, velocity);
}

}  // namespace impact

PlanarImpactResult resolve_impact(const ImpactLaw& law, const Eigen::Matrix2d& inverse_inertia,
                                  const Eigen::Vector2d& velocity) {
  return std::visit([&](const auto& member) { return impact::resolve(member, inverse_inertia, velocity); }, law);
}

ImpactResult resolve_impact(const ImpactLaw& law, const Matrix3& inverse_inertia, const Vector3& velocity) {
  return std::visit([&](const auto& member) { return impact::resolve(member, inverse_inertia, velocity); }, law);
}

}  // namespace carom
