#pragma once

#include "carom/impact/impact_law.h"
#include "carom/impact/impact_result.h"

namespace carom {

/// What one contact does when it closes. `inverse_inertia` is its block of the Delassus matrix, the change of velocity
/// per impulse [1/kg], symmetric and semidefinite; `velocity` is the velocity before [m/s]; both ordered tangential
/// first, normal last. A contact that separates gets no impulse. With no normal approach there is an impact only if
/// slip would press the bodies into each other, however small the impulse (Painlevé).
///
/// In the plane the path is exact; in space the direction of slip turns, and is followed to 1e-12 of the velocity.
/// The third tangential direction may be dead (a planar mechanism seen in space). Allocates nothing.
PlanarImpactResult resolve_impact(const ImpactLaw& law, const Eigen::Matrix2d& inverse_inertia,
                                  const Eigen::Vector2d& velocity);
ImpactResult resolve_impact(const ImpactLaw& law, const Matrix3& inverse_inertia, const Vector3& velocity);

}  // namespace carom
