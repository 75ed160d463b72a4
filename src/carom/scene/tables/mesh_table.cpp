#include <system_error>

#include "carom/base/input_error.h"
#include "carom/scene/mesh_files.h"
#include "carom/scene/scene_reader.h"
#include "carom/scene/tables/tables.h"

namespace carom {

using namespace dimensions;
using schema::Reader;
using schema::Value;

namespace {

// A number for all directions, or three.
void read_scale(const schema::Key& key, const Value& value, void* target, Reader& reader) {
  std::optional<std::vector<double>> scale;
  if (value.list() != nullptr) {
    const std::vector<Dimension> three(3, kNumber);
    scale = reader.read_numbers(value, three, schema::ListLength::Fixed, key.range);
  } else if (const std::optional<double> number = reader.read_number(value, kNumber, key.range)) {
    scale = {*number, *number, *number};
  }
  if (!scale) return;
  const Vector3 factors((*scale)[0], (*scale)[1], (*scale)[2]);
  if (factors.cwiseAbs().minCoeff() == 0.0) throw InputError("mesh", "must not be 0");
  static_cast<shapes::Mesh*>(target)->scale = factors;
}

void read_surface(shapes::Mesh& mesh, const std::string& file, MeshSurface surface, MeshCache& meshes) {
  if (!is_mesh_file_name(file)) throw InputError(file, "of the formats, STL and OBJ are read, found '" + file + "'");
  try {
    mesh.surface = meshes.read(file, mesh.scale);
    if (surface == MeshSurface::Closed) validate_closed(*mesh.surface, file);
  } catch (const std::system_error& problem) {
    throw InputError(file, problem.what());
  } catch (const InputError& problem) {
    throw InputError(file, "mesh '" + file + "': " + problem.problem());
  }
  mesh.file = file;
}

}  // namespace

TablePtr<shapes::Mesh> make_mesh_table(MeshSurface surface) {
  auto table = schema::make_table<shapes::Mesh>(
      "mesh", surface == MeshSurface::Closed
                  ? "A closed surface of triangles from a file, in the body's frame where the file has it."
                  : "a surface of triangles from a file, with the origin of the file at `at`");
  // Read before the file, which needs it.
  table
      ->add_key("scale", "number or list of 3 numbers", {},
                "multiplies the coordinates of the file, which are in meters; negative ones mirror", read_scale)
      .otherwise("1");
  table
      ->add_key("file", "text", {}, "in the format STL or OBJ, from the scene's folder on",
                [surface](const schema::Key&, const Value& value, void* target, Reader& reader) {
                  const std::optional<std::string> file = reader.read_text(value);
                  if (!file) return;
                  read_surface(*static_cast<shapes::Mesh*>(target), *file, surface, SceneReader::meshes(reader));
                })
      .required();
  return table;
}

}  // namespace carom
