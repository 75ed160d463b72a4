#include "carom/collision/convex/overlap_region.h"

#include <algorithm>
#include <cmath>

namespace carom {

OverlapRegion::OverlapRegion(const ContactFeature& a, const ContactFeature& b, const Vector3& normal)
    : view_(normal), heights_a_(find_heights(a)), heights_b_(find_heights(b)) {
  project(a, a_);
  project(b, b_);
  edges_ = a_.count() == 2 && b_.count() == 2;
  empty_ = edges_ && !are_beside();
}

OverlapRegion::Heights OverlapRegion::find_heights(const ContactFeature& feature) const {
  Heights heights;
  const Vector2 first = flatten(feature.corners[0]);
  if (feature.count == 2) {
    const Vector2 along = flatten(feature.corners[1]) - first;
    heights.slope = along * (view_.normal().dot(feature.corners[1] - feature.corners[0]) / along.squaredNorm());
  } else if (feature.count > 2) {
    heights.slope = flatten(feature.normal) * (-1.0 / feature.normal.dot(view_.normal()));
  }
  heights.level = view_.normal().dot(feature.corners[0]) - heights.slope.dot(first);
  return heights;
}

void OverlapRegion::project(const ContactFeature& feature, FlatPolygon& polygon) const {
  // Faces of A are seen from behind.
  const bool is_behind = feature.count > 2 && feature.normal.dot(view_.normal()) < 0.0;
  for (int i = 0; i < feature.count; ++i) {
    polygon.add(flatten(feature.corners[is_behind ? feature.count - 1 - i : i]));
  }
  polygon.close();
}

// Two edges side by side share a part; two that cross do not.
bool OverlapRegion::are_beside() const {
  const Vector2 u = a_.corner(1) - a_.corner(0), v = b_.corner(1) - b_.corner(0);
  if (std::abs(cross(u, v)) > kFlatWithin * u.norm() * v.norm()) return false;
  const double length = u.squaredNorm();
  const auto along = [&](const Vector2& p) { return u.dot(p - a_.corner(0)) / length; };
  const double first = along(b_.corner(0)), second = along(b_.corner(1));
  return std::max(0.0, std::min(first, second)) < std::min(1.0, std::max(first, second));
}

bool OverlapRegion::find_region() {
  clipped_ = true;
  if (a_.count() == 1 || b_.count() == 1) return false;
  const bool a_is_window = a_.count() > 2 && (b_.count() == 2 || a_.count() <= b_.count());
  return a_is_window ? b_.clip(a_, region_) : a_.clip(b_, region_);
}

OverlapRegion::Place OverlapRegion::find_nearest(const Vector3& point, bool is_of_a) {
  const Vector2 q = flatten(point);
  if (edges_) return find_nearest_on_edges(q, is_of_a);
  const Vector2 nearest = find_nearest_on_polygons(q, is_of_a);
  Place place = make_place(nearest, nearest);
  place.is_clipped = nearest != q;
  return place;
}

OverlapRegion::Place OverlapRegion::make_place(const Vector2& q_a, const Vector2& q_b) const {
  const double z_a = height_of_a(q_a), z_b = height_of_b(q_b);
  const Vector2 aside = q_a - q_b;
  return {view_.lift(q_a, z_a), view_.lift(q_b, z_b), z_a - z_b, view_.lift(aside, 0.0), aside != Vector2::Zero()};
}

// The nearest point of the other edge; beyond its end, the nearest point to this end.
OverlapRegion::Place OverlapRegion::find_nearest_on_edges(const Vector2& q, bool is_of_a) const {
  const FlatPolygon &own = is_of_a ? a_ : b_, &other = is_of_a ? b_ : a_;
  const Vector2 theirs = other.find_nearest(q);
  const bool at_end = theirs == other.corner(0) || theirs == other.corner(1);
  const Vector2 ours = at_end ? own.find_nearest(theirs) : q;
  return is_of_a ? make_place(ours, theirs) : make_place(theirs, ours);
}

OverlapRegion::Vector2 OverlapRegion::find_nearest_on_polygons(const Vector2& q, bool is_of_a) {
  const FlatPolygon &own = is_of_a ? a_ : b_, &other = is_of_a ? b_ : a_;
  const Vector2 nearest = other.find_nearest(q);
  return nearest == q || (own.count() > 2 && own.contains(nearest)) ? nearest : find_nearest_in_region(q);
}

OverlapRegion::Vector2 OverlapRegion::find_nearest_in_region(const Vector2& q) {
  if (!clipped_) empty_ = !find_region();
  return empty_ ? q : region_.find_nearest(q);
}

}  // namespace carom
