#include "apps/carom/arguments/patch_input.h"

#include <filesystem>

#include <fmt/format.h>

#include "apps/carom/output/patch_profile.h"
#include "carom/base/input_error.h"
#include "carom/base/schema/table.h"
#include "carom/scene/document.h"
#include "carom/scene/scene.h"
#include "carom/scene/toml.h"

namespace carom::app {
namespace {

using namespace dimensions;
using schema::Reader;
using schema::Value;

constexpr int kMostAcross = 1024;

struct PatchFile {
  std::string geometry{"space"};
  int elements{64};
  double width{};               // of the grid  [m]
  double datum{1.0};            // [m]
  double depth_of_bodies{1.0};  // across the plane  [m]
  std::optional<ElasticMaterial> first{};
  std::optional<ElasticMaterial> second{};
  PatchProfile profile{};
  double friction{};
  double smoothing{};  // [m]
  PatchViscosity viscosity{};
  double tolerance{1e-6};
};

struct File {
  PatchFile patch{};
  std::vector<PatchStage> stages{};
};

std::shared_ptr<const schema::Table<ElasticMaterial>> make_material_table() {
  auto table = schema::make_table<ElasticMaterial>("material", "An elastic half-space.");
  table->add("young", &ElasticMaterial::young, kForce / kLength / kLength, "Young's modulus").above(0.0).required();
  schema::Key& poisson = table->add("poisson", &ElasticMaterial::poisson, kNumber, "Poisson's ratio");
  poisson.between(-1.0, 0.5).required();
  poisson.range.least_excluded = true;
  return table;
}

std::shared_ptr<const schema::Table<PatchViscosity>> make_viscosity_table() {
  auto table = schema::make_table<PatchViscosity>("viscosity",
                                                  "Of the material: Kelvin and Voigt's, or a standard "
                                                  "linear solid.");
  table->add("time", &PatchViscosity::time, kTime, "damping over stiffness").above(0.0).required();
  table->add("relaxation", &PatchViscosity::relaxation, kTime, "time in which the damped part gives way").at_least(0.0);
  return table;
}

std::shared_ptr<const schema::Table<PatchFile>> make_patch_table() {
  auto table = schema::make_table<PatchFile>("patch", "A contact area in equal elements.");
  table->add_choice("geometry", {"space", "plane"}, &PatchFile::geometry, "squares, or strips in plane strain")
      .otherwise("\"space\"");
  table->add("elements", &PatchFile::elements, "across the grid").between(4, kMostAcross);
  table->add("width", &PatchFile::width, kLength, "of the grid").above(0.0).required();
  table->add("datum", &PatchFile::datum, kLength, "plane: the distance at which displacements vanish").above(0.0);
  table->add("depth_of_bodies", &PatchFile::depth_of_bodies, kLength, "plane: their extent across it").above(0.0);
  table->add_table("first", make_material_table(), &PatchFile::first, "material of the body that moves; none: rigid");
  table->add_table("second", make_material_table(), &PatchFile::second, "of the body that stays; none: rigid");
  table->add_table("profile", make_profile_table(), &PatchFile::profile, "of the undeformed surfaces").required();
  table->add("friction", &PatchFile::friction, kNumber, "coefficient of friction").at_least(0.0);
  table->add("smoothing", &PatchFile::smoothing, kLength, "radius of nonlocal friction").at_least(0.0);
  table->add_table("viscosity", make_viscosity_table(), &PatchFile::viscosity, "of the material; none: elastic");
  table->add("tolerance", &PatchFile::tolerance, kNumber, "of gaps and slips").between(1e-12, 1e-2);
  return table;
}

void check_stage(PatchStage& stage, const Value& value, Reader& reader) {
  if (stage.depth && stage.force) reader.error(value, "expected depth or force, found both");
  if (stage.shift.size() > 2) {
    reader.error(*value.find("shift"), fmt::format("expected 1 or 2 numbers, found {}", stage.shift.size()));
  }
}

std::shared_ptr<const schema::Table<PatchStage>> make_stage_table() {
  auto table = schema::make_table<PatchStage>("stage", "One stretch of the history, in equal steps.");
  table->add("depth", &PatchStage::depth, kLength, "approach from first touch, at the end; default: as before");
  table->add("force", &PatchStage::force, kForce, "normal force instead, at the end").at_least(0.0);
  table->add("shift", &PatchStage::shift, kLength, "of the first body, in x and y, at the end; default: as before");
  table->add("spin", &PatchStage::spin, kAngle, "of the first body about the normal; default: as before");
  table->add("duration", &PatchStage::duration, kTime, "of the stretch; only viscosity feels it").above(0.0);
  table->add("steps", &PatchStage::steps, "that it is divided into").between(1, 100000);
  table->finish_with(check_stage);
  return table;
}

PatchOptions make_options(const PatchFile& file, const std::filesystem::path& folder) {
  const bool plane = file.geometry == "plane";
  const PairCompliance pair = make_pair_compliance(file.first, file.second);
  PatchOptions options{.grid = plane ? make_line_grid(file.elements, 0.5 * file.width, file.depth_of_bodies)
                                     : make_square_grid(file.elements, 0.5 * file.width),
                       .friction = file.friction,
                       .smoothing = file.smoothing,
                       .viscosity = file.viscosity};
  const PatchGrid& grid = options.grid;
  if (plane && file.datum <= file.width) {
    throw InputError("patch",
                     fmt::format("datum has to be larger than width, {:g} m, found {:g} m", file.width, file.datum));
  }
  options.influence = plane ? make_plane_strain_influence(pair, grid.dx, file.datum)
                            : make_half_space_influence(pair, grid.dx, grid.dy);
  options.profile = calc_profile(file.profile, grid, folder);
  options.tolerance = file.tolerance;
  validate(options);
  return options;
}

}  // namespace

PatchInput read_patch_file(const std::string& path, const std::vector<std::string>& overrides) {
  schema::Diagnostics diagnostics;
  const int source = diagnostics.add_source({.name = path, .text = read_file(path)});
  std::optional<Value> tree = parse_toml(source, diagnostics);
  if (!tree) throw SceneError(diagnostics);
  for (const std::string& assignment : overrides) apply_override(*tree, assignment, diagnostics);
  auto table = schema::make_table<File>("file", "A file of one patch.");
  table->add_table("patch", make_patch_table(), &File::patch, "the contact area").required();
  table->add_elements(
      "stage", make_stage_table(),
      [](File& file, PatchStage stage, const Value&, Reader&) { file.stages.push_back(std::move(stage)); },
      "what is done to it, one after the other");
  File file;
  schema::Names names;
  Reader reader(diagnostics, names);
  (void)table->read(*tree, &file, reader);
  if (diagnostics.has_errors()) throw SceneError(diagnostics);
  if (file.stages.empty()) throw InputError(path, "has no [[stage]]: nothing would be done to the patch");
  return {.options = make_options(file.patch, std::filesystem::path(path).parent_path()),
          .stages = std::move(file.stages)};
}

}  // namespace carom::app
