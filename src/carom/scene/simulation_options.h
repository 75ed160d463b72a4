#pragma once

#include "carom/scene/scene.h"
#include "carom/simulation/simulation.h"

namespace carom {

/// How a scene is simulated, by everything that runs one.
[[nodiscard]] SimulationOptions make_options(const Scene& scene);

}  // namespace carom
