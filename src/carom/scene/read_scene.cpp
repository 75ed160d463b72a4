#include "carom/scene/read_scene.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "carom/base/schema/names.h"
#include "carom/scene/document.h"
#include "carom/scene/problem_places.h"
#include "carom/scene/scene_reader.h"
#include "carom/scene/sort_scene.h"
#include "carom/scene/tables/tables.h"
#include "carom/scene/urdf/add_robot.h"
#include "carom/simulation/compliant/compliant_contacts.h"
#include "carom/simulation/event_driven/rigid_contacts.h"
#include "carom/simulation/time_stepping/stepped_contacts.h"

namespace carom {
namespace {

using schema::Diagnostics;
using schema::Value;

// A patch stands alone. Its history goes by steps, and its load over a step moves the bodies as its account says where
// the method is exact for constant forces.
void check_patch(const Value& contact, const SimulationSettings& simulation, Diagnostics& diagnostics) {
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

// Each formulation has its own laws.
void check_contact_laws(const Value& tree, const Scene& scene, Diagnostics& diagnostics) {
  const Value* contacts = tree.find("contact");
  if (contacts == nullptr || contacts->list() == nullptr) return;
  const SimulationSettings& simulation = scene.simulation;
  const bool rigid = simulation.formulation == "event-driven";
  const bool yields = rigid && simulation.event_driven.inconsistency == InconsistencyPolicy::Compliant;
  for (const Value& contact : *contacts->list()) {
    const auto need = [&](bool needed, const char* key, const std::string& by) {
      if (!needed || contact.find(key) != nullptr) return;
      diagnostics.error(contact.place, fmt::format("missing key '{}' in [[contact]]: {} needs it", key, by));
    };
    need(rigid, "impact", "formulation \"event-driven\"");
    const bool patch = contact.find("patch") != nullptr;
    need(simulation.formulation == "compliant" && !patch, "normal", "formulation \"compliant\"");
    need(yields, "normal", "inconsistency = \"compliant\"");
    if (patch) check_patch(contact, simulation, diagnostics);
  }
}

// What only shapes, materials and laws together show: a contact of nothing, or one whose stiffness nothing gives.
void check_contacts(const Scene& scene, const Value& tree, Diagnostics& diagnostics) {
  if (scene.contacts.empty()) return;
  try {
    const Model model = scene.model.build();
    if (scene.simulation.formulation == "event-driven") {
      (void)RigidContacts(model, make_contact_setup(scene));
    } else if (scene.simulation.formulation == "time-stepping") {
      (void)SteppedContacts(model, make_contact_setup(scene));
    } else {
      (void)CompliantContacts(model, make_contact_setup(scene));
    }
  } catch (const InputError& problem) {
    const Value* place = &tree;
    for (std::size_t i = 0; i < scene.contacts.size(); ++i) {
      if (problem.element() == "contact " + scene.contacts[i].name()) place = &(*tree.find("contact")->list())[i];
    }
    report_problem(problem, *place, diagnostics);
  }
}

// A surface that no contact names is seldom meant.
void warn_of_idle_surfaces(const Scene& scene, const Value& tree, Diagnostics& diagnostics) {
  const Value* shapes = tree.find("shape");
  if (shapes == nullptr || shapes->list() == nullptr) return;
  std::set<std::string> told;
  for (const Value& shape : *shapes->list()) {
    const Value* surface = shape.find("surface");
    if (surface == nullptr || surface->text() == nullptr || !told.insert(*surface->text()).second) continue;
    const std::string& name = *surface->text();
    const auto has = [&](const ContactRule& rule) { return rule.surface_a == name || rule.surface_b == name; };
    if (std::ranges::any_of(scene.contacts, has)) continue;
    diagnostics.warn(surface->place, fmt::format("no [[contact]] is between surface '{}' and another: its shapes pass "
                                                 "through everything",
                                                 name));
  }
}

Scene interpret(const Value& tree, SourceFiles& files, Diagnostics& diagnostics) {
  static const TablePtr<Scene> table = make_scene_table();
  Scene scene;
  schema::Names names;
  names.predefine("body", "world");
  SceneReader reader(diagnostics, names, files);
  (void)table->read(tree, &scene, reader);
  RobotImport import(files, names, diagnostics);
  import.add_robots(scene);
  names.check(diagnostics);
  if (tree.find("body") == nullptr && tree.find("robot") == nullptr) {
    diagnostics.error({.source = tree.place.source, .line = 1, .column = 1},
                      "the scene has no [[body]] and no [robot]");
  }
  check_contact_laws(tree, scene, diagnostics);
  const Value* record = tree.find("record");
  if (record != nullptr && scene.record.every > scene.simulation.duration) {
    diagnostics.warn(record->place, "the time between samples is longer than the run: only its start and end are kept");
  }
  // What only the whole mechanism shows: loops of parents, joints that move nothing.
  if (diagnostics.has_errors()) return scene;
  for (const InputError& problem : scene.model.find_problems()) {
    if (!import.report(problem)) report_problem_of_scene(problem, tree, diagnostics);
  }
  if (!diagnostics.has_errors()) check_contacts(scene, tree, diagnostics);
  warn_of_idle_surfaces(scene, tree, diagnostics);
  sort_scene(scene);
  return scene;
}

// A text in the quotes of TOML.
std::string quote(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

// `root` is the scene's text under the name that messages show, which is longer than the one to be kept.
Scene read_text(schema::Source root, std::string kept_name, SourceFiles& files,
                std::span<const std::string> overrides) {
  Diagnostics diagnostics;
  std::optional<Value> tree = load_document(std::move(root), files, diagnostics);
  if (!tree) throw SceneError(diagnostics);
  for (const std::string& assignment : overrides) apply_override(*tree, assignment, diagnostics);
  Scene scene = interpret(*tree, files, diagnostics);
  if (diagnostics.has_errors()) throw SceneError(diagnostics);
  if (scene.name.empty()) scene.name = std::filesystem::path(kept_name).stem().string();
  scene.warnings = diagnostics.render_all();
  scene.sources.folder = files.folder().string();
  scene.sources.files = files.take();
  scene.sources.files.insert(scene.sources.files.begin(), {std::move(kept_name), diagnostics.sources().front().text});
  scene.sources.overrides.assign(overrides.begin(), overrides.end());
  return scene;
}

// A scene with nothing in it but a robot.
Scene read_scene_of_robot(const std::filesystem::path& path, std::span<const std::string> overrides) {
  SourceFiles files(path.parent_path());
  const std::string file = path.filename().string();
  // A file that is not there is no mistake in the scene, which the user has not written.
  (void)files.read(file);
  const std::string text =
      fmt::format("[scene]\nname = {}\n[robot]\nfile = {}\n", quote(path.stem().string()), quote(file));
  return read_text({.name = "scene of " + path.string(), .text = text}, "scene of " + file, files, overrides);
}

}  // namespace

Scene parse_scene(std::string text, const std::string& name, std::span<const std::string> overrides,
                  const std::optional<std::filesystem::path>& folder) {
  SourceFiles files(folder);
  return read_text({.name = name, .text = std::move(text)}, std::filesystem::path(name).filename().string(), files,
                   overrides);
}

Scene read_scene(const std::filesystem::path& path, std::span<const std::string> overrides) {
  if (path.extension() == ".urdf") return read_scene_of_robot(path, overrides);
  return parse_scene(read_file(path), path.string(), overrides, path.parent_path());
}

Scene read_scene_again(const SceneSources& sources) {
  if (sources.files.empty()) throw InputError("sources", "hold no scene");
  const auto& [name, text] = sources.files.front();
  SourceFiles files(sources);
  return read_text({.name = name, .text = text}, name, files, sources.overrides);
}

}  // namespace carom
