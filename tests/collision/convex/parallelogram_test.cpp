#include "carom/collision/convex/parallelogram.h"

#include <gtest/gtest.h>

#include "carom/collision/convex/flat_polygon.h"
#include "cases/random_source.h"

namespace carom {
namespace {

using Vector2 = Parallelogram::Vector2;

TEST(Parallelogram, ARectangleIsWithinItsSides) {
  const Parallelogram rectangle({1.0, 2.0}, {2.0, 0.0}, {0.0, 0.5});
  EXPECT_TRUE(rectangle.contains({3.0, 2.5}));
  EXPECT_FALSE(rectangle.contains({3.0, 2.75}));
  EXPECT_EQ(rectangle.find_nearest({0.5, 1.75}), Vector2(0.5, 1.75));
  EXPECT_EQ(rectangle.find_nearest({4.0, 2.25}), Vector2(3.0, 2.25));
  EXPECT_EQ(rectangle.find_nearest({4.0, 9.0}), Vector2(3.0, 2.5));
}

// Turned either way around.
TEST(Parallelogram, FindsTheSameAsAPolygon) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    cases::RandomSource random(seed);
    const auto vector = [&] { return Vector2(random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)); };
    const Vector2 center = vector(), u = vector(), v = vector();
    const Parallelogram slanted(center, u, v);
    if (std::abs(slanted.area()) < 0.01) continue;
    const double side = std::copysign(1.0, slanted.area());
    FlatPolygon polygon;
    for (const Vector2& at : {Vector2(-1.0, -side), Vector2(1.0, -side), Vector2(1.0, side), Vector2(-1.0, side)}) {
      polygon.add(center + at.x() * u + at.y() * v);
    }
    polygon.close();
    const Vector2 point = 2.0 * vector();
    EXPECT_LT((slanted.find_nearest(point) - polygon.find_nearest(point)).norm(), 1e-13) << seed;
    EXPECT_EQ(slanted.contains(point), polygon.contains(point)) << seed;
  }
}

}  // namespace
}  // namespace carom
