#include "carom/collision/convex/shared_corners.h"

#include <algorithm>

namespace carom {
namespace {

double cross_2d(const Eigen::Vector2d& a, const Eigen::Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

constexpr int after(int corner) { return (corner + 1) % SharedCorners::kSides; }

}  // namespace

/// Of a side of the own face: from where to where it is above the other one, as parts of its length.
struct SharedCorners::Part {
  double begin{0.0}, end{1.0};
  int by_begin{}, by_end{};  // the other's sides there

  [[nodiscard]] bool empty() const { return !(begin < end); }
  [[nodiscard]] double vanished() const { return std::clamp(0.5 * (begin + end), 0.0, 1.0); }
};

SharedCorners::SharedCorners(const ContactFeature& own, const ContactFeature& other)
    : own_(own), other_(other), view_((own.normal - other.normal).normalized()) {
  for (int i = 0; i < kSides; ++i) {
    own_corners_[i] = view_.flatten(own.corners[i]);
    other_corners_[i] = view_.flatten(other.corners[i]);
  }
  // Corners on an edge but for rounding belong to what is shared.
  rounding_ = 1e-12 * ((own_corners_[2] - own_corners_[0]).norm() + (other_corners_[2] - other_corners_[0]).norm());
  // The other face looks against the direction: it is seen clockwise.
  for (int i = 0; i < kSides; ++i) {
    is_inside_[i] = true;
    for (int k = 0; k < kSides; ++k) {
      const Vector2 side = other_corners_[after(k)] - other_corners_[k];
      inside_[i][k] = cross_2d(own_corners_[i] - other_corners_[k], side) / side.norm();
      is_inside_[i] = is_inside_[i] && inside_[i][k] >= -rounding_;
    }
  }
  for (int i = 0; i < kSides; ++i) add_side(i);
  add_other_corners();
}

Vector3 SharedCorners::lift(const ContactFeature& face, const Vector2& q) const {
  const Vector3 flat = view_.lift(q, 0.0);
  return flat + (face.normal.dot(face.corners[0] - flat) / face.normal.dot(view_.normal())) * view_.normal();
}

void SharedCorners::set(int place, Kind kind, int slot, int own, int other, const Vector2& q) {
  corners_[place] = {kind, slot, own, other, lift(own_, q), lift(other_, q)};
  found_ = found_ || kind != Kind::Unused;
}

SharedCorners::Part SharedCorners::find_part(int side) const {
  Part part;
  for (int k = 0; k < kSides; ++k) {
    const double from = inside_[side][k], to = inside_[after(side)][k];
    const bool from_outside = from < -rounding_, to_outside = to < -rounding_;
    if (from_outside && to_outside) {
      // Where it was last inside.
      part.begin = part.end = from > to ? 0.0 : 1.0;
      return part;
    }
    if (!from_outside && !to_outside) continue;
    const double at = std::clamp(from / (from - to), 0.0, 1.0);
    if (from_outside && at >= part.begin) part.begin = at, part.by_begin = k;
    if (to_outside && at <= part.end) part.end = at, part.by_end = k;
  }
  return part;
}

// A corner's slot is its own where it is above the other face, else that of the end of the side before it.
void SharedCorners::add_side(int side) {
  const int next = after(side);
  const Vector2 &from = own_corners_[side], way = own_corners_[next] - from;
  const Part part = find_part(side);
  const auto add = [&](bool exists, int place, int slot, double at, int by) {
    set(place, exists ? Kind::Crossing : Kind::Unused, slot, side, by, from + (exists ? at : part.vanished()) * way);
  };
  if (is_inside_[side]) set(side, Kind::OwnCorner, slot_of(side), side, 0, from);
  if (!is_inside_[next]) add(!part.empty(), next, slot_of(next), part.end, part.by_end);
  const int begin_slot = opposite_slot(side);
  if (is_inside_[side]) return set(kSides + side, Kind::Unused, begin_slot, side, 0, from);
  add(!part.empty(), kSides + side, begin_slot, part.begin, part.by_begin);
}

void SharedCorners::add_other_corners() {
  for (int k = 0; k < kSides; ++k) {
    const Vector2& q = other_corners_[k];
    bool is_inside = true;
    for (int i = 0; i < kSides; ++i) {
      const Vector2 side = own_corners_[after(i)] - own_corners_[i];
      is_inside = is_inside && cross_2d(side, q - own_corners_[i]) > rounding_ * side.norm();
    }
    set(2 * kSides + k, is_inside ? Kind::OtherCorner : Kind::Unused, 2 * kSides + k, 0, k, q);
  }
}

}  // namespace carom
