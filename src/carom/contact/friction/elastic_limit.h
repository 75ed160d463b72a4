#pragma once

#include <algorithm>

#include "carom/contact/friction/friction_memory.h"
#include "carom/contact/friction/slip_functions.h"

namespace carom::friction {

// Bristles as an elastic-plastic element: z follows the slip until |z| reaches its limit, the deflection whose force is
// on the friction cone; from there it only turns. The force is cut at the cone in any case, so z may lie a little
// beyond: its growth fades out smoothly there. Ending it at the limit itself would have a corner, on which z sits and
// chatters while the limit grows. When the normal force falls, the limit moves in, and z is brought back after accepted
// steps.

/// Bristles are not told apart by less than this  [m]. Near zero normal force the limit shrinks to nothing, and a z
/// that followed it to the end would need steps without end, for forces that are nothing either.
inline constexpr double kShortest = 1e-8;

/// How far a bristle may be stretched  [m].
[[nodiscard]] inline double calc_reach(double limit) { return 1.01 * limit + kShortest; }

/// ż: the slip, without the part that would carry z beyond its reach.
[[nodiscard]] inline Vector3 calc_limited_rate(const Vector3& bristle, const Vector3& slip, double limit) {
  const double length = bristle.norm(), outward = bristle.dot(slip);
  if (length <= limit || outward <= 0.0) return slip;
  const double u = std::min((length - limit) / (calc_reach(limit) - limit), 1.0);
  const double blocked = u * u * (3.0 - 2.0 * u);
  return slip - bristle * (blocked * outward / (length * length));
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
