#include "carom/collision/convex/gauss_map.h"

#include <cmath>

#include <gtest/gtest.h>

#include "carom/collision/convex/polyhedron.h"
#include "carom/model/convex_hull.h"
#include "collision/sample_pairs.h"

namespace carom {
namespace {

TEST(GaussMap, ACubeHasTwelveArcsOfNinetyDegrees) {
  std::vector<Vector3> corners;
  for (int i = 0; i < 8; ++i) corners.emplace_back(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
  const Polyhedron cube(make_convex_hull(corners, "cube"));
  const GaussMap& map = cube.gauss_map();
  ASSERT_EQ(map.num_faces(), 6);
  EXPECT_NEAR(map.inner_radius(), 1.0, 1e-15);
  EXPECT_NEAR(map.highest_lift(), std::sqrt(2.0), 1e-15);
  std::vector<int> met(12);
  for (int f = 0; f < 6; ++f) {
    EXPECT_EQ(map.edges_of(f).size(), 4U);
    for (const int e : map.edges_of(f)) ++met.at(static_cast<std::size_t>(e));
  }
  EXPECT_EQ(met, std::vector<int>(12, 2));
}

TEST(GaussMap, EdgesAreAlongTheCrossProductOfTheirFacesNormals) {
  cases::RandomSource random(3);
  const Polyhedron solid(*testing_support::make_random_convex_mesh(random, 30).hull);
  const GaussMap& map = solid.gauss_map();
  ASSERT_FALSE(map.empty());
  for (int f = 0; f < map.num_faces(); ++f) {
    for (const int e : map.edges_of(f)) {
      const GaussMap::Edge& edge = map.edge(e);
      EXPECT_TRUE(edge.left == f || edge.right == f);
      const Vector3 across = map.normal(edge.left).cross(map.normal(edge.right));
      EXPECT_LT((across.normalized() - edge.along).norm(), 1e-12);
    }
  }
}

TEST(GaussMap, HeightsAreAboveTheFaces) {
  cases::RandomSource random(4);
  const Polyhedron solid(*testing_support::make_random_convex_mesh(random, 20).hull);
  double heights[GaussMap::kMaxFaces];
  solid.gauss_map().calc_heights(solid.center(), heights);
  for (int f = 0; f < solid.gauss_map().num_faces(); ++f) EXPECT_LE(heights[f], -solid.gauss_map().inner_radius());
}

}  // namespace
}  // namespace carom
