#include "carom/collision/convex/face_overlap.h"

namespace carom {

FaceOverlap::FaceOverlap(const Face& own, const Face& other, const Matrix3& R_WB)
    : FaceOverlap(own, other, R_WB, own.normal + other.normal) {}

FaceOverlap::FaceOverlap(const Face& own, const Face& other, const Matrix3& R_WB, const Vector3& sum)
    : own_(own.feature), R_WB_(R_WB), length_(sum.norm()), view_(sum, length_), tilt_(view_.flatten(other.normal)) {
  const double per_cosine = 2.0 / length_;
  slope_ = per_cosine * tilt_;
  level_own_ = per_cosine * own.level;
  level_other_ = per_cosine * other.level;
  middle_ = 0.5 * (level_own_ + level_other_);
  for (int i = 0; i < own_.count; ++i) {
    const Vector2 q = view_.flatten(own_.corners[i]);
    overhang_.add(q, q + (0.5 * (height_of_own(q) - height_of_other(q))) * slope_);
  }
  found_ = cut_all(other.feature);
  if (!has_overhang()) return;
  axes_.col(0) = R_WB * view_.s();
  axes_.col(1) = R_WB * view_.t();
  axes_.col(2) = R_WB * view_.normal();
}

// Faces are counterclockwise from outside: that of A is seen from behind.
bool FaceOverlap::cut_all(const ContactFeature& other) {
  Vector2 corners[ContactFeature::kMaxCorners];
  for (int i = 0; i < other.count; ++i) corners[i] = view_.flatten(other.corners[i]);
  return overhang_.cut({corners, static_cast<std::size_t>(other.count)}, other.normal.dot(view_.normal()) < 0.0);
}

}  // namespace carom
