#include "carom/collision/convex/overlap_region.h"

#include <algorithm>
#include <cmath>

#include "carom/math/rotation.h"

namespace carom {
namespace {

double cross(const Eigen::Vector2d& u, const Eigen::Vector2d& v) { return u.x() * v.y() - u.y() * v.x(); }

}  // namespace

OverlapRegion::OverlapRegion(const ContactFeature& a, const ContactFeature& b, const Vector3& normal)
    : normal_(normal), s_(find_perpendicular(normal)), t_(normal.cross(s_)) {
  project(a, a_, heights_a_);
  project(b, b_, heights_b_);
  edges_ = a_.count == 2 && b_.count == 2;
  empty_ = edges_ && !are_beside();
}

void OverlapRegion::project(const ContactFeature& feature, Polygon& polygon, Heights& heights) const {
  polygon.count = feature.count;
  for (int i = 0; i < feature.count; ++i) polygon.corners[i] = flatten(feature.corners[i]);
  if (feature.count == 2) {
    const Vector2 along = polygon.corners[1] - polygon.corners[0];
    heights.slope = along * (normal_.dot(feature.corners[1] - feature.corners[0]) / along.squaredNorm());
  } else if (feature.count > 2) {
    const double lean = feature.normal.dot(normal_);
    heights.slope = -flatten(feature.normal) / lean;
    // Faces of A are seen from behind.
    if (lean < 0.0) std::reverse(polygon.corners, polygon.corners + polygon.count);
  }
  heights.level = normal_.dot(feature.corners[0]) - heights.slope.dot(flatten(feature.corners[0]));
}

// Two edges side by side share a part; two that cross do not.
bool OverlapRegion::are_beside() const {
  const Vector2 u = (a_.corners[1] - a_.corners[0]), v = (b_.corners[1] - b_.corners[0]);
  if (std::abs(cross(u, v)) > kFlatWithin * u.norm() * v.norm()) return false;
  const double length = u.squaredNorm();
  const auto along = [&](const Vector2& p) { return u.dot(p - a_.corners[0]) / length; };
  const double first = along(b_.corners[0]), second = along(b_.corners[1]);
  return std::max(0.0, std::min(first, second)) < std::min(1.0, std::max(first, second));
}

// Sutherland and Hodgman: what is left of the subject after each side of the window.
bool OverlapRegion::clip(const Polygon& subject, const Polygon& window, Polygon& result) {
  result.count = subject.count;
  std::copy(subject.corners, subject.corners + subject.count, result.corners);
  Vector2 kept[kMaxCorners];
  double inside[kMaxCorners];
  for (int side = 0; side < window.count; ++side) {
    const Vector2& from = window.corners[side];
    const Vector2 edge = window.corners[side + 1 == window.count ? 0 : side + 1] - from;
    bool cuts = false;
    for (int i = 0; i < result.count; ++i) {
      inside[i] = cross(edge, result.corners[i] - from);
      cuts = cuts || inside[i] < 0.0;
    }
    if (!cuts) continue;
    int count = 0;
    for (int i = 0; i < result.count; ++i) {
      const int j = i + 1 == result.count ? 0 : i + 1;
      if (inside[i] >= 0.0 && count < kMaxCorners) kept[count++] = result.corners[i];
      const bool crosses = (inside[i] >= 0.0) != (inside[j] >= 0.0);
      // A segment has two ends, not a way back.
      if (crosses && count < kMaxCorners && !(result.count == 2 && i == 1)) {
        const Vector2 &here = result.corners[i], &next = result.corners[j];
        kept[count++] = here + (next - here) * (inside[i] / (inside[i] - inside[j]));
      }
    }
    result.count = count;
    std::copy(kept, kept + count, result.corners);
    if (count == 0) return false;
  }
  return true;
}

// A polygon without area holds nothing.
bool OverlapRegion::contains(const Polygon& polygon, const Vector2& p) {
  bool has_inside = false;
  for (int i = 0; i < polygon.count; ++i) {
    const Vector2& from = polygon.corners[i];
    const Vector2& to = polygon.corners[i + 1 == polygon.count ? 0 : i + 1];
    const double inside = cross(to - from, p - from);
    if (inside < 0.0) return false;
    has_inside = has_inside || inside > 0.0;
  }
  return has_inside;
}

OverlapRegion::Vector2 OverlapRegion::nearest_on_edge(const Vector2& from, const Vector2& to, const Vector2& p) {
  const Vector2 edge = to - from;
  const double length = edge.squaredNorm();
  const double way = edge.dot(p - from);
  if (!(way > 0.0)) return from;
  return way < length ? Vector2(from + edge * (way / length)) : to;
}

OverlapRegion::Vector2 OverlapRegion::nearest_on(const Polygon& polygon, const Vector2& p) {
  if (polygon.count > 2 && contains(polygon, p)) return p;
  Vector2 best = polygon.corners[0];
  double least = (p - best).squaredNorm();
  for (int i = 0; i < polygon.count; ++i) {
    const Vector2& from = polygon.corners[i];
    const Vector2& to = polygon.corners[i + 1 == polygon.count ? 0 : i + 1];
    // The nearest point is on a side that sees the point.
    if (polygon.count > 2 && cross(to - from, p - from) > 0.0) continue;
    const Vector2 candidate = nearest_on_edge(from, to, p);
    const double there = (p - candidate).squaredNorm();
    if (there < least) least = there, best = candidate;
  }
  return best;
}

bool OverlapRegion::find_region() {
  clipped_ = true;
  if (a_.count == 1 || b_.count == 1) return false;
  const bool a_is_window = a_.count > 2 && (b_.count == 2 || a_.count <= b_.count);
  return a_is_window ? clip(b_, a_, region_) : clip(a_, b_, region_);
}

OverlapRegion::Place OverlapRegion::make_place(const Vector2& q_a, const Vector2& q_b) const {
  const double z_a = heights_a_.level + heights_a_.slope.dot(q_a), z_b = heights_b_.level + heights_b_.slope.dot(q_b);
  const Vector2 aside = q_a - q_b;
  return {q_a.x() * s_ + q_a.y() * t_ + z_a * normal_, q_b.x() * s_ + q_b.y() * t_ + z_b * normal_, z_a - z_b,
          aside.x() * s_ + aside.y() * t_, false};
}

// The nearest point of the other edge; beyond its end, the nearest point to this end.
OverlapRegion::Place OverlapRegion::find_nearest_on_edges(const Vector2& q, bool is_of_a) const {
  const Polygon &own = is_of_a ? a_ : b_, &other = is_of_a ? b_ : a_;
  const Vector2 theirs = nearest_on_edge(other.corners[0], other.corners[1], q);
  const bool at_end = theirs == other.corners[0] || theirs == other.corners[1];
  const Vector2 ours = at_end ? nearest_on_edge(own.corners[0], own.corners[1], theirs) : q;
  return is_of_a ? make_place(ours, theirs) : make_place(theirs, ours);
}

// A point of the one feature that is also on the other needs no region: most contacts never clip.
OverlapRegion::Place OverlapRegion::find_nearest(const Vector3& point, bool is_of_a) {
  Vector2 q = flatten(point);
  if (edges_) return find_nearest_on_edges(q, is_of_a);
  const Polygon& other = is_of_a ? b_ : a_;
  const bool on_both = other.count > 2 && contains(other, q);
  if (!on_both) {
    if (!clipped_) empty_ = !find_region();
    if (!empty_) q = nearest_on(region_, q);
  }
  Place place = make_place(q, q);
  place.is_clipped = !on_both;
  return place;
}

}  // namespace carom
