#include "carom/scene/simulation_options.h"

namespace carom {

SimulationOptions make_options(const Scene& scene) {
  return {.integrator = scene.simulation.integrator,
          .duration = scene.simulation.duration,
          .record_every = scene.record.every,
          .checkpoint_every = scene.record.checkpoint_every.value_or(0.1 * scene.simulation.duration),
          .contacts = make_contact_setup(scene),
          .formulation = scene.simulation.formulation == "event-driven" ? FormulationKind::EventDriven
                                                                        : FormulationKind::Compliant,
          .event_driven = scene.simulation.event_driven};
}

}  // namespace carom
