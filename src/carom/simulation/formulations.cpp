#include "carom/simulation/formulations.h"

#include <algorithm>
#include <array>

#include "carom/simulation/compliant/compliant_formulation.h"
#include "carom/simulation/event_driven/event_formulation.h"
#include "carom/simulation/mechanism/free_motion.h"
#include "carom/simulation/time_stepping/stepping_formulation.h"

namespace carom {
namespace {

using Options = SimulationOptions;

template <class Contacts>
void try_contacts(const Model& model, const ContactSetup& setup) {
  (void)Contacts(model, setup);
}

struct Entry {
  std::string_view name;
  FormulationKind kind;
  std::unique_ptr<Formulation> (*make)(const Model& model, const Options& options);
  void (*check)(const Model& model, const ContactSetup& setup);
};

std::unique_ptr<Formulation> make_compliant(const Model& model, const Options& options) {
  return std::make_unique<CompliantFormulation>(model, options.contacts, options.integrator);
}

std::unique_ptr<Formulation> make_event_driven(const Model& model, const Options& options) {
  EventDrivenOptions own = options.event_driven;
  own.stop = options.stop;
  return std::make_unique<EventFormulation>(model, options.contacts, options.integrator, own);
}

std::unique_ptr<Formulation> make_time_stepping(const Model& model, const Options& options) {
  TimeSteppingOptions own = options.time_stepping;
  own.stop = options.stop;
  return std::make_unique<SteppingFormulation>(model, options.contacts, own);
}

// A formulation is a folder and a line here.
constexpr std::array kFormulations{
    Entry{"compliant", FormulationKind::Compliant, make_compliant, try_contacts<CompliantContacts>},
    Entry{"event-driven", FormulationKind::EventDriven, make_event_driven, try_contacts<RigidContacts>},
    Entry{"time-stepping", FormulationKind::TimeStepping, make_time_stepping, try_contacts<SteppedContacts>}};

const Entry& find_entry(FormulationKind kind) { return *std::ranges::find(kFormulations, kind, &Entry::kind); }

}  // namespace

std::unique_ptr<Formulation> make_formulation(const Model& model, const SimulationOptions& options) {
  if (options.contacts.rules.empty()) return std::make_unique<FreeMotion>(model, options.integrator);
  return find_entry(options.formulation).make(model, options);
}

void check_contacts(FormulationKind kind, const Model& model, const ContactSetup& setup) {
  find_entry(kind).check(model, setup);
}

std::vector<std::string> formulation_names() {
  std::vector<std::string> names;
  for (const Entry& entry : kFormulations) names.emplace_back(entry.name);
  return names;
}

std::optional<FormulationKind> find_formulation(std::string_view name) {
  const auto* const found = std::ranges::find(kFormulations, name, &Entry::name);
  if (found == kFormulations.end()) return {};
  return found->kind;
}

}  // namespace carom
