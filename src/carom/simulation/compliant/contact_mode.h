#pragma once

#include "carom/contact/friction/friction_law.h"
#include "carom/integrators/fixed/method_stability.h"

namespace carom {

/// A friction law near one speed of slip, along the slip and with fresh bristles, by differences: deflection of the
/// bristles and slip of a mass [kg] that a normal force [N] presses.
[[nodiscard]] LinearMode linearize_friction(const FrictionLaw& law, double normal_force, double slip_speed,
                                            double mass);

}  // namespace carom
