#include "carom/scene/read_scene.h"

#include <utility>

#include <fmt/format.h>

#include "carom/base/schema/names.h"
#include "carom/base/schema/reader.h"
#include "carom/scene/document.h"
#include "carom/scene/problem_places.h"
#include "carom/scene/tables/tables.h"
#include "carom/scene/urdf/add_robot.h"

namespace carom {
namespace {

using schema::Diagnostics;
using schema::Value;

Scene interpret(const Value& tree, const std::optional<std::filesystem::path>& folder, Diagnostics& diagnostics) {
  static const TablePtr<Scene> table = make_scene_table();
  Scene scene;
  schema::Names names;
  names.predefine("body", "world");
  schema::Reader reader(diagnostics, names);
  (void)table->read(tree, &scene, reader);
  RobotImport import(folder, names, diagnostics);
  import.add_robots(scene);
  names.check(diagnostics);
  if (tree.find("body") == nullptr && tree.find("robot") == nullptr) {
    diagnostics.error({.source = tree.place.source, .line = 1, .column = 1},
                      "the scene has no [[body]] and no [robot]");
  }
  const Value* record = tree.find("record");
  if (record != nullptr && scene.record.every > scene.simulation.duration) {
    diagnostics.warn(record->place, "the time between samples is longer than the run: only its start and end are kept");
  }
  // What only the whole mechanism shows: loops of parents, joints that move nothing.
  if (diagnostics.has_errors()) return scene;
  for (const InputError& problem : scene.model.find_problems()) {
    if (!import.report(problem)) report_problem_of_scene(problem, tree, diagnostics);
  }
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

// A scene with nothing in it but a robot.
Scene read_scene_of_robot(const std::filesystem::path& path, std::span<const std::string> overrides) {
  // A file that is not there is no mistake in the scene, which the user has not written.
  (void)read_text_file(path);
  const std::string text =
      fmt::format("[scene]\nname = {}\n[robot]\nfile = {}\n", quote(path.stem().string()), quote(path.string()));
  return parse_scene(text, "scene of " + path.string(), overrides, "");
}

}  // namespace

Scene parse_scene(std::string text, const std::string& name, std::span<const std::string> overrides,
                  const std::optional<std::filesystem::path>& folder) {
  Diagnostics diagnostics;
  std::optional<Value> tree = load_document({.name = name, .text = std::move(text)}, folder, diagnostics);
  if (!tree) throw SceneError(diagnostics);
  for (const std::string& assignment : overrides) apply_override(*tree, assignment, diagnostics);
  Scene scene = interpret(*tree, folder, diagnostics);
  if (diagnostics.has_errors()) throw SceneError(diagnostics);
  if (scene.name.empty()) scene.name = std::filesystem::path(name).stem().string();
  scene.warnings = diagnostics.render_all();
  scene.sources = diagnostics.sources();
  return scene;
}

Scene read_scene(const std::filesystem::path& path, std::span<const std::string> overrides) {
  if (path.extension() == ".urdf") return read_scene_of_robot(path, overrides);
  return parse_scene(read_text_file(path), path.string(), overrides, path.parent_path());
}

}  // namespace carom
