#include "carom/collision/pair_table.h"

#include <gtest/gtest.h>

#include "carom/collision/convex/convex_surface.h"

namespace carom {
namespace {

template <class Visit>
void visit_types(const Visit& visit) {
  for (int i = 0; i < kNumShapeTypes; ++i) {
    for (int j = 0; j < kNumShapeTypes; ++j) visit(static_cast<ShapeType>(i), static_cast<ShapeType>(j));
  }
}

TEST(PairTable, BothOrdersOfAPairHaveTheSameNumberOfPoints) {
  visit_types([](ShapeType a, ShapeType b) {
    EXPECT_EQ(max_points(a, b), max_points(b, a)) << name_of(a) << " " << name_of(b);
    EXPECT_EQ(find_pair_kind(a, b).touch != nullptr, max_points(a, b) > 0) << name_of(a) << " " << name_of(b);
  });
}

// Two points never touch: nothing would push them apart.
TEST(PairTable, AllConvexSolidsTouchEachOtherAndPlanes) {
  visit_types([](ShapeType a, ShapeType b) {
    const bool is_convex_pair = is_convex(a) && is_convex(b) && !(a == ShapeType::Point && b == ShapeType::Point);
    const bool is_on_plane = is_convex(a) && b == ShapeType::Plane;
    if (!is_convex_pair && !is_on_plane) return;
    EXPECT_GT(max_points(a, b), 0) << name_of(a) << " " << name_of(b);
  });
}

TEST(PairTable, MeshesTouchPointsSpheresCapsulesAndBoxes) {
  using enum ShapeType;
  for (const ShapeType solid : {Point, Sphere, Capsule, Box}) {
    for (const ShapeType surface : {Mesh, HeightField}) EXPECT_GT(max_points(solid, surface), 0) << name_of(solid);
  }
}

TEST(PairTable, TubesAndHeightFieldsTouchAllConvexSolids) {
  visit_types([](ShapeType a, ShapeType b) {
    if (!is_convex(a) || (b != ShapeType::Tube && b != ShapeType::HeightField)) return;
    EXPECT_GT(max_points(a, b), 0) << name_of(a) << " " << name_of(b);
  });
}

TEST(PairTable, SurfacesWithoutInsideDoNotTouchEachOther) {
  using enum ShapeType;
  for (const ShapeType a : {Plane, Tube, Mesh, HeightField}) {
    for (const ShapeType b : {Plane, Tube, Mesh, HeightField}) EXPECT_EQ(max_points(a, b), 0);
  }
}

}  // namespace
}  // namespace carom
