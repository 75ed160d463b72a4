#pragma once

#include "carom/impact/impact_law.h"
#include "carom/impact/impact_result.h"

namespace carom::impact {

/// What Routh's path needs to know of a law.
struct RouthParameters {
  Hypothesis hypothesis;
  double restitution;
  double friction;         // while slipping
  double static_friction;  // while sticking
};

PlanarImpactResult follow_path(const RouthParameters& law, const Eigen::Matrix2d& inverse_inertia,
                               const Eigen::Vector2d& velocity);
ImpactResult follow_path(const RouthParameters& law, const Matrix3& inverse_inertia, const Vector3& velocity);

}  // namespace carom::impact
