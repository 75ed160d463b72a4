#include "carom/scene/simulation_options.h"

#include <utility>

#include "carom/simulation/formulations.h"

namespace carom {

SimulationOptions make_options(const Scene& scene) {
  return {.integrator = scene.simulation.integrator,
          .duration = scene.simulation.duration,
          .record_every = scene.record.every,
          .checkpoint_every = scene.record.checkpoint_every.value_or(0.1 * scene.simulation.duration),
          .contacts = make_contact_setup(scene),
          .formulation = find_formulation(scene.simulation.formulation).value(),
          .event_driven = scene.simulation.event_driven,
          .time_stepping = scene.simulation.time_stepping};
}

Scene::operator SimulationSetup() const {
  Model built = model.build();
  State initial = built.make_initial_state();
  return {.model = std::move(built), .initial = std::move(initial), .options = make_options(*this)};
}

}  // namespace carom
