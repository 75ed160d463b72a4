#include "carom/collision/convex/overhang.h"

#include <vector>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

namespace carom {
namespace {

using Vector2 = Eigen::Vector2d;

using Polygon = std::vector<Vector2>;

const Polygon kTable{{-10, -10}, {0, -10}, {0, 10}, {-10, 10}};

Polygon shifted(Polygon corners, double shift) {
  for (Vector2& corner : corners) corner.x() += shift;
  return corners;
}

/// Corners are their own carriers.
bool cut(const Polygon& face, const Polygon& other, Overhang& overhang) {
  for (const Vector2& corner : face) overhang.add(corner, corner);
  return overhang.cut(other, false);
}

/// Of a place, as its face moves by v and turns about the origin.
Vector2 calc_rate(const Overhang& overhang, int corner, const Vector2& v, double spin) {
  Vector2 rate;
  for (int axis = 0; axis < 2; ++axis) {
    const Overhang::Derivative by = overhang.differentiate(corner, Vector2::Unit(axis));
    rate[axis] = by[0] * v.x() + by[1] * v.y() + by[2] * spin;
  }
  return rate;
}

constexpr double kTolerance = 1e-14;

// Squarely over the edge: the two corners move to where the edge cuts their sides.
TEST(Overhang, CornersBeyondAnEdgeMoveToItsCuts) {
  Overhang face;
  ASSERT_TRUE(cut({{-1.5, -1}, {2.5, -1}, {2.5, 1}, {-1.5, 1}}, kTable, face));
  EXPECT_LT((face.place(0) - Vector2(-1.5, -1)).norm(), kTolerance);
  EXPECT_LT((face.place(1) - Vector2(0, -1)).norm(), kTolerance);
  EXPECT_LT((face.place(2) - Vector2(0, 1)).norm(), kTolerance);
  EXPECT_LT((face.place(3) - Vector2(-1.5, 1)).norm(), kTolerance);
}

// A square on its corner; both cuts leave as much outside, so that the point of the corner is halfway between them.
TEST(Overhang, ASingleCornerHasItsPointBetweenTheCuts) {
  Overhang face;
  ASSERT_TRUE(cut({{-0.5, -1}, {0.5, 0}, {-0.5, 1}, {-1.5, 0}}, kTable, face));
  EXPECT_TRUE(face.is_moved(1));
  EXPECT_FALSE(face.is_moved(2));
  EXPECT_LT((face.place(1) - Vector2(0, 0)).norm(), kTolerance);
  EXPECT_LT((face.place(2) - Vector2(-0.5, 1)).norm(), kTolerance);
}

// Shifted right across the edge, corner after corner: no point jumps, and derivatives are those of differences.
void expect_continuous_motion(const Polygon& corners, double from, double to) {
  const double step = 1e-6;
  for (double shift = from; shift < to; shift += 0.01) {
    Overhang before, now, after;
    ASSERT_TRUE(cut(shifted(corners, shift - step), kTable, before)) << shift;
    ASSERT_TRUE(cut(shifted(corners, shift), kTable, now)) << shift;
    ASSERT_TRUE(cut(shifted(corners, shift + step), kTable, after)) << shift;
    for (int i = 0; i < static_cast<int>(corners.size()); ++i) {
      const Vector2 way = after.place(i) - before.place(i);
      EXPECT_LE(now.place(i).x(), kTolerance) << shift;
      EXPECT_LT(way.norm(), 40.0 * step) << shift;
      EXPECT_LT((way / (2.0 * step) - calc_rate(now, i, Vector2::UnitX(), 0.0)).norm(), 1e-7)
          << shift << " corner " << i;
    }
  }
}

TEST(Overhang, PointsMoveContinuouslyAndAsTheirDerivativesSay) {
  expect_continuous_motion({{-0.5, -1.2}, {1.1, -0.2}, {0.6, 1.0}, {-1.0, 0.3}}, -1.053, 0.95);
}

TEST(Overhang, SoDoThoseOfAChainOfManyCorners) {
  expect_continuous_motion({{-0.9, -0.6}, {0.1, -1.2}, {0.8, -0.8}, {1.1, 0.1}, {0.7, 0.9}, {0.0, 1.1}, {-1.0, 0.3}},
                           -1.053, 0.85);
}

Polygon make_square(double turn, const Vector2& shift) {
  Polygon square;
  for (const Vector2& corner : {Vector2(-1, -1), Vector2(1, -1), Vector2(1, 1), Vector2(-1, 1)}) {
    square.emplace_back(Eigen::Rotation2Dd(turn) * corner + shift);
  }
  return square;
}

// Of two squares turned against each other every edge cuts off a corner, and the sides of one cut end in the point of
// another.
TEST(Overhang, CutsOnSidesOfCornersThatHaveMovedAreDifferentiatedThroughThem) {
  const Polygon square = make_square(0.0, Vector2::Zero());
  const Vector2 shift(0.05, -0.02), velocity(0.3, -0.7);
  const double spin = 0.4, step = 1e-6;
  // Of the motion about the center, told at the origin.
  const Vector2 at_origin = velocity - spin * Vector2(-shift.y(), shift.x());
  for (double turn = 0.1; turn < 1.5; turn += 0.1) {
    Overhang before, now, after;
    ASSERT_TRUE(cut(make_square(turn - spin * step, shift - step * velocity), square, before));
    ASSERT_TRUE(cut(make_square(turn, shift), square, now));
    ASSERT_TRUE(cut(make_square(turn + spin * step, shift + step * velocity), square, after));
    for (int i = 0; i < 4; ++i) {
      EXPECT_TRUE(now.is_moved(i));
      const Vector2 rate = (after.place(i) - before.place(i)) / (2.0 * step);
      EXPECT_LT((calc_rate(now, i, at_origin, spin) - rate).norm(), 1e-8) << turn << " corner " << i;
    }
  }
}

// A corner that is outside by rounding alone stays where it is, though a side that lies along the edge is cut anywhere.
TEST(Overhang, AFaceAlongTheEdgeKeepsItsCorners) {
  const Polygon along{{-2, -1}, {1e-16, -1}, {-1e-16, 1}, {-2, 1}};
  Overhang face;
  ASSERT_TRUE(cut(along, kTable, face));
  for (int i = 0; i < 4; ++i) EXPECT_LT((face.place(i) - along[static_cast<std::size_t>(i)]).norm(), kTolerance) << i;
}

TEST(Overhang, NothingIsLeftOfAFaceBeyondTheOther) {
  Overhang face;
  EXPECT_FALSE(cut({{0.5, -1}, {4.5, -1}, {4.5, 1}, {0.5, 1}}, kTable, face));
}

}  // namespace
}  // namespace carom
