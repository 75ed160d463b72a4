#include <system_error>

#include "carom/base/input_error.h"
#include "carom/model/shapes/convex_hull.h"
#include "carom/scene/mesh_files.h"
#include "carom/scene/scene_reader.h"
#include "carom/scene/tables/tables.h"

namespace carom {

using namespace dimensions;
using schema::Reader;
using schema::Value;

namespace {

// A number for all directions, or three.
template <class Shape>
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
  static_cast<Shape*>(target)->scale = factors;
}

template <class Shape>
void add_scale(schema::Table<Shape>& table, const char* help) {
  table.add_key("scale", "number or list of 3 numbers", {}, help, read_scale<Shape>).otherwise("1");
}

// `take` reads the file by its name.
template <class Take>
void read_mesh(const std::string& file, Take take) {
  if (!is_mesh_file_name(file)) throw InputError(file, "of the formats, STL and OBJ are read, found '" + file + "'");
  try {
    take();
  } catch (const std::system_error& problem) {
    throw InputError(file, problem.what());
  } catch (const InputError& problem) {
    throw InputError(file, "mesh '" + file + "': " + problem.problem());
  }
}

template <class Shape, class Take>
schema::Key& add_file(schema::Table<Shape>& table, Take take) {
  return table.add_key("file", "text", {}, "in the format STL or OBJ, from the scene's folder on",
                       [take](const schema::Key&, const Value& value, void* target, Reader& reader) {
                         const std::optional<std::string> file = reader.read_text(value);
                         if (!file) return;
                         Shape& shape = *static_cast<Shape*>(target);
                         read_mesh(*file, [&] { take(shape, *file, SceneReader::meshes(reader)); });
                         shape.file = *file;
                       });
}

void read_points(const schema::Key& key, const Value& value, void* target, Reader& reader) {
  if (value.list() == nullptr) return reader.error(value, "expected a list of points, three numbers each");
  const std::vector<Dimension> three(3, kLength);
  auto& mesh = *static_cast<shapes::ConvexMesh*>(target);
  std::vector<Vector3> points;
  for (const Value& point : *value.list()) {
    const auto numbers = reader.read_numbers(point, three, schema::ListLength::Fixed, key.range);
    if (!numbers) return;
    points.push_back(Vector3((*numbers)[0], (*numbers)[1], (*numbers)[2]).cwiseProduct(mesh.scale));
  }
  mesh.hull = std::make_shared<const TriangleMesh>(make_convex_hull(points, "convex-mesh"));
}

}  // namespace

TablePtr<shapes::Mesh> make_mesh_table(MeshSurface surface) {
  auto table = schema::make_table<shapes::Mesh>(
      std::string(shapes::Mesh::kName),
      surface == MeshSurface::Closed
          ? "A closed surface of triangles from a file, in the body's frame where the file has it."
          : std::string(shapes::Mesh::kSummary));
  // Read before the file, which needs it.
  add_scale(*table, "multiplies the coordinates of the file, which are in meters; negative ones mirror");
  add_file(*table, [surface](shapes::Mesh& mesh, const std::string& file, MeshCache& meshes) {
    mesh.surface = meshes.read(file, mesh.scale);
    if (surface == MeshSurface::Closed) validate_closed(*mesh.surface, file);
  }).required();
  return table;
}

TablePtr<shapes::ConvexMesh> make_convex_mesh_table() {
  auto table = schema::make_table<shapes::ConvexMesh>(std::string(shapes::ConvexMesh::kName),
                                                      std::string(shapes::ConvexMesh::kSummary));
  // Read before the points, which need it.
  add_scale(*table, "multiplies the coordinates of the points or of the file, which are in meters");
  table->add_key("points", "list of lists of 3 numbers", {"m"}, "4 or more, not in one plane; inner ones do not matter",
                 read_points);
  add_file(*table, [](shapes::ConvexMesh& mesh, const std::string& file, MeshCache& meshes) {
    mesh.hull = meshes.read_hull(file, mesh.scale);
  });
  table->exactly_one_of({"points", "file"});
  return table;
}

}  // namespace carom
