// OBJ through tinyobjloader, whose header stays in this one source.
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <tiny_obj_loader.h>

#include "carom/base/input_error.h"
#include "carom/scene/mesh_files.h"
#include "carom/scene/obj_check.h"

namespace carom {
namespace {

[[noreturn]] void refuse(std::string_view element, const std::string& problem) {
  throw InputError(std::string(element), problem);
}

}  // namespace

TriangleMesh parse_obj(const std::string& text, std::string_view element) {
  check_obj(text, element);
  tinyobj::ObjReaderConfig config;
  config.triangulate = true;
  config.vertex_color = false;
  tinyobj::ObjReader reader;
  if (!reader.ParseFromString(text, "", config)) refuse(element, "is no OBJ file: " + reader.Error());
  const std::vector<tinyobj::real_t>& numbers = reader.GetAttrib().vertices;
  TriangleMesh mesh;
  for (std::size_t i = 0; i + 2 < numbers.size(); i += 3) {
    mesh.vertices.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
  }
  for (const tinyobj::shape_t& shape : reader.GetShapes()) {
    const std::vector<tinyobj::index_t>& corners = shape.mesh.indices;
    // Lines and points are not of interest, and the loader has made triangles of all that is.
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
      const std::array<int, 3> triangle = {corners[i].vertex_index, corners[i + 1].vertex_index,
                                           corners[i + 2].vertex_index};
      const bool has_area = triangle[0] != triangle[1] && triangle[1] != triangle[2] && triangle[2] != triangle[0];
      if (has_area) mesh.triangles.push_back(triangle);
    }
  }
  validate(mesh, element);
  return mesh;
}

}  // namespace carom
