#pragma once

#include "carom/collision/convex/contact_feature.h"
#include "carom/collision/convex/flat_polygon.h"
#include "carom/collision/convex/viewing_plane.h"

namespace carom {

/// Two features seen along the normal of their contact: where both are, and how far apart.
class OverlapRegion {
 public:
  /// All in the same axes; the normal points from B to A.
  OverlapRegion(const ContactFeature& a, const ContactFeature& b, const Vector3& normal);

  /// Two edges that cross, or features beside each other, have no region but a point.
  [[nodiscard]] bool empty() const { return empty_; }

  struct Place {
    Vector3 point_a, point_b;        // on both features  [m]
    double gap{};                    // along the normal  [m]
    Vector3 aside{Vector3::Zero()};  // from B to A across the normal: two edges need not be above each other  [m]
    bool is_beside{};                // not above each other
    bool is_clipped{};               // not where the point itself is
  };
  /// The place nearest, across the normal, to a point of the feature of A (or else of B).
  [[nodiscard]] Place find_nearest(const Vector3& point, bool is_of_a);

 private:
  using Vector2 = FlatPolygon::Vector2;
  static_assert(FlatPolygon::kMaxCorners >= 2 * ContactFeature::kMaxCorners);
  /// Height along the normal: level + slope · (x, y).
  struct Heights {
    double level{};
    Vector2 slope{Vector2::Zero()};
  };

  [[nodiscard]] Vector2 flatten(const Vector3& p) const { return view_.flatten(p); }
  [[nodiscard]] Heights find_heights(const ContactFeature& feature) const;
  void project(const ContactFeature& feature, FlatPolygon& polygon) const;
  [[nodiscard]] bool are_beside() const;
  bool find_region();
  [[nodiscard]] double height_of_a(const Vector2& q) const { return heights_a_.level + heights_a_.slope.dot(q); }
  [[nodiscard]] double height_of_b(const Vector2& q) const { return heights_b_.level + heights_b_.slope.dot(q); }
  [[nodiscard]] Place make_place(const Vector2& q_a, const Vector2& q_b) const;
  /// The nearest point of the other feature is that of the region if it is on this one, too: most contacts never clip.
  [[nodiscard]] Vector2 find_nearest_on_polygons(const Vector2& q, bool is_of_a);
  [[nodiscard]] Vector2 find_nearest_in_region(const Vector2& q);
  [[nodiscard]] Place find_nearest_on_edges(const Vector2& q, bool is_of_a) const;

  ViewingPlane view_;
  Heights heights_a_, heights_b_;
  bool edges_{}, clipped_{}, empty_{};
  FlatPolygon a_, b_, region_;
};

}  // namespace carom
