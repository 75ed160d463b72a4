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
  project_both();
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
  const bool reversed = is_behind(feature);
  for (int i = 0; i < feature.count; ++i) {
    polygon.add(flatten(feature.corners[reversed ? feature.count - 1 - i : i]));
  }
  polygon.close();
}

void OverlapRegion::project_both() {
  project(feature_a_, a_);
  project(feature_b_, b_);
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
  if (rectangles_ && !has_overhang_) project_both();
  if (a_.count() == 1 || b_.count() == 1) return false;
  const bool a_is_window = a_.count() > 2 && (b_.count() == 2 || a_.count() <= b_.count());
  return a_is_window ? b_.clip(a_, region_) : a_.clip(b_, region_);
}

OverlapRegion::Place OverlapRegion::make_place(const Vector2& q_a, const Vector2& q_b) const {
  const double z_a = height_of_a(q_a), z_b = height_of_b(q_b);
  const Vector2 aside = q_a - q_b;
  return {q_a.x() * s_ + q_a.y() * t_ + z_a * normal_,
          q_b.x() * s_ + q_b.y() * t_ + z_b * normal_,
          z_a - z_b,
          aside.x() * s_ + aside.y() * t_,
          false,
          aside != Vector2::Zero()};
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

OverlapRegion::Place OverlapRegion::find_for_corner(int corner, bool is_of_a) {
  const ContactFeature& own = is_of_a ? feature_a_ : feature_b_;
  const Vector2 q = flatten(own.corners[corner]);
  const bool is_over =
      rectangles_ ? (is_of_a ? rectangle_b_ : rectangle_a_).contains(q) : (is_of_a ? b_ : a_).contains(q);
  if (is_over) return make_place(q, q);
  if (!has_overhang_) find_overhang(is_of_a);
  if (!is_cut_) return find_nearest(own.corners[corner], is_of_a);
  return make_sliding_place(overhang_.place(is_behind(own) ? own.count - 1 - corner : corner), is_of_a);
}

// Seen along the mean k of both normals, a corner of the one face is over a place of the other where P_A − P_B = δ k.
// As k turns with either face by one half, that place moves with what the bodies do at X = P_B + δ n_B/|n_A + n_B|,
// which is as far from the one face as from the other.
void OverlapRegion::find_overhang(bool is_of_a) {
  has_overhang_ = true;
  if (rectangles_ && !clipped_) project_both();
  const FlatPolygon &own = is_of_a ? a_ : b_, &other = is_of_a ? b_ : a_;
  const Vector3 shift = feature_b_.normal / (feature_b_.normal - feature_a_.normal).norm();
  overhang_.clear();
  for (int i = 0; i < own.count(); ++i) {
    const Place at = make_place(own.corner(i), own.corner(i));
    const Vector3 between = at.point_b + at.gap * shift;
    Overhang::Place place{own.corner(i).x(), own.corner(i).y()};
    place.x.derivatives() << s_, between.cross(s_);
    place.y.derivatives() << t_, between.cross(t_);
    overhang_.add(place);
  }
  is_cut_ = overhang_.cut(other);
}

// The gap changes by as much as the place slides, times how steep the other face is against this one.
OverlapRegion::Place OverlapRegion::make_sliding_place(const Overhang::Place& sliding, bool is_of_a) const {
  const Heights &own = is_of_a ? heights_a_ : heights_b_, &other = is_of_a ? heights_b_ : heights_a_;
  const Vector2 q(sliding.x.value(), sliding.y.value());
  Place place = make_place(q, q);
  place.is_clipped = true;
  const double cosine = normal_.dot(is_of_a ? Vector3(-feature_a_.normal) : feature_b_.normal);
  const Vector2 slope = cosine * (own.slope - other.slope);
  const Eigen::Matrix<double, 6, 1> slide = slope.x() * sliding.x.derivatives() + slope.y() * sliding.y.derivatives();
  place.slide = slide.head<3>();
  place.slide_turn = slide.tail<3>() - (is_of_a ? place.point_b : place.point_a).cross(place.slide);
  return place;
}

OverlapRegion::Vector2 OverlapRegion::find_nearest_in_region(const Vector2& q) {
  if (!clipped_) empty_ = !find_region();
  return empty_ ? q : region_.find_nearest(q);
}

}  // namespace carom
