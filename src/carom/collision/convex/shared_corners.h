#pragma once

#include "carom/collision/convex/contact_feature.h"
#include "carom/collision/convex/viewing_plane.h"

namespace carom {

/// A box's face on that of another box, both seen along the mean of their normals: all corners of what they share.
///
/// Each corner of what is shared has a slot that it keeps while it moves: a corner of the own face that is above the
/// other one, and else the place where the side before it leaves the other face, has the slot of the corner; where the
/// side after it comes back, the slot of the same corner of the opposite face, which is away from the contact; a corner
/// of the other face that is above the own one, a slot after these. Where a slot comes to an end, another one begins or
/// goes on at the same place.
class SharedCorners {
 public:
  static constexpr int kSides = 4;
  static constexpr int kNumSlots = 2 * kSides + kSides;
  enum class Kind { Unused, OwnCorner, OtherCorner, Crossing };
  struct Corner {
    Kind kind{Kind::Unused};
    int slot{};
    int own{}, other{};        // corners, or those at which the sides begin that cross
    Vector3 on_own, on_other;  // above each other; of a slot that is not in use, where it came to its end  [m]
  };

  /// In the same axes, each with its outward normal, four corners and their anchors.
  SharedCorners(const ContactFeature& own, const ContactFeature& other);

  /// False: the faces share nothing.
  [[nodiscard]] bool found() const { return found_; }
  [[nodiscard]] const Vector3& direction() const { return view_.normal(); }
  [[nodiscard]] const Corner& corner(int i) const { return corners_[i]; }

 private:
  using Vector2 = ViewingPlane::Vector2;
  struct Part;

  void set(int place, Kind kind, int slot, int own, int other, const Vector2& q);
  [[nodiscard]] int slot_of(int corner) const { return own_.anchors[corner].id; }
  // Corners of boxes have a bit for each axis: all of the face have one in common.
  [[nodiscard]] int opposite_slot(int corner) const {
    return slot_of(corner) ^ slot_of(0) ^ slot_of(2) ^ (2 * kSides - 1);
  }
  [[nodiscard]] Part find_part(int side) const;
  void add_side(int side);
  void add_other_corners();
  [[nodiscard]] Vector3 lift(const ContactFeature& face, const Vector2& q) const;

  const ContactFeature &own_, &other_;
  ViewingPlane view_;
  double rounding_;  // [m]
  Vector2 own_corners_[kSides], other_corners_[kSides];
  double inside_[kSides][kSides];  // of the own corner, how far inside of the other's side  [m]
  bool is_inside_[kSides];
  Corner corners_[kNumSlots];
  bool found_{};
};

}  // namespace carom
