#include "carom/collision/convex/face_overlap.h"

#include <gtest/gtest.h>

#include "carom/math/rotation.h"

namespace carom {
namespace {

constexpr double kRoundings = 1e-14;

/// A square about a point, turned; facing down its corners are counterclockwise from below.
struct Square {
  ContactFeature feature;
  Vector3 up;  // its normal, from below to above

  Square(const Vector3& center, const Vector3& turn, double half, bool faces_down) {
    const Matrix3 R = matrix_from_quaternion(quaternion_from_rotation_vector(turn));
    up = R.col(2);
    feature.normal = (faces_down ? -1.0 : 1.0) * up;
    const Vector3 corners[] = {{-half, -half, 0.0}, {half, -half, 0.0}, {half, half, 0.0}, {-half, half, 0.0}};
    for (int k = 0; k < 4; ++k) feature.add_corner(center + R * corners[faces_down ? 3 - k : k]);
  }

  [[nodiscard]] FaceOverlap::Face face() const { return {feature, up, up.dot(feature.corners[0])}; }
};

const Matrix3 kSameAxes = Matrix3::Identity();

TEST(FaceOverlap, CornersOverTheOtherFaceAreTheirOwnPoints) {
  const Square upper({0.1, 0.2, 0.5}, {0.02, 0.01, 0.3}, 0.5, true),
      lower({0.0, 0.0, 0.0}, Vector3::Zero(), 1.0, false);
  const FaceOverlap overlap(upper.face(), lower.face(), kSameAxes);
  ASSERT_TRUE(overlap.found());
  EXPECT_FALSE(overlap.has_overhang());
  for (int k = 0; k < 4; ++k) EXPECT_EQ(overlap.find(k).tip, upper.feature.corners[k]);
}

TEST(FaceOverlap, FacesBesideEachOtherHaveNone) {
  const Square upper({3.0, 0.0, 0.5}, Vector3::Zero(), 0.5, true), lower({0.0, 0.0, 0.0}, Vector3::Zero(), 1.0, false);
  EXPECT_FALSE(FaceOverlap(upper.face(), lower.face(), kSameAxes).found());
}

// Two faces at a small angle: places beyond an edge are on that edge.
TEST(FaceOverlap, CornersBeyondAnEdgeHaveTheirPointsOnIt) {
  const Square upper({0.75, 0.1, 0.0}, {0.03, -0.02, 0.2}, 0.5, true),
      lower({0.0, 0.0, 0.0}, Vector3::Zero(), 1.0, false);
  const FaceOverlap overlap(upper.face(), lower.face(), kSameAxes);
  ASSERT_TRUE(overlap.found() && overlap.has_overhang());
  int moved = 0;
  for (int k = 0; k < 4; ++k) {
    const FaceOverlap::Point point = overlap.find(k);
    if (!point.is_moved) continue;
    ++moved;
    EXPECT_NEAR(point.tip.x(), 1.0, kRoundings);
    EXPECT_NEAR(point.tip.z(), 0.0, kRoundings);
    EXPECT_LT((overlap.find_on_face(k, false) - point.tip).norm(), kRoundings);
    EXPECT_NEAR(upper.up.dot(overlap.find_on_face(k, true)), upper.face().level, kRoundings);
  }
  EXPECT_EQ(moved, 2);
}

// The gap of a place on an edge, from the own face: its derivative is that of the material there, and what `slide`
// says.
TEST(FaceOverlap, SlidesSayHowGapsChangeAsPlacesMove) {
  const Vector3 center(0.7, 0.6, 0.01), turn(0.06, -0.04, 0.5), v(0.3, -0.2, 0.1), w(0.2, 0.4, -0.3);
  const Square lower({0.0, 0.0, 0.0}, {0.01, 0.02, 0.0}, 1.0, false);
  const double step = 1e-6;
  const auto moved_by = [&](double time) {
    // Moved by v and turned by w about the origin, to first order and symmetric in time.
    const Matrix3 R = matrix_from_quaternion(quaternion_from_rotation_vector(time * w));
    Square upper(center, turn, 0.5, true);
    upper.up = R * upper.up;
    upper.feature.normal = -upper.up;
    for (int k = 0; k < 4; ++k) upper.feature.corners[k] = R * upper.feature.corners[k] + time * v;
    return upper;
  };
  const auto gap_of = [&](const Square& upper, int k) {
    const FaceOverlap overlap(upper.face(), lower.face(), kSameAxes);
    return upper.face().level - upper.up.dot(overlap.find(k).tip);
  };
  const Square before = moved_by(-step), now = moved_by(0.0), after = moved_by(step);
  const FaceOverlap overlap(now.face(), lower.face(), kSameAxes);
  ASSERT_TRUE(overlap.found() && overlap.has_overhang());
  int slides = 0;
  for (int k = 0; k < 4; ++k) {
    const FaceOverlap::Point point = overlap.find(k);
    if (!point.is_moved) continue;
    ++slides;
    const double of_material = now.up.dot(v + w.cross(point.tip));
    EXPECT_NEAR(point.above, now.up.dot(point.tip) - now.face().level, kRoundings);
    const Vector3 middle = point.tip - 0.5 * point.above * now.up;
    const double rate = of_material + point.slide.dot(v + w.cross(middle)) + point.slide_turn.dot(w);
    EXPECT_NEAR((gap_of(after, k) - gap_of(before, k)) / (2.0 * step), rate, 1e-8) << k;
  }
  EXPECT_GE(slides, 2);
}

}  // namespace
}  // namespace carom
