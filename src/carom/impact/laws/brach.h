#pragma once

#include "carom/impact/impact_law.h"
#include "carom/impact/impact_result.h"

namespace carom::impact {

/// In space the ratio is taken along the direction of the impulse that stops the slip.
PlanarImpactResult resolve(const Brach& law, const Eigen::Matrix2d& inverse_inertia, const Eigen::Vector2d& velocity);
ImpactResult resolve(const Brach& law, const Matrix3& inverse_inertia, const Vector3& velocity);

}  // namespace carom::impact
