#include "carom/collision/convex/gauss_map.h"

#include <vector>

#include <gtest/gtest.h>

#include "carom/collision/convex/polyhedron.h"
#include "carom/model/shapes/convex_hull.h"
#include "collision/sample_pairs.h"

namespace carom {
namespace {

TEST(GaussMap, ACubeHasTwelveArcsOfNinetyDegrees) {
  std::vector<Vector3> corners;
  for (int i = 0; i < 8; ++i) corners.emplace_back(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
  const Polyhedron cube(make_convex_hull(corners, "cube"));
  const GaussMap& map = cube.gauss_map();
  ASSERT_EQ(map.num_faces(), 6);
  for (int f = 0; f < 6; ++f) EXPECT_NEAR(map.offset(f), 1.0, 1e-15);
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
  for (const int vertices : {4, 5, 6, 7, 20}) {
    const Polyhedron solid(*testing_support::make_random_convex_mesh(random, vertices).hull);
    const GaussMap& map = solid.gauss_map();
    const Vector3 point = 0.5 * random.direction();
    double heights[GaussMap::kMaxFaces];
    int found[GaussMap::kMaxFaces];
    const double low = -0.2;
    const int count = map.find_faces_below(point, low, heights, found);
    std::vector<int> expected;
    for (int f = 0; f < map.num_faces(); ++f) {
      // Three products and sums of numbers below one.
      EXPECT_NEAR(heights[f], map.normal(f).dot(point) - map.offset(f), 1e-15);
      if (heights[f] > low) expected.push_back(f);
    }
    EXPECT_EQ(std::vector<int>(found, found + count), expected);
  }
}

}  // namespace
}  // namespace carom
