#include "carom/collision/convex/flat_polygon.h"

#include <cmath>
#include <initializer_list>

#include <gtest/gtest.h>

namespace carom {
namespace {

using Vector2 = FlatPolygon::Vector2;

FlatPolygon make_polygon(std::initializer_list<Vector2> corners) {
  FlatPolygon polygon;
  for (const Vector2& corner : corners) polygon.add(corner);
  polygon.close();
  return polygon;
}

FlatPolygon make_square(double x, double half) {
  return make_polygon({{x - half, -half}, {x + half, -half}, {x + half, half}, {x - half, half}});
}

double calc_area(const FlatPolygon& polygon) {
  double twice = 0.0;
  for (int i = 0; i < polygon.count(); ++i) {
    const Vector2 p = polygon.corner(i), q = polygon.corner(i + 1);
    twice += p.x() * q.y() - p.y() * q.x();
  }
  return 0.5 * twice;
}

TEST(FlatPolygon, HoldsWhatIsInsideOrOnItsSides) {
  const FlatPolygon square = make_square(0.0, 1.0), triangle = make_polygon({{0.0, 0.0}, {2.0, 0.0}, {0.0, 2.0}});
  EXPECT_TRUE(square.contains({0.5, -0.25}));
  EXPECT_TRUE(square.contains({1.0, 1.0}));
  EXPECT_FALSE(square.contains({1.0 + 1e-15, 0.0}));
  EXPECT_TRUE(triangle.contains({0.5, 0.5}));
  EXPECT_FALSE(triangle.contains({1.5, 1.5}));
  EXPECT_FALSE(make_polygon({{0.0, 0.0}, {1.0, 0.0}, {2.0, 0.0}}).contains({0.5, 0.0}));
}

TEST(FlatPolygon, TheNearestPointIsOnASideACornerOrIsThePointItself) {
  const FlatPolygon square = make_square(0.0, 1.0);
  EXPECT_EQ(square.find_nearest({0.5, 0.25}), Vector2(0.5, 0.25));
  EXPECT_EQ(square.find_nearest({3.0, 0.25}), Vector2(1.0, 0.25));
  EXPECT_EQ(square.find_nearest({3.0, -2.0}), Vector2(1.0, -1.0));
  const FlatPolygon segment = make_polygon({{0.0, 0.0}, {2.0, 0.0}});
  EXPECT_EQ(segment.find_nearest({0.5, 3.0}), Vector2(0.5, 0.0));
  EXPECT_EQ(segment.find_nearest({5.0, 1.0}), Vector2(2.0, 0.0));
}

TEST(FlatPolygon, AWindowLeavesWhatBothHave) {
  const FlatPolygon square = make_square(0.0, 1.0);
  FlatPolygon left;
  ASSERT_TRUE(square.clip(make_square(1.0, 1.0), left));
  EXPECT_EQ(calc_area(left), 2.0);
  // The corners of a square on its tip, of 2 m from tip to tip, are on the sides of this one: it cuts off nothing.
  const FlatPolygon on_tip = make_polygon({{0.0, -1.0}, {1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}});
  ASSERT_TRUE(square.clip(on_tip, left));
  EXPECT_DOUBLE_EQ(calc_area(left), 2.0);
  EXPECT_FALSE(square.clip(make_square(3.0, 1.0), left));
}

TEST(FlatPolygon, OfASegmentAWindowLeavesAPart) {
  FlatPolygon left;
  ASSERT_TRUE(make_polygon({{-3.0, 0.5}, {3.0, 0.5}}).clip(make_square(0.0, 1.0), left));
  ASSERT_EQ(left.count(), 2);
  EXPECT_EQ(std::abs(left.corner(0).x() - left.corner(1).x()), 2.0);
}

}  // namespace
}  // namespace carom
