#pragma once

#include "carom/contact/normal/normal_law.h"

namespace carom {

/// What a law that remembers makes of a mass that strikes a plane at right angles, without gravity.
struct RememberedImpact {
  double restitution{};  // 0: the mass does not come back
  double duration{};     // while the force acts  [s]
  double peak_force{};   // [N]
  double peak_depth{};   // [m]
};

/// Of a mass [kg] at a speed [m/s], both above 0, to about 1e-10.
[[nodiscard]] RememberedImpact calc_remembered_impact(const NormalLaw& law, double mass, double speed);

}  // namespace carom
