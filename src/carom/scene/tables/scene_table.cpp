#include "carom/model/spec_checks.h"
#include "carom/scene/problem_places.h"
#include "carom/scene/tables/tables.h"
#include "carom/simulation/formulations.h"

namespace carom {

using namespace dimensions;
using schema::Reader;
using schema::Value;

namespace {

constexpr int kFormat = 1;

TablePtr<Scene> make_header_table() {
  auto table = schema::make_table<Scene>("scene", "What the scene is called and how long it lasts.");
  table->add("name", &Scene::name, "of the scene").otherwise("that of the file");
  const auto check_format = [](Scene&, double) {};
  table->add_number("format", kNumber, check_format, "version of this format").between(1, kFormat).otherwise("1");
  const auto set_gravity = [](Scene& scene, const std::vector<double>& g) {
    scene.model.set_gravity({g[0], g[1], g[2]});
  };
  table->add_numbers("gravity", std::vector<Dimension>(3, kAcceleration), set_gravity, "acceleration of free fall")
      .otherwise(fmt::format("[0, 0, -{}]", ModelBuilder::kStandardGravity));
  const auto set_duration = [](Scene& scene, double duration) { scene.simulation.duration = duration; };
  table->add_number("duration", kTime, set_duration, "simulated time").above(0.0).otherwise("10 s");
  return table;
}

InconsistencyPolicy read_policy(const std::string& name) {
  using enum InconsistencyPolicy;
  for (const InconsistencyPolicy policy : {Stop, Impact, Compliant, Separate, Keep}) {
    if (name_of(policy) == name) return policy;
  }
  return Stop;
}

void add_policy_keys(schema::Table<SimulationSettings>& table) {
  using Settings = SimulationSettings;
  const auto set_none = [](Settings& settings, const std::string& policy) {
    settings.event_driven.no_solution = read_policy(policy);
  };
  table
      .add_choice("no_solution", {"stop", "impact", "compliant"}, set_none,
                  "event-driven: what to do where rigid contacts have no solution: end the run, take it for an impact "
                  "without collision, or let these contacts follow their compliant laws until they open")
      .otherwise("\"stop\"");
  const auto set_several = [](Settings& settings, const std::string& policy) {
    settings.event_driven.several_solutions = read_policy(policy);
  };
  table
      .add_choice("several_solutions", {"stop", "impact", "compliant", "separate", "keep"}, set_several,
                  "event-driven: what to do where rigid contacts have several solutions: the same, or go on with the "
                  "one in which most contacts separate, or with the one most like the motion before")
      .otherwise("\"stop\"");
  table.add_former_key("inconsistency", "give 'no_solution' and 'several_solutions', each with what to do there");
}

void add_event_driven_keys(schema::Table<SimulationSettings>& table) {
  using Settings = SimulationSettings;
  const auto set_rest_speed = [](Settings& settings, double speed) { settings.event_driven.rest_speed = speed; };
  table.add_number("rest_speed", kSpeed, set_rest_speed, "event-driven: a slower impact does not bounce, nor rock")
      .at_least(EventDrivenOptions::kSlowestRest)
      .otherwise(fmt::format("{}", EventDrivenOptions{}.rest_speed));
  const auto set_several = [](Settings& settings, const std::string& several) {
    settings.event_driven.several =
        several == "sequential" ? SeveralContacts::Sequential : SeveralContacts::Simultaneous;
  };
  table
      .add_choice("several", {"simultaneous", "sequential"}, set_several,
                  "event-driven: whether contacts that touch at once share one impact, or collide one after another")
      .otherwise("\"simultaneous\"");
  const auto set_max_island = [](Settings& settings, double most) {
    settings.event_driven.max_island = static_cast<int>(most);
  };
  table
      .add_integer("max_island", set_max_island,
                   "event-driven: where this many contacts are connected, the motion continues in time steps")
      .between(2.0, 1e6)
      .otherwise(fmt::format("{}", EventDrivenOptions{}.max_island));
  const auto set_fallback_step = [](Settings& settings, double step) { settings.event_driven.fallback_step = step; };
  table.add_number("fallback_step", kTime, set_fallback_step, "event-driven: the length of those time steps")
      .above(0.0)
      .otherwise(fmt::format("{}", EventDrivenOptions{}.fallback_step));
  add_policy_keys(table);
}

TablePtr<SimulationSettings> make_simulate_table() {
  auto table = schema::make_table<SimulationSettings>("simulate", "How the motion is computed.");
  table
      ->add_choice("formulation", formulation_names(), &SimulationSettings::formulation,
                   "whether contacts are forces of depth and rate, or rigid: constraints between events and laws of "
                   "impact at them, or impulses over steps of a fixed length")
      .otherwise("\"compliant\"");
  table->add_part("integrator", make_integrator_table(), &SimulationSettings::integrator, "the method and its accuracy")
      .otherwise("{ method = \"adaptive\" }");
  table
      ->add("allowed_overlap", &SimulationSettings::allowed_overlap, kLength,
            "bodies that overlap by more at the start are a mistake")
      .at_least(0.0);
  add_event_driven_keys(*table);
  table->add_part("stepping", make_stepping_table(), &SimulationSettings::time_stepping, "time-stepping: the scheme")
      .otherwise("{ scheme = \"peiret\", step = 1e-3 }");
  return table;
}

// Checks an element by itself and, where it is good, adds it.
template <class Element, class Check, class Add>
auto add_checked(Check check, Add add) {
  return [check, add](Scene& scene, Element&& element, const Value& value, Reader& reader) {
    try {
      check(element);
      add(scene, std::move(element));
    } catch (const InputError& problem) {
      report_problem(problem, value, reader.diagnostics());
    }
  };
}

void add_body(Scene& scene, const BodyEntry& entry) {
  BodySpec spec = make_body_spec(entry);
  check_mass(spec);
  check_joint(spec);
  scene.model.add_body(std::move(spec));
}

// [robot], or [[robot]] for several. Their files are read when all else is, see add_robot.h.
void add_robot_key(schema::Table<Scene>& scene) {
  const TablePtr<RobotEntry> table = make_robot_table();
  const auto read = [table](const schema::Key&, const Value& value, void* target, Reader& reader) {
    const auto read_one = [&](const Value& item) {
      RobotEntry entry{.place = item.place};
      if (const Value* file = item.find("file")) entry.place = file->place;
      // With errors too: what is wrong with its file and its joints is told along with them.
      if (!table->read(item, &entry, reader)) reader.names().forgive_unknown();
      const bool has_file = item.find("file") != nullptr && item.find("file")->text() != nullptr;
      if (has_file) static_cast<Scene*>(target)->robots.push_back(std::move(entry));
    };
    if (value.list() == nullptr) return read_one(value);
    for (const Value& item : *value.list()) read_one(item);
  };
  schema::Key& key = scene.add_key("robot", "table", {}, "a robot from a URDF file", read);
  key.tables.push_back(table);
  key.otherwise("none");
}

}  // namespace

TablePtr<Scene> make_scene_table() {
  auto table = schema::make_table<Scene>("the scene", "A scene.");
  // Followed before the tables are read, see document.h.
  table
      ->add_key("include", "list of texts", {},
                "other files of the scene's folder, read as if their elements stood here",
                [](const schema::Key&, const Value&, void*, Reader&) {})
      .otherwise("none");
  table->add_part(
      "scene", make_header_table(), [](Scene& scene) -> Scene& { return scene; },
      "what the scene is called and how long it lasts");
  table->add_elements("body", make_body_table(), add_checked<BodyEntry>([](const BodyEntry&) {}, add_body),
                      "rigid bodies and their joints");
  add_robot_key(*table);
  table->add_elements(
      "constraint", make_constraint_table(),
      add_checked<ConstraintSpec>(
          check_constraint, [](Scene& scene, ConstraintSpec&& spec) { scene.model.add_constraint(std::move(spec)); }),
      "what closes loops or couples velocities");
  table->add_elements("spring", make_spring_table(),
                      add_checked<SpringDamper>(check_spring_damper,
                                                [](Scene& scene, SpringDamper&& spring) {
                                                  scene.model.add_spring_damper(std::move(spring));
                                                }),
                      "springs and dampers between bodies");
  table->add_elements(
      "force", make_force_table(),
      add_checked<BodyForce>(check_body_force,
                             [](Scene& scene, BodyForce&& force) { scene.model.add_body_force(std::move(force)); }),
      "forces on bodies");
  table->add_elements(
      "shape", make_shape_table(),
      [](Scene& scene, ShapeSpec&& shape, const Value&, Reader&) { scene.shapes.push_back(std::move(shape)); },
      "what is seen of bodies");
  table->add_elements(
      "surface", make_surface_table(),
      [](Scene& scene, SurfaceMaterial&& surface, const Value&, Reader&) {
        scene.materials.push_back(std::move(surface));
      },
      "what surfaces are made of");
  table->add_elements(
      "contact", make_contact_table(),
      [](Scene& scene, ContactRule&& rule, const Value&, Reader&) { scene.contacts.push_back(std::move(rule)); },
      "what happens where surfaces touch");
  table->add_elements(
      "group", make_group_table(),
      [](Scene& scene, BodyGroup&& group, const Value&, Reader&) { scene.groups.push_back(std::move(group)); },
      "bodies that are ignored together");
  table->add_elements(
      "ignore", make_ignore_table(),
      [](Scene& scene, IgnoredContact&& ignored, const Value&, Reader&) {
        scene.ignored.push_back(std::move(ignored));
      },
      "bodies that pass through each other");
  table->add_part("simulate", make_simulate_table(), &Scene::simulation, "how the motion is computed");
  table->add_part("record", make_record_table(), &Scene::record, "what is kept of a run");
  return table;
}

}  // namespace carom
