#include "carom/simulation/formulations.h"

#include "carom/simulation/compliant/compliant_formulation.h"
#include "carom/simulation/event_driven/event_formulation.h"
#include "carom/simulation/mechanism/free_motion.h"
#include "carom/simulation/time_stepping/stepping_formulation.h"

namespace carom {
namespace {

// A formulation is a folder and a line here: how it is made of what the options say.
std::unique_ptr<Formulation> make(FormulationKind kind, const Model& model, const SimulationOptions& o) {
  switch (kind) {
    case FormulationKind::Compliant:
      return std::make_unique<CompliantFormulation>(model, o.contacts, o.integrator);
    case FormulationKind::EventDriven:
      return std::make_unique<EventFormulation>(model, o.contacts, o.integrator, o.event_driven);
    case FormulationKind::TimeStepping:
      return std::make_unique<SteppingFormulation>(model, o.contacts, o.time_stepping);
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<Formulation> make_formulation(const Model& model, const SimulationOptions& options) {
  if (options.contacts.rules.empty()) return std::make_unique<FreeMotion>(model, options.integrator);
  SimulationOptions own = options;
  own.event_driven.stop = own.time_stepping.stop = options.stop;
  return make(options.formulation, model, own);
}

}  // namespace carom
