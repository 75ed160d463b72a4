#include "carom/collision/convex/face_overlap.h"

namespace carom {

FaceOverlap::FaceOverlap(const Face& own, const Face& other, const Matrix3& R_WB)
    : FaceOverlap(own, other, R_WB, own.normal + other.normal) {}

FaceOverlap::FaceOverlap(const Face& own, const Face& other, const Matrix3& R_WB, const Vector3& sum)
    : own_(own.feature),
      R_WB_(R_WB),
      cosine_(0.5 * sum.norm()),
      view_(sum * (0.5 / cosine_)),
      tilt_(view_.flatten(other.normal)) {
  const double per_cosine = 1.0 / cosine_;
  slope_ = per_cosine * tilt_;
  level_own_ = per_cosine * own.level;
  level_other_ = per_cosine * other.level;
  for (int i = 0; i < own_.count; ++i) {
    const Vector2 q = view_.flatten(own_.corners[i]);
    overhang_.add(q, q + (0.5 * (height_of_own(q) - height_of_other(q))) * slope_);
  }
  found_ = cut_all(other.feature);
  if (!has_overhang()) return;
  axes_.col(0) = R_WB * view_.s;
  axes_.col(1) = R_WB * view_.t;
  axes_.col(2) = R_WB * view_.normal;
}

// Faces are counterclockwise from outside: that of A is seen from behind.
bool FaceOverlap::cut_all(const ContactFeature& other) {
  const bool is_behind = other.normal.dot(view_.normal) < 0.0;
  const Vector2 first = view_.flatten(other.corners[0]);
  Vector2 from = first;
  for (int i = 1; i <= other.count; ++i) {
    const Vector2 to = i < other.count ? view_.flatten(other.corners[i]) : first;
    if (!(is_behind ? overhang_.cut(to, from) : overhang_.cut(from, to))) return false;
    from = to;
  }
  return true;
}

// The gap changes by as much as the place slides, times how steep the faces are against each other.
FaceOverlap::Point FaceOverlap::find(int corner) const {
  if (!overhang_.is_moved(corner)) return {.tip = R_WB_ * own_.corners[corner], .is_moved = false};
  const Vector2 q = overhang_.place(corner);
  const Overhang::Derivative by = overhang_.differentiate(corner, 2.0 * tilt_);
  const double height = 0.5 * (level_own_ + level_other_);
  return {.tip = axes_ * Vector3(q.x(), q.y(), height_of_other(q)),
          .is_moved = true,
          .slide = axes_.leftCols<2>() * by.head<2>().matrix(),
          .slide_turn = axes_ * Vector3(-height * by[1], height * by[0], by[2])};
}

Vector3 FaceOverlap::find_on_face(int corner, bool on_own) const {
  const Vector2 q = overhang_.place(corner);
  return q.x() * view_.s + q.y() * view_.t + (on_own ? height_of_own(q) : height_of_other(q)) * view_.normal;
}

}  // namespace carom
