#include "carom/scene/read_scene.h"

#include <utility>

#include "carom/base/schema/names.h"
#include "carom/base/schema/reader.h"
#include "carom/scene/document.h"
#include "carom/scene/problem_places.h"
#include "carom/scene/tables/tables.h"

namespace carom {
namespace {

using schema::Diagnostics;
using schema::Value;

Scene interpret(const Value& tree, Diagnostics& diagnostics) {
  static const TablePtr<Scene> table = make_scene_table();
  Scene scene;
  schema::Names names;
  names.predefine("body", "world");
  schema::Reader reader(diagnostics, names);
  (void)table->read(tree, &scene, reader);
  names.check(diagnostics);
  if (tree.find("body") == nullptr) {
    diagnostics.error({.source = tree.place.source, .line = 1, .column = 1}, "the scene has no [[body]]");
  }
  const Value* record = tree.find("record");
  if (record != nullptr && scene.record.every > scene.simulation.duration) {
    diagnostics.warn(record->place, "the time between samples is longer than the run: only its start and end are kept");
  }
  // What only the whole mechanism shows: loops of parents, joints that move nothing.
  if (diagnostics.has_errors()) return scene;
  for (const InputError& problem : scene.model.find_problems()) report_problem_of_scene(problem, tree, diagnostics);
  return scene;
}

}  // namespace

Scene parse_scene(std::string text, const std::string& name, std::span<const std::string> overrides,
                  const std::optional<std::filesystem::path>& folder) {
  Diagnostics diagnostics;
  std::optional<Value> tree = load_document({.name = name, .text = std::move(text)}, folder, diagnostics);
  if (!tree) throw SceneError(diagnostics);
  for (const std::string& assignment : overrides) apply_override(*tree, assignment, diagnostics);
  Scene scene = interpret(*tree, diagnostics);
  if (diagnostics.has_errors()) throw SceneError(diagnostics);
  if (scene.name.empty()) scene.name = std::filesystem::path(name).stem().string();
  scene.warnings = diagnostics.render_all();
  scene.sources = diagnostics.sources();
  return scene;
}

Scene read_scene(const std::filesystem::path& path, std::span<const std::string> overrides) {
  return parse_scene(read_text_file(path), path.string(), overrides, path.parent_path());
}

}  // namespace carom
