#include "carom/collision/convex/overhang.h"

#include <gtest/gtest.h>

namespace carom {
namespace {

using Vector2 = Eigen::Vector2d;

FlatPolygon make_table() {
  FlatPolygon table;
  for (const Vector2& corner : {Vector2(-10, -10), Vector2(0, -10), Vector2(0, 10), Vector2(-10, 10)})
    table.add(corner);
  table.close();
  return table;
}

/// A face of four corners, shifted along x; the first derivative is by the shift.
Overhang make_face(const Vector2 (&corners)[4], double shift) {
  Overhang face;
  for (const Vector2& corner : corners) {
    Overhang::Place place{corner.x() + shift, corner.y()};
    place.x.derivatives() = Eigen::Matrix<double, 6, 1>::Unit(0);
    place.y.derivatives().setZero();
    face.add(place);
  }
  return face;
}

Vector2 at(const Overhang& face, int corner) { return {face.place(corner).x.value(), face.place(corner).y.value()}; }

constexpr double kTolerance = 1e-14;

// Squarely over the edge: the two corners move to where the edge cuts their sides.
TEST(Overhang, CornersBeyondAnEdgeMoveToItsCuts) {
  Overhang face = make_face({{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}, 0.5);
  ASSERT_TRUE(face.cut(make_table()));
  EXPECT_LT((at(face, 0) - Vector2(-1.5, -1)).norm(), kTolerance);
  EXPECT_LT((at(face, 1) - Vector2(0, -1)).norm(), kTolerance);
  EXPECT_LT((at(face, 2) - Vector2(0, 1)).norm(), kTolerance);
  EXPECT_LT((at(face, 3) - Vector2(-1.5, 1)).norm(), kTolerance);
}

// A square on its corner; both cuts leave as much outside, so that the point of the corner is halfway between them.
TEST(Overhang, ASingleCornerHasItsPointBetweenTheCuts) {
  Overhang face = make_face({{0, -1}, {1, 0}, {0, 1}, {-1, 0}}, -0.5);
  ASSERT_TRUE(face.cut(make_table()));
  EXPECT_LT((at(face, 1) - Vector2(0, 0)).norm(), kTolerance);
  EXPECT_LT((at(face, 2) - Vector2(-0.5, 1)).norm(), kTolerance);
}

// Shifted right across the edge, corner after corner: no point jumps, and derivatives are those of differences.
TEST(Overhang, PointsMoveContinuouslyAndAsTheirDerivativesSay) {
  const Vector2 turned[4] = {{-0.5, -1.2}, {1.1, -0.2}, {0.6, 1.0}, {-1.0, 0.3}};
  const double step = 1e-6;
  for (double shift = -1.053; shift < 0.95; shift += 0.01) {
    Overhang before = make_face(turned, shift - step), now = make_face(turned, shift),
             after = make_face(turned, shift + step);
    ASSERT_TRUE(before.cut(make_table()) && now.cut(make_table()) && after.cut(make_table())) << shift;
    for (int i = 0; i < 4; ++i) {
      const Vector2 rate(now.place(i).x.derivatives()[0], now.place(i).y.derivatives()[0]);
      EXPECT_LE(at(now, i).x(), kTolerance) << shift;
      EXPECT_LT((at(after, i) - at(before, i)).norm(), 20.0 * step) << shift;
      EXPECT_LT(((at(after, i) - at(before, i)) / (2.0 * step) - rate).norm(), 1e-7) << shift << " corner " << i;
    }
  }
}

// A corner that is outside by rounding alone stays where it is, though a side that lies along the edge is cut anywhere.
TEST(Overhang, AFaceAlongTheEdgeKeepsItsCorners) {
  const Vector2 along[4] = {{-2, -1}, {1e-16, -1}, {-1e-16, 1}, {-2, 1}};
  Overhang face = make_face(along, 0.0);
  ASSERT_TRUE(face.cut(make_table()));
  for (int i = 0; i < 4; ++i) EXPECT_LT((at(face, i) - along[i]).norm(), kTolerance) << i;
}

TEST(Overhang, NothingIsLeftOfAFaceBeyondTheOther) {
  Overhang face = make_face({{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}, 2.5);
  EXPECT_FALSE(face.cut(make_table()));
}

}  // namespace
}  // namespace carom
