#pragma once

#include "carom/collision/convex/contact_feature.h"
#include "carom/collision/convex/flat_polygon.h"
#include "carom/collision/convex/overhang.h"
#include "carom/collision/convex/parallelogram.h"

namespace carom {

/// Two features seen along the normal of their contact: where both are, and how far apart.
class OverlapRegion {
 public:
  /// All in the same axes; the normal points from B to A. The features must last as long as the region.
  OverlapRegion(const ContactFeature& a, const ContactFeature& b, const Vector3& normal);

  /// Two edges that cross, or features beside each other, have no region but a point.
  [[nodiscard]] bool empty() const { return empty_; }

  struct Place {
    Vector3 point_a, point_b;        // on both features  [m]
    double gap{};                    // along the normal  [m]
    Vector3 aside{Vector3::Zero()};  // from B to A across the normal: two edges need not be above each other  [m]
    bool is_clipped{};               // not where the point itself is
    bool is_beside{};                // not above each other
    // How the gap changes as the place slides along an edge, about the point of the other feature; see ContactPoint.
    Vector3 slide{Vector3::Zero()}, slide_turn{Vector3::Zero()};  // [1], [m]
  };
  /// The place nearest, across the normal, to a point of the feature of A (or else of B).
  [[nodiscard]] Place find_nearest(const Vector3& point, bool is_of_a);
  /// Of two faces, seen along the mean of their normals: a corner of the one over the other, or else where the other's
  /// edge has its contact point, which has the same distance from the face as the corner has from the other one when it
  /// goes beyond the edge.
  [[nodiscard]] Place find_for_corner(int corner, bool is_of_a);
  /// Whether a corner had its place on an edge.
  [[nodiscard]] bool has_overhang() const { return is_cut_; }

 private:
  using Vector2 = FlatPolygon::Vector2;
  static_assert(FlatPolygon::kMaxCorners >= 2 * ContactFeature::kMaxCorners);
  /// Height along the normal: level + slope · (x, y).
  struct Heights {
    double level{};
    Vector2 slope{Vector2::Zero()};
  };

  [[nodiscard]] Vector2 flatten(const Vector3& p) const { return {s_.dot(p), t_.dot(p)}; }
  [[nodiscard]] Heights find_heights(const ContactFeature& feature) const;
  [[nodiscard]] Parallelogram project_rectangle(const ContactFeature& feature) const;
  void project(const ContactFeature& feature, FlatPolygon& polygon) const;
  void project_both();
  [[nodiscard]] bool are_beside() const;
  bool find_region();
  [[nodiscard]] double height_of_a(const Vector2& q) const { return heights_a_.level + heights_a_.slope.dot(q); }
  [[nodiscard]] double height_of_b(const Vector2& q) const { return heights_b_.level + heights_b_.slope.dot(q); }
  [[nodiscard]] Place make_place(const Vector2& q_a, const Vector2& q_b) const;
  /// The nearest point of the other feature is that of the region if it is on this one, too: most contacts never clip.
  [[nodiscard]] Vector2 find_nearest_on_rectangles(const Vector2& q, bool is_of_a) {
    const Parallelogram &own = is_of_a ? rectangle_a_ : rectangle_b_, &other = is_of_a ? rectangle_b_ : rectangle_a_;
    const Vector2 nearest = other.find_nearest(q);
    return nearest == q || own.contains(nearest) ? nearest : find_nearest_in_region(q);
  }
  [[nodiscard]] Vector2 find_nearest_on_polygons(const Vector2& q, bool is_of_a);
  [[nodiscard]] Vector2 find_nearest_in_region(const Vector2& q);
  [[nodiscard]] Place find_nearest_on_edges(const Vector2& q, bool is_of_a) const;
  void find_overhang(bool is_of_a);
  [[nodiscard]] Place make_sliding_place(const Overhang::Place& place, bool is_of_a) const;
  // Faces of A are seen from behind.
  [[nodiscard]] bool is_behind(const ContactFeature& face) const {
    return face.count > 2 && face.normal.dot(normal_) < 0.0;
  }

  const ContactFeature &feature_a_, &feature_b_;
  Vector3 normal_, s_, t_;
  Heights heights_a_, heights_b_;
  bool rectangles_{}, edges_{}, clipped_{}, empty_{}, has_overhang_{}, is_cut_{};
  Parallelogram rectangle_a_, rectangle_b_;  // of two rectangles
  FlatPolygon a_, b_, region_;               // of two rectangles only if they are clipped
  Overhang overhang_;
};

// Asked for each point of each contact.
inline OverlapRegion::Place OverlapRegion::find_nearest(const Vector3& point, bool is_of_a) {
  const Vector2 q = flatten(point);
  if (edges_) return find_nearest_on_edges(q, is_of_a);
  const Vector2 nearest = rectangles_ ? find_nearest_on_rectangles(q, is_of_a) : find_nearest_on_polygons(q, is_of_a);
  const double z_a = height_of_a(nearest), z_b = height_of_b(nearest);
  const Vector3 across = nearest.x() * s_ + nearest.y() * t_;
  return {across + z_a * normal_, across + z_b * normal_, z_a - z_b, Vector3::Zero(), nearest != q, false};
}

}  // namespace carom
