#pragma once

#include "carom/impact/impact_law.h"
#include "carom/impact/impact_result.h"

namespace carom::impact {

PlanarImpactResult resolve(const Aghili& law, const Eigen::Matrix2d& inverse_inertia, const Eigen::Vector2d& velocity);
ImpactResult resolve(const Aghili& law, const Matrix3& inverse_inertia, const Vector3& velocity);
PlanarImpactResult resolve(const AghiliPrinted& law, const Eigen::Matrix2d& inverse_inertia,
                           const Eigen::Vector2d& velocity);
ImpactResult resolve(const AghiliPrinted& law, const Matrix3& inverse_inertia, const Vector3& velocity);

}  // namespace carom::impact
