#include "carom/model/shapes/mesh_faults.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace carom {
namespace {

using Edge = std::pair<int, int>;  // from, to

std::vector<Edge> list_edges(const TriangleMesh& mesh) {
  std::vector<Edge> edges;
  edges.reserve(3 * mesh.triangles.size());
  for (const auto& [a, b, c] : mesh.triangles) edges.insert(edges.end(), {{a, b}, {b, c}, {c, a}});
  std::ranges::sort(edges);
  return edges;
}

// Six times the volume, as a sum of tetrahedra from the first vertex: near the mesh, so that little cancels.
double calc_signed_volume(const TriangleMesh& mesh) {
  const Vector3 origin = mesh.vertices.front();
  const auto from_origin = [&](int i) -> Vector3 { return mesh.vertices[static_cast<std::size_t>(i)] - origin; };
  double sum = 0.0;
  for (const auto& [a, b, c] : mesh.triangles) sum += from_origin(a).dot(from_origin(b).cross(from_origin(c)));
  return sum;
}

}  // namespace

MeshFaults find_faults(const TriangleMesh& mesh) {
  MeshFaults faults;
  const std::vector<Edge> edges = list_edges(mesh);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (i > 0 && edges[i] == edges[i - 1]) {
      ++faults.disputed_edges;
    } else if (!std::ranges::binary_search(edges, Edge{edges[i].second, edges[i].first})) {
      ++faults.open_edges;
    }
  }
  const bool is_closed = faults.open_edges == 0 && faults.disputed_edges == 0;
  faults.inside_out = is_closed && calc_signed_volume(mesh) < 0.0;
  return faults;
}

std::vector<std::string> describe(const MeshFaults& faults) {
  std::vector<std::string> sentences;
  if (faults.open_edges > 0) {
    sentences.push_back(
        fmt::format("the mesh is open at {} edges: it is solid behind its triangles, and bodies can come in at the rim",
                    faults.open_edges));
  }
  if (faults.disputed_edges > 0) {
    sentences.push_back(
        fmt::format("triangles of the mesh disagree on where outside is at {} edges: there contacts may push inwards",
                    faults.disputed_edges));
  }
  if (faults.inside_out) sentences.emplace_back("the mesh is inside out: contacts push inwards; mirror it or turn it");
  return sentences;
}

}  // namespace carom
