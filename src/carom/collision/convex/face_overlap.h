#pragma once

#include "carom/collision/convex/contact_feature.h"
#include "carom/collision/convex/overhang.h"
#include "carom/collision/convex/viewing_plane.h"

namespace carom {

/// A face of a polyhedron on that of another one, both seen along the mean k of their normals: where each corner of the
/// one has its contact point. From there a corner that goes beyond an edge is as deep in the other face as the edge is
/// in its own.
///
/// A corner of the one face is seen over a place of the other where P_A − P_B = δ k. As k turns with either face by one
/// half, that place moves with what the bodies do at X = P_B + δ n_B/|n_A + n_B|, which is as far from the one face as
/// from the other: all of these points are at one height, in the plane halfway between the faces.
class FaceOverlap {
 public:
  /// In the axes of B.
  struct Face {
    const ContactFeature& feature;
    Vector3 normal;  // from B to A, whosever it is
    double level;    // along the normal  [m]
  };

  /// Of the corners of `own`.
  FaceOverlap(const Face& own, const Face& other, const Matrix3& R_WB);

  /// False: nothing is left of the one face above the other.
  [[nodiscard]] bool found() const { return found_; }
  /// The direction k along which they are seen, in the axes of B.
  [[nodiscard]] const Vector3& direction() const { return view_.normal(); }
  /// Whether a corner has its point on an edge of the other face.
  [[nodiscard]] bool has_overhang() const { return overhang_.any_moved(); }

  /// In the axes of the world, from the origin of B.
  struct Point {
    Vector3 tip;     // the corner, or the place on the other's edge  [m]
    bool is_moved;   // to an edge
    double above{};  // how far a place on an edge is above the own face, along its normal  [m]
    // How the gap changes as the place slides along the edge, by the velocity of A against B halfway between the place
    // and the own face, and by how it turns; see ContactPoint.
    Vector3 slide{Vector3::Zero()}, slide_turn{Vector3::Zero()};  // [1], [m]
  };
  [[nodiscard]] Point find(int corner) const;
  /// On the own face or the other one, in the axes of B.
  [[nodiscard]] Vector3 find_on_face(int corner, bool on_own) const {
    const Vector2& q = overhang_.place(corner);
    return view_.lift(q, on_own ? height_of_own(q) : height_of_other(q));
  }

 private:
  using Vector2 = ViewingPlane::Vector2;
  static_assert(Overhang::kMaxCorners >= ContactFeature::kMaxCorners);
  FaceOverlap(const Face& own, const Face& other, const Matrix3& R_WB, const Vector3& sum);

  [[nodiscard]] double height_of_own(const Vector2& q) const { return level_own_ + slope_.dot(q); }
  [[nodiscard]] double height_of_other(const Vector2& q) const { return level_other_ - slope_.dot(q); }
  [[nodiscard]] bool cut_all(const ContactFeature& other);

  const ContactFeature& own_;
  const Matrix3& R_WB_;
  double length_;  // of the sum of both normals: twice the cosine between k and each of them
  ViewingPlane view_;
  Vector2 tilt_;                             // the other's normal as it is seen; the own one's is opposite
  Vector2 slope_;                            // of the own face; the other one's is opposite
  double level_own_, level_other_, middle_;  // heights where q is zero, and of the plane between the faces  [m]
  Matrix3 axes_;                             // s, t, k in the world
  Overhang overhang_;
  bool found_;
};

// Asked for each point. The gap changes by as much as the place slides, times how steep the faces are against each
// other.
inline FaceOverlap::Point FaceOverlap::find(int corner) const {
  if (!overhang_.is_moved(corner)) return {.tip = R_WB_ * own_.corners[corner], .is_moved = false};
  const Vector2& q = overhang_.place(corner);
  const double height = height_of_other(q), cosine = 0.5 * length_, above = cosine * (height - height_of_own(q));
  const Overhang::Derivative by = overhang_.differentiate(corner, 2.0 * tilt_);
  // Halfway to the own face, whose normal is −tilt as it is seen; points move with the bodies at `middle_`.
  const Vector2 halfway = q + (0.5 * above) * tilt_;
  const double higher = height - 0.5 * above * cosine - middle_;
  return {.tip = axes_ * Vector3(q.x(), q.y(), height),
          .is_moved = true,
          .above = above,
          .slide = by[0] * axes_.col(0) + by[1] * axes_.col(1),
          .slide_turn =
              axes_ * Vector3(higher * by[1], -higher * by[0], by[2] - (halfway.x() * by[1] - halfway.y() * by[0]))};
}

}  // namespace carom
