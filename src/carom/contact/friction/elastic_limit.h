#pragma once

#include "carom/contact/friction/friction_memory.h"
#include "carom/contact/friction/slip_functions.h"

namespace carom::friction {

// Bristles as an ideal elastic-plastic element: z follows the slip until |z| reaches its limit, the deflection whose
// force is on the friction cone; from there it only turns. While the limit stands still this is exact as a rate; when
// the normal force falls it is not, and z is brought back after each accepted step.

/// ż: the slip, without the part that would carry z beyond its limit.
[[nodiscard]] inline Vector3 calc_limited_rate(const Vector3& bristle, const Vector3& slip, double limit) {
  // Rounding leaves a bristle that was brought back a little inside.
  constexpr double kAtLimit = 1.0 - 1e-9;
  const double length = bristle.norm(), outward = bristle.dot(slip);
  if (length < kAtLimit * limit || outward <= 0.0) return slip;
  return slip - bristle * (outward / (length * length));
}

/// How fast a bristle at its limit turns into the direction of the slip [1/s].
[[nodiscard]] inline double calc_turning_rate(double slip_speed, double limit) {
  return limit > 0.0 ? slip_speed / limit : 0.0;
}

/// Shortens the bristle to its limit and returns the energy that it loses [J], to be booked as dissipated.
inline double shorten_bristle(FrictionMemory& memory, double limit, double stiffness) {
  const double before = memory.bristle.squaredNorm();
  if (before <= limit * limit) return 0.0;
  memory.bristle = saturate(memory.bristle, limit);
  return 0.5 * stiffness * (before - memory.bristle.squaredNorm());
}

}  // namespace carom::friction
