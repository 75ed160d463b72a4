#pragma once

#include "carom/math/types.h"

namespace carom {

/// What a contact remembers of its friction; part of the state that is integrated.
struct FrictionMemory {
  Vector3 bristle{Vector3::Zero()};  // z: deflection in the tangent plane, along the slip that made it  [m]
  double dwell{};                    // s_dw: 0 for a fresh contact, 1 for one that has long been at rest  [-]
};

/// Where a force that is cut at a limit has a corner, on which no step of high order may lie. Steps that end there take
/// one side of it as a whole: what trial stages see past the corner is then as smooth as before it.
enum class ForceCut {
  AsNeeded,  // cut where it is over its limit: what the law says
  Never,
  Always,  // at its limit, be it over or under
};

/// The friction on body A, and how the memory moves on.
struct FrictionForce {
  Vector3 force{Vector3::Zero()};         // on A, in the tangent plane  [N]
  Vector3 bristle_rate{Vector3::Zero()};  // [m/s]
  double dwell_rate{};                    // [1/s]
  double stored{};                        // what the bristles can give back under the present normal force  [J]
};

/// Bounds of the derivatives of a friction law while the bristles are within the cone, for estimates of the step that
/// an explicit method can take.
struct FrictionGradient {
  double stiffness{};   // of the force by the deflection  [N/m]
  double damping{};     // of the force by the slip  [N·s/m]
  double relaxation{};  // of the bristles' rate by the deflection, at a given speed of slip  [1/s]
};

/// Rule R2: what a contact remembers at touch-down.
enum class TouchDownMemory {
  Reset,  // nothing: z = 0, s_dw = 0
  Carry   // what the law made, in flight, of the last contact: it is evaluated there with zero normal force
};

/// Rule R4: on a curved surface the normal n turns, and the bristles are carried along without turning about it:
/// ż gains −n (ṅ · z), which keeps them in the tangent plane and does not change their length.
[[nodiscard]] inline Vector3 calc_transport_rate(const Vector3& bristle, const Vector3& normal,
                                                 const Vector3& normal_rate) {
  return -normal_rate.dot(bristle) * normal;
}

}  // namespace carom
