#include "carom/collision/convex/hull_axis.h"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// Faces and edges of one hull that come into question.
///
/// Along a direction n of B the gap is no more than how far a point of A, its tip, is above the faces and edges of B
/// there. The direction of an edge is a combination a n₁ + b n₂ of its faces' with a, b ≥ 0 and a + b ≥ 1: a tip that
/// is below both faces is as far below the edge as below one of them, or more.
struct NearFaces {
  static constexpr int kMost = 48;
  double heights[GaussMap::kMaxFaces];  // of the other one's tip  [m]
  int faces[GaussMap::kMaxFaces], edges[kMost];
  int num_faces{}, num_edges{};
  bool is_full{};

  void find_faces(const GaussMap& map, const Vector3& tip, double least) {
    num_faces = map.find_faces_below(tip, least, heights, faces);
    is_full = num_faces > kMost;
  }
  /// Each once: with its left face, if that is here.
  void find_edges(const GaussMap& map, double least) {
    for (int k = 0; k < num_faces; ++k) {
      if (!(heights[faces[k]] > least)) continue;
      for (const int e : map.edges_of(faces[k])) {
        const GaussMap::Edge& edge = map.edge(e);
        if (edge.left != faces[k] && heights[edge.left] > least) continue;
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
    const Vector3 between = R_ * a_.center() + p_ - b_.center();
    const double far = between.norm();
    if (!(far > 0.0)) return false;
    const Vector3 guess = between / far;
    const DifferencePoint tips = pair.support_against(guess);
    least_ = guess.dot(tips.w) - tolerance_;
    if (least_ > 0.0) return false;
    near_b_.find_faces(b_.gauss_map(), tips.a, least_);
    near_a_.find_faces(a_.gauss_map(), R_.transpose() * (tips.b - p_), least_);
    if (near_a_.is_full || near_b_.is_full) return false;
    try_faces_of_b();
    try_faces_of_a();
    near_b_.find_edges(b_.gauss_map(), least_);
    near_a_.find_edges(a_.gauss_map(), least_);
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

  void try_faces_of_b() {
    const GaussMap& map = b_.gauss_map();
    for (int k = 0; k < near_b_.num_faces; ++k) {
      const int f = near_b_.faces[k];
      if (!(near_b_.heights[f] > least_)) continue;
      const Vector3 n = map.normal(f), down = -(R_.transpose() * n);
      const double gap = n.dot(p_) - map.offset(f) - down.dot(a_.vertex(a_.find_support(down)));
      if (is_better(gap)) best_.normal = n;
    }
  }
  void try_faces_of_a() {
    const GaussMap& map = a_.gauss_map();
    for (int k = 0; k < near_a_.num_faces; ++k) {
      const int f = near_a_.faces[k];
      if (!(near_a_.heights[f] > least_)) continue;
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
