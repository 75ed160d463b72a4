#include "carom/collision/mesh/triangle_tree.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace carom {
namespace {

constexpr int kLeafSize = 4;
constexpr int kMaxDepth = 64;

std::uint64_t edge_key(int a, int b) {
  const auto low = static_cast<std::uint64_t>(std::min(a, b)), high = static_cast<std::uint64_t>(std::max(a, b));
  return (high << 32U) | low;
}

double calc_angle(const Vector3& u, const Vector3& v) { return std::atan2(u.cross(v).norm(), u.dot(v)); }

}  // namespace

TriangleTree::TriangleTree(const TriangleMesh& mesh) : vertices_(mesh.vertices), triangles_(mesh.triangles) {
  find_normals();
  std::vector<Vector3> centers;
  centers.reserve(triangles_.size());
  for (int i = 0; i < num_triangles(); ++i) {
    order_.push_back(i);
    centers.push_back((corner(i, 0) + corner(i, 1) + corner(i, 2)) / 3.0);
  }
  nodes_.reserve(triangles_.size());
  build(0, num_triangles(), centers);
}

// Halves each node by the middle one of its triangles along the longest side of the box around their centers.
int TriangleTree::build(int first, int last, std::vector<Vector3>& centers) {
  const int place = static_cast<int>(nodes_.size());
  nodes_.emplace_back();
  const int t0 = order_[static_cast<std::size_t>(first)];
  Node node{.low = corner(t0, 0), .high = corner(t0, 0)};
  Vector3 low = centers[static_cast<std::size_t>(t0)], high = low;
  for (int i = first; i < last; ++i) {
    const int t = order_[static_cast<std::size_t>(i)];
    for (int k = 0; k < 3; ++k)
      node.low = node.low.cwiseMin(corner(t, k)), node.high = node.high.cwiseMax(corner(t, k));
    low = low.cwiseMin(centers[static_cast<std::size_t>(t)]),
    high = high.cwiseMax(centers[static_cast<std::size_t>(t)]);
  }
  if (last - first <= kLeafSize) {
    node.first = first;
    node.count = last - first;
    nodes_[static_cast<std::size_t>(place)] = node;
    return place;
  }
  int axis = 0;
  (void)(high - low).maxCoeff(&axis);
  const int middle = first + (last - first) / 2;
  // Equal centers in the order of their numbers: the tree does not depend on the library.
  std::nth_element(order_.begin() + first, order_.begin() + middle, order_.begin() + last, [&](int i, int j) {
    const double x = centers[static_cast<std::size_t>(i)][axis], y = centers[static_cast<std::size_t>(j)][axis];
    return x < y || (x == y && i < j);
  });
  build(first, middle, centers);
  node.right = build(middle, last, centers);
  nodes_[static_cast<std::size_t>(place)] = node;
  return place;
}

// The sign of the distance to an edge or corner is right with normals weighted by angles [baerentzen2005].
void TriangleTree::find_normals() {
  vertex_normals_.assign(vertices_.size(), Vector3::Zero());
  std::unordered_map<std::uint64_t, Vector3> at_edge;
  at_edge.reserve(3 * triangles_.size());
  for (int i = 0; i < num_triangles(); ++i) {
    const Vector3 area = (corner(i, 1) - corner(i, 0)).cross(corner(i, 2) - corner(i, 0));
    const double length = area.norm();
    normals_.push_back(length > 0.0 ? Vector3(area / length) : Vector3(Vector3::Zero()));
    for (int k = 0; k < 3; ++k) {
      const int here = triangle(i)[static_cast<std::size_t>(k)],
                next = triangle(i)[static_cast<std::size_t>((k + 1) % 3)];
      const double angle = calc_angle(corner(i, (k + 1) % 3) - corner(i, k), corner(i, (k + 2) % 3) - corner(i, k));
      vertex_normals_[static_cast<std::size_t>(here)] += angle * normals_.back();
      at_edge.try_emplace(edge_key(here, next), Vector3::Zero()).first->second += normals_.back();
    }
  }
  edge_normals_.resize(triangles_.size());
  for (int i = 0; i < num_triangles(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      edge_normals_[static_cast<std::size_t>(i)][k] = at_edge.at(edge_key(triangle(i)[k], triangle(i)[(k + 1) % 3]));
    }
  }
}

