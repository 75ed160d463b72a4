#include "carom/scene/simulation_options.h"

namespace carom {

SimulationOptions make_options(const Scene& scene) {
  return {.integrator = scene.simulation.integrator,
          .duration = scene.simulation.duration,
          .record_every = scene.record.every,
          .checkpoint_every = scene.record.checkpoint_every.value_or(0.1 * scene.simulation.duration),
          .contacts = {scene.shapes, scene.contacts, scene.simulation.allowed_overlap}};
}

}  // namespace carom
