#include "carom/collision/convex/overlap_region.h"

#include <gtest/gtest.h>

namespace carom {
namespace {

ContactFeature make_edge(const Vector3& from, const Vector3& to) {
  ContactFeature edge;
  edge.add_corner(from);
  edge.add_corner(to);
  return edge;
}

/// A square in the plane z, counterclockwise from above or, facing down, from below.
ContactFeature make_square(double x, double y, double z, double half, bool faces_down) {
  ContactFeature square;
  square.normal = (faces_down ? -1.0 : 1.0) * Vector3::UnitZ();
  const Vector3 corners[] = {
      {x - half, y - half, z}, {x + half, y - half, z}, {x + half, y + half, z}, {x - half, y + half, z}};
  for (int k = 0; k < 4; ++k) square.add_corner(corners[faces_down ? 3 - k : k]);
  return square;
}

TEST(OverlapRegion, ACornerOverTheOtherFaceStaysWhereItIs) {
  const ContactFeature upper = make_square(0.25, 0.0, 0.5, 0.5, true), lower = make_square(0.0, 0.0, 0.0, 1.0, false);
  OverlapRegion region(upper, lower, Vector3::UnitZ());
  const OverlapRegion::Place place = region.find_nearest({0.75, 0.5, 0.5}, true);
  // All coordinates are sums of halves: exact.
  EXPECT_EQ(place.point_a, Vector3(0.75, 0.5, 0.5));
  EXPECT_EQ(place.point_b, Vector3(0.75, 0.5, 0.0));
  EXPECT_EQ(place.gap, 0.5);
  EXPECT_EQ(place.aside, Vector3::Zero());
}

TEST(OverlapRegion, ACornerBeyondTheOtherFaceHasItsPlaceOnTheEdge) {
  const ContactFeature upper = make_square(0.75, 0.0, 0.5, 0.5, true), lower = make_square(0.0, 0.0, 0.0, 1.0, false);
  OverlapRegion region(upper, lower, Vector3::UnitZ());
  const OverlapRegion::Place place = region.find_nearest({1.25, 0.5, 0.5}, true);
  EXPECT_FALSE(region.empty());
  EXPECT_LT((place.point_b - Vector3(1.0, 0.5, 0.0)).norm(), 1e-15);
  EXPECT_LT((place.point_a - Vector3(1.0, 0.5, 0.5)).norm(), 1e-15);
}

TEST(OverlapRegion, FacesBesideEachOtherHaveNone) {
  const ContactFeature upper = make_square(3.0, 0.0, 0.5, 0.5, true), lower = make_square(0.0, 0.0, 0.0, 1.0, false);
  OverlapRegion region(upper, lower, Vector3::UnitZ());
  (void)region.find_nearest({2.5, 0.5, 0.5}, true);
  EXPECT_TRUE(region.empty());
}

// The upper edge crosses the lower one in the origin at a slope of 0.05 across.
TEST(OverlapRegion, PlacesOfEdgesThatAreNearlyParallelAreOnBothEdges) {
  const ContactFeature upper = make_edge({-1.0, -0.05, 0.25}, {1.0, 0.05, 0.25});
  const ContactFeature lower = make_edge({-2.0, 0.0, 0.0}, {0.5, 0.0, 0.0});
  OverlapRegion region(upper, lower, Vector3::UnitZ());
  ASSERT_FALSE(region.empty());
  // The left end is beside the lower edge.
  const OverlapRegion::Place left = region.find_nearest({-1.0, -0.05, 0.25}, true);
  EXPECT_LT((left.point_a - Vector3(-1.0, -0.05, 0.25)).norm(), 1e-15);
  EXPECT_LT((left.point_b - Vector3(-1.0, 0.0, 0.0)).norm(), 1e-15);
  EXPECT_LT((left.aside - Vector3(0.0, -0.05, 0.0)).norm(), 1e-15);
  EXPECT_NEAR(left.gap, 0.25, 1e-15);
  // The right end is beyond the lower edge's end, to which (0.5, 0.025) · (1, 0.05)/1.0025 is the nearest point.
  const OverlapRegion::Place right = region.find_nearest({1.0, 0.05, 0.25}, true);
  EXPECT_LT((right.point_b - Vector3(0.5, 0.0, 0.0)).norm(), 1e-15);
  const double along = 0.5 / 1.0025;
  EXPECT_LT((right.point_a - Vector3(along, 0.05 * along, 0.25)).norm(), 1e-15);
}

TEST(OverlapRegion, EdgesThatCrossSteeplyOrFollowEachOtherHaveNone) {
  const ContactFeature lower = make_edge({-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0});
  EXPECT_TRUE(OverlapRegion(make_edge({-1.0, -0.2, 0.25}, {1.0, 0.2, 0.25}), lower, Vector3::UnitZ()).empty());
  EXPECT_TRUE(OverlapRegion(make_edge({1.5, 0.0, 0.25}, {2.5, 0.0, 0.25}), lower, Vector3::UnitZ()).empty());
}

}  // namespace
}  // namespace carom
