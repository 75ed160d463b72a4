#pragma once

#include <algorithm>
#include <cmath>

#include "carom/math/types.h"

namespace carom::friction {

/// The direction of the slip, going smoothly through zero within |v| < v_ε: (v/|v|) (3/2 u − 1/2 u³), u = |v|/v_ε.
/// Deviation G2: [gonthier2004, Eq. (20)] prints one more factor u, whose slope at v_ε is 1/v_ε instead of 0.
[[nodiscard]] inline Vector3 calc_direction(const Vector3& slip, double smoothing_speed) {
  const double speed = slip.norm();
  if (speed >= smoothing_speed) return slip / speed;
  const double u = speed / smoothing_speed;
  return slip / smoothing_speed * (1.5 - 0.5 * u * u);
}

/// A vector shortened to at most `length`.
[[nodiscard]] inline Vector3 saturate(const Vector3& vector, double length) {
  const double size = vector.norm();
  return size > length ? Vector3(vector * (length / size)) : vector;
}

/// A force on one side of the corner that cutting it at a limit makes, or on both.
[[nodiscard]] inline Vector3 cut_at(double limit, ForceCut cut, const Vector3& force) {
  if (cut == ForceCut::AsNeeded) return saturate(force, limit);
  if (cut == ForceCut::Never) return force;
  const double size = force.norm();
  return size > 0.0 ? Vector3(force * (limit / size)) : force;
}

/// exp(−(v/v_S)²): 1 at rest, 0 in sliding far above the Stribeck speed.              [gonthier2004, Eq. (17)]
[[nodiscard]] inline double calc_stick_function(const Vector3& slip, double stribeck_speed) {
  return std::exp(-slip.squaredNorm() / (stribeck_speed * stribeck_speed));
}

}  // namespace carom::friction
