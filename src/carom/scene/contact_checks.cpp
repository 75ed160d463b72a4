#include "carom/scene/contact_checks.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "carom/scene/formulation_keys.h"
#include "carom/scene/problem_places.h"
#include "carom/simulation/formulations.h"

namespace carom {
namespace {

using schema::Diagnostics;
using schema::Value;

// The text at a path below [simulate]; nothing where the path ends before. A value of another type is an empty text.
std::optional<std::string> find_choice(const Value& tree, std::initializer_list<const char*> path) {
  const Value* value = tree.find("simulate");
  for (const char* key : path) {
    if (value == nullptr) return std::nullopt;
    if (value->table() == nullptr) return std::string();
    value = value->find(key);
  }
  if (value == nullptr) return std::nullopt;
  return value->text() != nullptr ? *value->text() : std::string();
}

// A method that is not known is reported, and has left the default.
bool has_known_method(const Value& tree) {
  const std::optional<std::string> method = find_choice(tree, {"integrator", "method"});
  return !method || std::ranges::find(method_names(), *method) != method_names().end();
}

// A patch stands alone. Its history goes by steps, and its load over a step moves the bodies as its account says where
// the method is exact for constant forces.
void check_patch(const Value& tree, const Value& contact, const SimulationSettings& simulation,
                 Diagnostics& diagnostics) {
  for (const char* other : {"normal", "friction", "rolling", "memory"}) {
    const Value* found = contact.find(other);
    if (found == nullptr) continue;
    diagnostics.error(found->place, fmt::format("a contact with a 'patch' has no '{}': the patch finds it", other));
  }
  const schema::Place place = contact.find("patch")->place;
  if (simulation.formulation == "time-stepping") {
    diagnostics.error(place,
                      "formulation \"time-stepping\" takes bodies for rigid and has no patches; use "
                      "\"compliant\", or give 'friction' instead of the patch");
  }
  if (simulation.formulation != "compliant") return;
  if (!has_known_method(tree)) return;
  const auto* fixed = std::get_if<FixedStepOptions>(&simulation.integrator);
  if (fixed == nullptr) {
    diagnostics.error(place,
                      "a patch needs fixed steps, since its history goes by steps: in [simulate] give integrator "
                      "= { method = \"rk4\", step = … }");
  } else if (fixed->method == FixedMethod::Euler || fixed->method == FixedMethod::SemiImplicitEuler) {
    diagnostics.error(place,
                      "a patch needs a method whose steps are exact under constant forces, or its energy does "
                      "not balance: in [simulate] give integrator = { method = \"rk4\", step = … } or "
                      "\"bogacki-shampine\"");
  }
}

// Whether they can be made; else what is wrong has been reported at a place.
bool try_contacts(const Model& model, const Scene& scene, const ContactSetup& setup, const Value& place,
                  Diagnostics& diagnostics) {
  try {
    check_contacts(find_formulation(scene.simulation.formulation).value(), model, setup);
    return true;
  } catch (const InputError& problem) {
    report_problem(problem, place, diagnostics);
    return false;
  }
}

// Shapes and robots: whatever has a surface.
std::vector<const Value*> list_owners_of_surfaces(const Value& tree) {
  std::vector<const Value*> owners;
  for (const char* key : {"shape", "robot"}) {
    const Value* value = tree.find(key);
    if (value == nullptr) continue;
    if (const Value::List* list = value->list()) {
      for (const Value& element : *list) owners.push_back(&element);
    } else {
      owners.push_back(value);
    }
  }
  return owners;
}

}  // namespace

void check_contact_laws(const Value& tree, const SimulationSettings& simulation, Diagnostics& diagnostics) {
  const Value* contacts = tree.find("contact");
  if (contacts == nullptr || contacts->list() == nullptr) return;
  // A formulation that is not known is reported, and has left the default.
  if (find_choice(tree, {"formulation"}).value_or(simulation.formulation) != simulation.formulation) return;
  const bool rigid = simulation.formulation == "event-driven";
  const bool yields = rigid && simulation.event_driven.may_yield();
  for (const Value& contact : *contacts->list()) {
    const auto need = [&](bool needed, const char* key, const std::string& by) {
      if (!needed || contact.find(key) != nullptr) return;
      diagnostics.error(contact.place, fmt::format("missing key '{}' in [[contact]]: {} needs it", key, by));
    };
    need(rigid, "impact", "formulation \"event-driven\"");
    const bool patch = contact.find("patch") != nullptr;
    need(simulation.formulation == "compliant" && !patch, "normal", "formulation \"compliant\"");
    need(yields, "normal", "\"compliant\" where rigid contacts have no solution or several");
    if (patch) check_patch(tree, contact, simulation, diagnostics);
    check_formulation_keys(contact, simulation.formulation, diagnostics);
  }
}

void check_contacts(const Scene& scene, const Value& tree, Diagnostics& diagnostics) {
  if (scene.contacts.empty()) return;
  const Model model = scene.model.build();
  ContactSetup setup = make_contact_setup(scene);
  Diagnostics of_all = diagnostics;
  if (try_contacts(model, scene, setup, tree, of_all)) return;
  bool each_is_good = true;
  for (std::size_t i = 0; i < scene.contacts.size(); ++i) {
    setup.rules = {scene.contacts[i]};
    const Value& place = (*tree.find("contact")->list())[i];
    each_is_good = try_contacts(model, scene, setup, place, diagnostics) && each_is_good;
  }
  if (each_is_good) diagnostics = std::move(of_all);
}

void warn_of_idle_surfaces(const Scene& scene, const Value& tree, Diagnostics& diagnostics) {
  std::set<std::string> told;
  for (const Value* owner : list_owners_of_surfaces(tree)) {
    const Value* surface = owner->find("surface");
    if (surface == nullptr || surface->text() == nullptr || !told.insert(*surface->text()).second) continue;
    const std::string& name = *surface->text();
    const auto has = [&](const ContactRule& rule) { return rule.surface_a == name || rule.surface_b == name; };
    if (std::ranges::any_of(scene.contacts, has)) continue;
    diagnostics.warn(surface->place, fmt::format("no [[contact]] is between surface '{}' and another: its shapes pass "
                                                 "through everything",
                                                 name));
  }
}

}  // namespace carom
