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

/// Which part of its bound a force has reached: 1 at the bound up to rounding.
[[nodiscard]] inline double calc_used_part(double force, double bound) {
  if (!(bound > 0.0)) return force > 0.0 ? 1.0 : 0.0;
  return (1.0 + 1e-9) * force / bound;
}

/// How fast a bristle at its limit turns into the direction of the slip [1/s].
[[nodiscard]] inline double calc_turning_rate(double slip_speed, double limit) {
  return limit > 0.0 ? slip_speed / limit : 0.0;
}

/// Shortens the bristle to its limit and returns which part of ½ k z² that takes away, 0 to 1.
inline double shorten_bristle(FrictionMemory& memory, double limit) {
  const double before = memory.bristle.squaredNorm();
  if (before <= limit * limit) return 0.0;
  memory.bristle = saturate(memory.bristle, limit);
  return 1.0 - memory.bristle.squaredNorm() / before;
}

/// What bristles give back when they are let go slowly [J]: the way from z to zero against a force k z, at most
/// `bound`. ½ k z² within the bound. Beyond it bristles are stretched further than they pull, and counting ½ k z² would
/// book energy that nobody put in and nobody can get.
[[nodiscard]] inline double calc_bristle_energy(const Vector3& bristle, double stiffness, double bound) {
  const double length = bristle.norm(), limit = bound / stiffness;
  return length <= limit ? 0.5 * stiffness * length * length : bound * (length - 0.5 * limit);
}

}  // namespace carom::friction
