#include "carom/model/shapes/triangle_mesh.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "carom/base/input_error.h"

namespace carom {
namespace {

using Edge = std::pair<int, int>;  // from, to

[[noreturn]] void refuse(std::string_view element, std::string problem) {
  throw InputError(std::string(element), std::move(problem));
}

std::vector<Edge> list_edges_in_order(const TriangleMesh& mesh) {
  std::vector<Edge> edges;
  edges.reserve(3 * mesh.triangles.size());
  for (const auto& [a, b, c] : mesh.triangles) edges.insert(edges.end(), {{a, b}, {b, c}, {c, a}});
  std::ranges::sort(edges);
  return edges;
}

}  // namespace

void validate(const TriangleMesh& mesh, std::string_view element) {
  if (mesh.triangles.empty()) refuse(element, "mesh has no triangles");
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    const Vector3& p = mesh.vertices[i];
    if (std::isfinite(p.x()) && std::isfinite(p.y()) && std::isfinite(p.z())) continue;
    refuse(element, fmt::format("vertex {} of the mesh must be finite, found ({}, {}, {}) m", i, p.x(), p.y(), p.z()));
  }
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto& [a, b, c] = mesh.triangles[i];
    for (const int vertex : {a, b, c}) {
      if (vertex >= 0 && std::cmp_less(vertex, mesh.vertices.size())) continue;
      refuse(element, fmt::format("triangle {} of the mesh uses vertex {}; there are vertices 0 to {}", i, vertex,
                                  static_cast<long>(mesh.vertices.size()) - 1));
    }
    if (a == b || b == c || c == a) {
      refuse(element, fmt::format("triangle {} of the mesh uses a vertex twice: ({}, {}, {})", i, a, b, c));
    }
  }
}

void validate_closed(const TriangleMesh& mesh, std::string_view element) {
  const std::vector<Edge> edges = list_edges_in_order(mesh);
  if (const auto twice = std::ranges::adjacent_find(edges); twice != edges.end()) {
    refuse(element, fmt::format("mesh has two triangles that use the edge from vertex {} to vertex {} in the same "
                                "direction; one of them is inside out or there are more than two at this edge",
                                twice->first, twice->second));
  }
  for (const auto& [from, to] : edges) {
    if (std::ranges::binary_search(edges, Edge{to, from})) continue;
    refuse(element, fmt::format("mesh is open: only one triangle uses the edge from vertex {} to vertex {}", from, to));
  }
}

std::optional<ShapeBall> find_ball_around(const TriangleMesh& mesh) {
  if (mesh.vertices.empty()) return ShapeBall{};
  Vector3 low = mesh.vertices.front(), high = low;
  for (const Vector3& vertex : mesh.vertices) {
    low = low.cwiseMin(vertex);
    high = high.cwiseMax(vertex);
  }
  return ShapeBall{0.5 * (low + high), 0.5 * (high - low).norm()};
}

}  // namespace carom
