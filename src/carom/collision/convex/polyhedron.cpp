#include "carom/collision/convex/polyhedron.h"

#include <algorithm>
#include <map>
#include <utility>

namespace carom {
namespace {

Vector3 calc_normal(const TriangleMesh& mesh, const std::array<int, 3>& triangle) {
  const auto vertex = [&](int corner) {
    return mesh.vertices[static_cast<std::size_t>(triangle[static_cast<std::size_t>(corner)])];
  };
  const Vector3 area = (vertex(1) - vertex(0)).cross(vertex(2) - vertex(0));
  const double length = area.norm();
  return length > 0.0 ? Vector3(area / length) : Vector3(Vector3::Zero());
}

/// Follows the boundary edges from one to the next.
std::vector<int> chain(std::map<int, int> next) {
  std::vector<int> loop;
  int at = next.begin()->first;
  while (!next.empty()) {
    const auto place = next.find(at);
    if (place == next.end()) break;
    loop.push_back(at);
    at = place->second;
    next.erase(place);
  }
  return loop;
}

void close(std::vector<std::vector<int>>& lists, std::vector<int>& all, std::vector<int>& first) {
  for (std::vector<int>& list : lists) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
    first.push_back(static_cast<int>(all.size()));
    all.insert(all.end(), list.begin(), list.end());
  }
  first.push_back(static_cast<int>(all.size()));
}

}  // namespace

Polyhedron::Polyhedron(const TriangleMesh& hull) : vertices_(hull.vertices) {
  constexpr std::size_t kMostMapped = 128;
  merge_triangles(hull);
  connect();
  choose_anchors();
  for (const Vector3& vertex : vertices_) center_ += vertex / static_cast<double>(vertices_.size());
  is_mapped_ = vertices_.size() <= kMostMapped;
  if (!is_mapped_) return;
  map_ = SupportMap(vertices_);
  gauss_map_ = make_gauss_map();
}

GaussMap Polyhedron::make_gauss_map() const {
  std::vector<GaussMap::Face> faces;
  for (const Face& face : faces_) faces.push_back({face.normal, corners(face)});
  return {vertices_, faces};
}

// Grows each face over neighboring triangles of the same plane; its boundary are the edges used once.
void Polyhedron::merge_triangles(const TriangleMesh& hull) {
  constexpr double kSamePlane = 1e-7;  // [rad]
  std::map<std::pair<int, int>, int> triangle_at;
  std::vector<Vector3> normals;
  for (std::size_t i = 0; i < hull.triangles.size(); ++i) {
    const auto& [a, b, c] = hull.triangles[i];
    for (const auto& edge : {std::pair(a, b), std::pair(b, c), std::pair(c, a)})
      triangle_at[edge] = static_cast<int>(i);
    normals.push_back(calc_normal(hull, hull.triangles[i]));
  }
  std::vector<bool> used(hull.triangles.size());
  for (std::size_t seed = 0; seed < hull.triangles.size(); ++seed) {
    if (used[seed] || normals[seed].isZero()) continue;
    std::vector<std::size_t> members{seed};
    used[seed] = true;
    std::map<int, int> boundary;
    for (std::size_t m = 0; m < members.size(); ++m) {
      const auto& [a, b, c] = hull.triangles[members[m]];
      for (const auto& [from, to] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)}) {
        const auto across = triangle_at.find({to, from});
        const auto other = across == triangle_at.end() ? seed : static_cast<std::size_t>(across->second);
        const bool same = normals[other].isZero() || (normals[other] - normals[seed]).norm() < kSamePlane;
        if (!same || across == triangle_at.end()) {
          boundary[from] = to;
        } else if (!used[other]) {
          used[other] = true;
          members.push_back(other);
        }
      }
    }
    const std::vector<int> loop = chain(std::move(boundary));
    faces_.push_back({normals[seed], static_cast<int>(face_corners_.size()), static_cast<int>(loop.size())});
    face_corners_.insert(face_corners_.end(), loop.begin(), loop.end());
  }
}

void Polyhedron::connect() {
  std::vector<std::vector<int>> faces_at(vertices_.size()), neighbors(vertices_.size());
  for (std::size_t f = 0; f < faces_.size(); ++f) {
    const std::span<const int> loop = corners(faces_[f]);
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const int here = loop[k], next = loop[(k + 1) % loop.size()];
      faces_at[static_cast<std::size_t>(here)].push_back(static_cast<int>(f));
      neighbors[static_cast<std::size_t>(here)].push_back(next);
      neighbors[static_cast<std::size_t>(next)].push_back(here);
    }
  }
  close(faces_at, faces_at_, first_face_at_);
  close(neighbors, neighbors_, first_neighbor_);
  for (std::size_t v = 0; v < vertices_.size(); ++v) {
    for (const int next : this->neighbors(static_cast<int>(v)))
      edges_.push_back((vertex(next) - vertices_[v]).normalized());
  }
}

// The first number that no anchored vertex of the same faces has. Of a face with many corners every second, third, ...
// corner gets one, so that they stand all around it.
void Polyhedron::choose_anchors() {
  anchors_.assign(vertices_.size(), -1);
  for (const Face& face : faces_) {
    const std::span<const int> loop = corners(face);
    const std::size_t stride = (loop.size() + 5) / 6;
    for (std::size_t k = 0; k < loop.size(); k += stride) {
      int& own = anchors_[static_cast<std::size_t>(loop[k])];
      if (own >= 0) continue;
      std::array<bool, kMaxAnchors> taken{};
      for (const int f : faces_at(loop[k])) {
        for (const int v : corners(faces_[static_cast<std::size_t>(f)])) {
          if (anchor(v) >= 0) taken[static_cast<std::size_t>(anchor(v))] = true;
        }
      }
      const auto free = std::ranges::find(taken, false);
      if (free != taken.end()) own = static_cast<int>(free - taken.begin());
    }
  }
}

int Polyhedron::walk_to_support(const Vector3& direction) const {
  int best = 0;
  double reach = vertex(0).dot(direction);
  for (bool climbs = true; climbs;) {
    climbs = false;
    for (const int next : neighbors(best)) {
      const double there = vertex(next).dot(direction);
      if (there > reach) reach = there, best = next, climbs = true;
    }
  }
  return best;
}

}  // namespace carom
