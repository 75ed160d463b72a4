#include "carom/collision/convex/overlap_region.h"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// A unit vector across another one: y, turned as the shortest way from ±z to it turns. No root, no axis to choose.
Vector3 find_across(const Vector3& n) {
  const double side = std::copysign(1.0, n.z()), scale = 1.0 / (side + n.z());
  return {-n.x() * n.y() * scale, side - n.y() * n.y() * scale, -n.y()};
}

double cross(const Eigen::Vector2d& u, const Eigen::Vector2d& v) { return u.x() * v.y() - u.y() * v.x(); }

}  // namespace

OverlapRegion::OverlapRegion(const ContactFeature& a, const ContactFeature& b, const Vector3& normal)
    : feature_a_(a),
      feature_b_(b),
      normal_(normal),
      s_(find_across(normal)),
      t_(normal.cross(s_)),
      heights_a_(find_heights(a)),
      heights_b_(find_heights(b)),
      rectangles_(a.is_rectangle && b.is_rectangle) {
  if (rectangles_) {
    rectangle_a_ = project_rectangle(a);
    rectangle_b_ = project_rectangle(b);
    return;
  }
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
    heights.slope = along * (normal_.dot(feature.corners[1] - feature.corners[0]) / along.squaredNorm());
  } else if (feature.count > 2) {
    heights.slope = flatten(feature.normal) * (-1.0 / feature.normal.dot(normal_));
  }
  heights.level = normal_.dot(feature.corners[0]) - heights.slope.dot(first);
  return heights;
}

Parallelogram OverlapRegion::project_rectangle(const ContactFeature& feature) const {
  const Vector3* corners = feature.corners;
  return {flatten(0.5 * (corners[0] + corners[2])), flatten(0.5 * (corners[1] - corners[0])),
          flatten(0.5 * (corners[2] - corners[1]))};
}

void OverlapRegion::project(const ContactFeature& feature, FlatPolygon& polygon) const {
  // Faces of A are seen from behind.
  const bool is_behind = feature.count > 2 && feature.normal.dot(normal_) < 0.0;
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
  if (rectangles_) {
    project(feature_a_, a_);
    project(feature_b_, b_);
  }
  if (a_.count() == 1 || b_.count() == 1) return false;
  const bool a_is_window = a_.count() > 2 && (b_.count() == 2 || a_.count() <= b_.count());
  return a_is_window ? b_.clip(a_, region_) : a_.clip(b_, region_);
}

OverlapRegion::Place OverlapRegion::make_place(const Vector2& q) const {
  const double z_a = height_of_a(q), z_b = height_of_b(q);
  const Vector3 across = q.x() * s_ + q.y() * t_;
  return {across + z_a * normal_, across + z_b * normal_, z_a - z_b};
}

OverlapRegion::Place OverlapRegion::make_place(const Vector2& q_a, const Vector2& q_b) const {
  const double z_a = height_of_a(q_a), z_b = height_of_b(q_b);
  const Vector2 aside = q_a - q_b;
  return {q_a.x() * s_ + q_a.y() * t_ + z_a * normal_, q_b.x() * s_ + q_b.y() * t_ + z_b * normal_, z_a - z_b,
          aside.x() * s_ + aside.y() * t_, false};
}

// The nearest point of the other edge; beyond its end, the nearest point to this end.
OverlapRegion::Place OverlapRegion::find_nearest_on_edges(const Vector2& q, bool is_of_a) const {
  const FlatPolygon &own = is_of_a ? a_ : b_, &other = is_of_a ? b_ : a_;
  const Vector2 theirs = other.find_nearest(q);
  const bool at_end = theirs == other.corner(0) || theirs == other.corner(1);
  const Vector2 ours = at_end ? own.find_nearest(theirs) : q;
  return is_of_a ? make_place(ours, theirs) : make_place(theirs, ours);
}

// The nearest point of the other feature is that of the region if it is on this one, too: most contacts never clip.
OverlapRegion::Vector2 OverlapRegion::find_nearest_on_both(const Vector2& q, bool is_of_a) {
  if (rectangles_) {
    const Vector2 nearest = (is_of_a ? rectangle_b_ : rectangle_a_).find_nearest(q);
    if (nearest == q || (is_of_a ? rectangle_a_ : rectangle_b_).contains(nearest)) return nearest;
  } else {
    const FlatPolygon &own = is_of_a ? a_ : b_, &other = is_of_a ? b_ : a_;
    const Vector2 nearest = other.find_nearest(q);
    if (nearest == q || (own.count() > 2 && own.contains(nearest))) return nearest;
  }
  if (!clipped_) empty_ = !find_region();
  return empty_ ? q : region_.find_nearest(q);
}

OverlapRegion::Place OverlapRegion::find_nearest(const Vector3& point, bool is_of_a) {
  const Vector2 q = flatten(point);
  if (edges_) return find_nearest_on_edges(q, is_of_a);
  const Vector2 nearest = find_nearest_on_both(q, is_of_a);
  Place place = make_place(nearest);
  place.is_clipped = nearest != q;
  return place;
}

}  // namespace carom
