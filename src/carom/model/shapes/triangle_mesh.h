#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "carom/math/types.h"
#include "carom/model/shapes/geometry.h"

namespace carom {

/// A surface made of triangles. Seen from outside, the corners of a triangle follow each other counterclockwise.
struct TriangleMesh {
  std::vector<Vector3> vertices;              // [m]
  std::vector<std::array<int, 3>> triangles;  // indices of vertices, from 0
};

/// Throws InputError about `element` unless there are triangles, all vertices are finite, and every triangle has three
/// different vertices that exist.
void validate(const TriangleMesh& mesh, std::string_view element);

/// Throws InputError about `element` unless the mesh, already valid, encloses a volume and its triangles agree on where
/// outside is: every edge is used by two triangles, once in each direction.
///
/// Vertices at the same place but with different indices do not close an edge: files that repeat them (STL) have to be
/// merged by their reader, which alone knows the precision of the file.
void validate_closed(const TriangleMesh& mesh, std::string_view element);

/// Around the middle of the box that holds all vertices.
[[nodiscard]] std::optional<ShapeBall> find_ball_around(const TriangleMesh& mesh);

}  // namespace carom
