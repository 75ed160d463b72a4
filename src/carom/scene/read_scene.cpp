#include "carom/scene/read_scene.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include <fmt/format.h>

#include "carom/base/schema/names.h"
#include "carom/scene/contact_checks.h"
#include "carom/scene/document.h"
#include "carom/scene/problem_places.h"
#include "carom/scene/scene_reader.h"
#include "carom/scene/simulation_options.h"
#include "carom/scene/sort_scene.h"
#include "carom/scene/tables/tables.h"
#include "carom/scene/urdf/add_robot.h"

namespace carom {
namespace {

using schema::Diagnostics;
using schema::Value;

// What each element says by itself, robots included.
void read_elements(const Value& tree, RobotImport& import, SceneReader& reader, Scene& scene) {
  static const TablePtr<Scene> table = make_scene_table();
  reader.names().predefine("body", "world");
  (void)table->read(tree, &scene, reader);
  import.add_robots(scene);
}

// As runs see them. What is wrong with the scene is reported when it is interpreted.
std::vector<ShapeSpec> list_shapes(const Value& tree, SourceFiles& files, Diagnostics unheard) {
  Scene scene;
  schema::Names names;
  SceneReader reader(unheard, names, files);
  RobotImport import(files, names, unheard);
  read_elements(tree, import, reader, scene);
  sort_scene(scene);
  return std::move(scene.shapes);
}

// Interprets a tree, and says all that is wrong with it at once: what only shows in the whole is looked for where the
// parts that it takes are good.
class Interpreter {
 public:
  Interpreter(const Value& tree, SourceFiles& files, Diagnostics& diagnostics)
      : tree_(tree),
        diagnostics_(diagnostics),
        reader_(diagnostics, names_, files),
        import_(files, names_, diagnostics) {}

  /// `is_whole`: nothing was left out of the tree.
  [[nodiscard]] Scene interpret(bool is_whole) {
    Scene scene;
    if (!is_whole) names_.forgive_unknown();
    read_elements(tree_, import_, reader_, scene);
    const bool has_names = has_no_errors([&] { names_.check(diagnostics_); });
    if (is_whole) check_presence();
    const bool has_laws = has_no_errors([&] { check_contact_laws(tree_, scene.simulation, diagnostics_); });
    if (are_good({"scene", "simulate", "record"})) {
      check_lengths(scene);
      warn_of_sampling(scene);
    }
    const bool has_parts = is_whole && has_names && !import_.has_failed() &&
                           are_good({"scene", "body", "robot", "constraint", "spring", "force"});
    const bool has_model = has_parts && has_no_errors([&] { check_model(scene); });
    if (has_model && has_laws && are_good({"shape", "surface", "contact", "group", "ignore", "simulate"})) {
      check_contacts(scene, tree_, diagnostics_);
      warn_of_idle_surfaces(scene, tree_, diagnostics_);
    }
    sort_scene(scene);
    return scene;
  }

 private:
  template <class Check>
  [[nodiscard]] bool has_no_errors(const Check& check) {
    const std::size_t errors = diagnostics_.num_errors();
    check();
    return diagnostics_.num_errors() == errors;
  }

  [[nodiscard]] bool are_good(std::initializer_list<const char*> tables) const {
    return std::ranges::none_of(tables, [&](const char* table) { return reader_.has_failed(table); });
  }

  void check_presence() {
    if (tree_.find("body") != nullptr || tree_.find("robot") != nullptr) return;
    diagnostics_.error({.source = tree_.place.source, .line = 1, .column = 1},
                       "the scene has no [[body]] and no [robot]");
  }

  // Samples and steps that would take for ever.
  void check_lengths(const Scene& scene) {
    SimulationOptions sampled = make_options(scene), stepped = sampled;
    sampled.integrator = AdaptiveOptions{};
    stepped.record_every = stepped.duration;
    for (const auto& [table, options] : {std::pair("record", sampled), std::pair("simulate", stepped)}) {
      try {
        validate(options);
      } catch (const InputError& problem) {
        const Value* place = tree_.find(table);
        report_problem(problem, place != nullptr ? *place : tree_, diagnostics_);
      }
    }
  }

  void warn_of_sampling(const Scene& scene) {
    const Value* record = tree_.find("record");
    if (record == nullptr || scene.record.every <= scene.simulation.duration) return;
    diagnostics_.warn(record->place,
                      "the time between samples is longer than the run: only its start and end are kept");
  }

  // Loops of parents, joints that move nothing.
  void check_model(const Scene& scene) {
    for (const InputError& problem : scene.model.find_problems()) {
      if (!import_.report(problem)) report_problem_of_scene(problem, tree_, diagnostics_);
    }
  }

  const Value& tree_;
  Diagnostics& diagnostics_;
  schema::Names names_;
  SceneReader reader_;
  RobotImport import_;
};

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
  const bool is_whole = !diagnostics.has_errors();
  const ShapeLister lister = [&] { return list_shapes(*tree, files, diagnostics); };
  for (const std::string& assignment : overrides) apply_override(*tree, assignment, diagnostics, lister);
  Scene scene = Interpreter(*tree, files, diagnostics).interpret(is_whole);
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
