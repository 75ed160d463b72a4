#include "carom/collision/convex/hull_axis.h"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// Faces and edges of one hull that come into question, by the height of the other one's center above them.
struct NearFaces {
  static constexpr int kMost = 48;
  double heights[GaussMap::kMaxFaces];  // [m]
  int faces[kMost], edges[kMost];
  int num_faces{}, num_edges{};
  bool is_full{};

  /// Faces of which a side can be as high as `least`, or more.
  void find_faces(const GaussMap& map, const Vector3& other_center, double least) {
    map.calc_heights(other_center, heights);
    const double low = least / map.highest_lift();
    const int count = map.num_faces();
    for (int f = 0; f < count; ++f) {
      if (!(heights[f] > low)) continue;
      is_full = is_full || num_faces == kMost;
      if (!is_full) faces[num_faces++] = f;
    }
  }
  void find_edges(const GaussMap& map, double least) {
    const double low = least / map.highest_lift();
    for (int k = 0; k < num_faces; ++k) {
      if (!(heights[faces[k]] > low)) continue;
      for (const int e : map.edges_of(faces[k])) {
        const GaussMap::Edge& edge = map.edge(e);
        const double left = heights[edge.left], right = heights[edge.right];
        // Each once: with its left face, if that is here.
        if (edge.left != faces[k] && left > low) continue;
        if (!(edge.lift * std::max(left, right) > least)) continue;
        is_full = is_full || num_edges == kMost;
        if (!is_full) edges[num_edges++] = e;
      }
    }
  }
};

class AxisSearch {
 public:
  AxisSearch(const CorePair& pair, HullAxis& best)
      : R_(pair.R_BA()),
        p_(pair.p_BA()),
        a_(*pair.a().polyhedron),
        b_(*pair.b().polyhedron),
        tolerance_(kEqualDepths * (pair.a().reach + pair.b().reach)),
        best_(best) {}

  bool find(const CorePair& pair) {
    const Vector3 center_a = R_ * a_.center() + p_, between = center_a - b_.center();
    const double far = between.norm();
    if (!(far > 0.0)) return false;
    const Vector3 guess = between / far;
    least_ = guess.dot(pair.support_against(guess).w) - tolerance_;
    // Heights below zero would make edges higher than their faces.
    const double inner_a = a_.gauss_map().inner_radius(), inner_b = b_.gauss_map().inner_radius();
    if (least_ > 0.0 || inner_a + least_ <= 0.0 || inner_b + least_ <= 0.0) return false;
    near_b_.find_faces(b_.gauss_map(), center_a, inner_a + least_);
    near_a_.find_faces(a_.gauss_map(), R_.transpose() * (b_.center() - p_), inner_b + least_);
    try_faces_of_b(inner_a);
    try_faces_of_a(inner_b);
    near_b_.find_edges(b_.gauss_map(), inner_a + least_);
    near_a_.find_edges(a_.gauss_map(), inner_b + least_);
    if (near_a_.is_full || near_b_.is_full) return false;
    try_edges();
    if (!(best_.gap > -1e300 && best_.gap <= 0.0)) return false;
    if (!best_.is_across_edges) return true;
    // Hulls with faces that are all but without area may have arcs that are not where they seem.
    return best_.normal.dot(pair.support_against(best_.normal).w) > best_.gap - 1e2 * tolerance_;
  }

 private:
  // Of directions that are equal but for rounding the first counts.
  bool is_better(double gap, double uncertainty = 0.0) {
    if (!(gap > best_.gap + tolerance_ + uncertainty)) return false;
    best_.gap = gap;
    least_ = std::max(least_, gap - tolerance_);
    return true;
  }

  // With the center of A at a height h above a face of B, the gap is h less what A reaches down from its center.
  void try_faces_of_b(double inner_a) {
    const GaussMap& map = b_.gauss_map();
    for (int k = 0; k < near_b_.num_faces; ++k) {
      const int f = near_b_.faces[k];
      if (!(near_b_.heights[f] > inner_a + least_)) continue;
      const Vector3 n = map.normal(f), down = -(R_.transpose() * n);
      const double gap = n.dot(p_) - map.offset(f) - down.dot(a_.vertex(a_.find_support(down)));
      if (is_better(gap)) best_.normal = n;
    }
  }
  void try_faces_of_a(double inner_b) {
    const GaussMap& map = a_.gauss_map();
    for (int k = 0; k < near_a_.num_faces; ++k) {
      const int f = near_a_.faces[k];
      if (!(near_a_.heights[f] > inner_b + least_)) continue;
      const Vector3 n = -(R_ * map.normal(f));
      const double gap = n.dot(p_) - map.offset(f) - n.dot(b_.vertex(b_.find_support(n)));
      if (is_better(gap)) best_.normal = n;
    }
  }

  void try_edges() {
    const GaussMap &map_a = a_.gauss_map(), &map_b = b_.gauss_map();
    for (int i = 0; i < near_a_.num_edges; ++i) {
      const GaussMap::Edge& a = map_a.edge(near_a_.edges[i]);
      const Vector3 along = R_ * a.along, left = R_ * map_a.normal(a.left), right = R_ * map_a.normal(a.right);
      for (int j = 0; j < near_b_.num_edges; ++j) {
        const GaussMap::Edge& b = map_b.edge(near_b_.edges[j]);
        // The arcs of B and of −A cross if the ends of each are on both sides of the other one's circle, and on the
        // same half of the sphere.
        const double left_b = map_b.normal(b.left).dot(along);
        if (!(left_b * map_b.normal(b.right).dot(along) < 0.0)) continue;
        const double right_a = right.dot(b.along);
        if (!(left.dot(b.along) * right_a < 0.0 && left_b * right_a < 0.0)) continue;
        try_pair(a, along, b);
      }
    }
  }

  void try_pair(const GaussMap::Edge& a, const Vector3& along, const GaussMap::Edge& b) {
    const Vector3 across = along.cross(b.along);
    const double sine2 = across.squaredNorm();
    // Parallel edges are deepest at an end of their arcs: at a face. Of those that are nearly so the direction has few
    // digits: they must be better by more than it is uncertain.
    if (sine2 < 1e-15) return;
    const Vector3 middle = b_.gauss_map().normal(b.left) + b_.gauss_map().normal(b.right);
    const double side = across.dot(middle) < 0.0 ? -1.0 : 1.0, scale = 1.0 / std::sqrt(sine2);
    const Vector3 n = across * (side * scale), point = R_ * a.point + p_;
    if (!is_better(n.dot(point - b.point), 1e-3 * scale * tolerance_)) return;
    best_ = {n, best_.gap, true, {point, along}, {b.point, b.along}};
  }

  const Matrix3& R_;
  const Vector3& p_;
  const Polyhedron &a_, &b_;
  double tolerance_;  // [m]
  double least_{};    // what a gap must be above to be of interest  [m]
  HullAxis& best_;
  NearFaces near_a_, near_b_;
};

}  // namespace

bool find_hull_axis(const CorePair& pair, HullAxis& axis) {
  if (pair.a().polyhedron->gauss_map().empty() || pair.b().polyhedron->gauss_map().empty()) return false;
  return AxisSearch(pair, axis).find(pair);
}

}  // namespace carom
