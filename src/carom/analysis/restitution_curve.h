#pragma once

#include "carom/contact/normal/normal_law.h"

namespace carom {

/// The restitution of a central impact without gravity, as simulate_central_impact() finds it, some hundred times
/// faster: for fits and curves. Good to 1e-10; zero where the mass has not come out after 200,000 steps. Mass [kg] and
/// speed [m/s] above 0, the law within its range.
[[nodiscard]] double calc_restitution(const NormalLaw& law, double mass, double speed);

}  // namespace carom