Vector3 TriangleTree::mean_normal(int t, const double (&weights)[3]) const {
  Vector3 sum = normal(t);
  for (std::size_t k = 0; k < 3; ++k) {
    if (weights[k] == 1.0) sum = vertex_normals_[static_cast<std::size_t>(triangle(t)[k])];
    const bool on_edge = weights[(k + 2) % 3] == 0.0 && weights[k] > 0.0 && weights[(k + 1) % 3] > 0.0;
    if (on_edge) sum = edge_normals_[static_cast<std::size_t>(t)][k];
  }
  const double length = sum.norm();
  return length > 0.0 ? Vector3(sum / length) : normal(t);
}

NearestOnMesh TriangleTree::find_nearest_on(int t, const Vector3& p) const {
  const Vector3 &a = corner(t, 0), &b = corner(t, 1), &c = corner(t, 2);
  const Vector3 area = (b - a).cross(c - a);
  const double parts[3] = {area.dot((b - p).cross(c - p)), area.dot((c - p).cross(a - p)),
                           area.dot((a - p).cross(b - p))};
  double weights[3]{};
  if (parts[0] > 0.0 && parts[1] > 0.0 && parts[2] > 0.0) {
    const double sum = parts[0] + parts[1] + parts[2];
    for (int k = 0; k < 3; ++k) weights[k] = parts[k] / sum;
  } else {
    double least = 1e300;
    for (int k = 0; k < 3; ++k) {
      const Vector3 &from = corner(t, k), edge = corner(t, (k + 1) % 3) - from;
      const double length = edge.squaredNorm();
      const double s = length > 0.0 ? std::clamp(edge.dot(p - from) / length, 0.0, 1.0) : 0.0;
      const double there = (from + s * edge - p).squaredNorm();
      if (!(there < least)) continue;
      least = there;
      weights[k] = 1.0 - s, weights[(k + 1) % 3] = s, weights[(k + 2) % 3] = 0.0;
    }
  }
  NearestOnMesh nearest{.triangle = t, .point = weights[0] * a + weights[1] * b + weights[2] * c};
  for (int k = 0; k < 3; ++k) {
    nearest.corner_count += weights[k] > 0.0 ? 1 : 0;
    if (weights[k] == 0.0) nearest.along = corner(t, (k + 2) % 3) - corner(t, (k + 1) % 3);
  }
  nearest.squared = (nearest.point - p).squaredNorm();
  nearest.normal = mean_normal(t, weights);
  return nearest;
}

NearestOnMesh TriangleTree::find_nearest(const Vector3& p) const {
  NearestOnMesh best;
  best.squared = 1e300;
  struct Visit {
    int node;
    double squared;
  };
  std::array<Visit, kMaxDepth> stack;
  std::size_t depth = 0;
  stack[depth++] = {0, calc_squared_distance(nodes_[0], p)};
  while (depth > 0) {
    const Visit visit = stack[--depth];
    if (visit.squared > best.squared) continue;
    const Node& node = nodes_[static_cast<std::size_t>(visit.node)];
    for (int i = node.first; i < node.first + node.count; ++i) {
      const NearestOnMesh candidate = find_nearest_on(order_[static_cast<std::size_t>(i)], p);
      const bool better =
          candidate.squared < best.squared || (candidate.squared == best.squared && candidate.triangle < best.triangle);
      if (better) best = candidate;
    }
    if (node.count > 0) continue;
    // The nearer child is on top.
    Visit left{visit.node + 1, calc_squared_distance(nodes_[static_cast<std::size_t>(visit.node + 1)], p)};
    Visit right{node.right, calc_squared_distance(nodes_[static_cast<std::size_t>(node.right)], p)};
    if (left.squared < right.squared) std::swap(left, right);
    stack[depth++] = left;
    stack[depth++] = right;
  }
  return best;
}

int TriangleTree::find_in_box(const Vector3& low, const Vector3& high, std::span<int> found) const {
  std::array<int, kMaxDepth> stack;
  std::size_t depth = 0, count = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const int place = stack[--depth];
    const Node& node = nodes_[static_cast<std::size_t>(place)];
    if ((node.low.array() > high.array()).any() || (node.high.array() < low.array()).any()) continue;
    for (int i = node.first; i < node.first + node.count && count < found.size(); ++i) {
      const int t = order_[static_cast<std::size_t>(i)];
      const Vector3 t_low = corner(t, 0).cwiseMin(corner(t, 1)).cwiseMin(corner(t, 2));
      const Vector3 t_high = corner(t, 0).cwiseMax(corner(t, 1)).cwiseMax(corner(t, 2));
      if ((t_low.array() <= high.array()).all() && (t_high.array() >= low.array()).all()) found[count++] = t;
    }
    if (node.count > 0) continue;
    stack[depth++] = place + 1;
    stack[depth++] = node.right;
  }
  std::sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count));
  return static_cast<int>(count);
}

}  // namespace carom
