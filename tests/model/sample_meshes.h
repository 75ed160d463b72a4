#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "carom/model/shapes/triangle_mesh.h"

namespace carom::testing_support {

/// A box with edges along the axes, centered at `center`.
inline TriangleMesh make_box_mesh(const Vector3& size, const Vector3& center) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i) {
    const Vector3 corner((i & 1) ? 0.5 : -0.5, (i & 2) ? 0.5 : -0.5, (i & 4) ? 0.5 : -0.5);
    mesh.vertices.push_back(center + corner.cwiseProduct(size));
  }
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

/// Every triangle turned to face the other way.
inline TriangleMesh turn_inside_out(TriangleMesh mesh) {
  for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  return mesh;
}

/// Both surfaces in one mesh, not joined.
inline TriangleMesh put_together(TriangleMesh first, const TriangleMesh& second) {
  const int shift = static_cast<int>(first.vertices.size());
  first.vertices.insert(first.vertices.end(), second.vertices.begin(), second.vertices.end());
  for (const auto& [a, b, c] : second.triangles) first.triangles.push_back({a + shift, b + shift, c + shift});
  return first;
}

/// An octahedron in the unit sphere, each triangle split in four `levels` times, all vertices on the sphere.
inline TriangleMesh make_sphere_mesh(int levels) {
  TriangleMesh mesh{{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
                    {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
  for (int level = 0; level < levels; ++level) {
    std::map<std::pair<int, int>, int> middles;
    const auto find_middle = [&](int i, int j) {
      const auto [place, is_new] = middles.try_emplace(std::minmax(i, j), static_cast<int>(mesh.vertices.size()));
      const auto at = [&](int k) { return mesh.vertices[static_cast<std::size_t>(k)]; };
      if (is_new) mesh.vertices.push_back((at(i) + at(j)).normalized());
      return place->second;
    };
    std::vector<std::array<int, 3>> finer;
    for (const auto& [a, b, c] : mesh.triangles) {
      const int ab = find_middle(a, b), bc = find_middle(b, c), ca = find_middle(c, a);
      finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
    }
    mesh.triangles = std::move(finer);
  }
  return mesh;
}

}  // namespace carom::testing_support
