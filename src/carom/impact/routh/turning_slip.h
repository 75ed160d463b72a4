#pragma once

#include "carom/impact/routh/impulse_walk.h"

namespace carom::impact {

/// Follows slip whose direction turns, and ends the compression and the impact where they end. Returns true when what
/// is left of the slip is straight to within 1e-13 of the velocity (the walk may also be done); false if that was not
/// reached in the steps allowed.
///
/// With dp = |v_t| dτ the equation of slip loses its singularity at rest,
///   dv_t/dτ = |v_t| b − μ A v_t,   dP_t/dτ = −μ v_t,   dp/dτ = |v_t|,
/// and every quantity is a power series in τ found by recurrence. A step is a polynomial, on which the ends of
/// compression and restitution are roots.
///
/// Rejected: the polar form, in which the slip speed is a closed function of the angle. Its integral for p is not, and
/// the four roots of the denominator need as many cases.
bool walk_turning_slip(const ContactInertia<2>& inertia, double friction, ImpulseWalk<2>& walk);

}  // namespace carom::impact
