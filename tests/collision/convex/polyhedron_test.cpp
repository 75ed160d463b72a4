#include "carom/collision/convex/polyhedron.h"

#include <set>

#include <gtest/gtest.h>

#include "carom/model/shapes/convex_hull.h"
#include "collision/sample_pairs.h"

namespace carom {
namespace {

std::vector<Vector3> corners_of_cube() {
  std::vector<Vector3> points;
  for (int i = 0; i < 8; ++i) points.emplace_back(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
  return points;
}

TEST(Polyhedron, TrianglesInOnePlaneAreOneFace) {
  const Polyhedron cube(make_convex_hull(corners_of_cube(), "cube"));
  EXPECT_EQ(cube.vertices().size(), 8U);
  ASSERT_EQ(cube.faces().size(), 6U);
  for (const Polyhedron::Face& face : cube.faces()) {
    EXPECT_EQ(face.count, 4);
    for (const int corner : cube.corners(face)) EXPECT_NEAR(cube.vertex(corner).dot(face.normal), 1.0, 1e-15);
  }
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(cube.neighbors(i).size(), 3U);
    EXPECT_EQ(cube.faces_at(i).size(), 3U);
  }
}

TEST(Polyhedron, NoTwoCornersOfAFaceHaveTheSameAnchor) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    cases::RandomSource random(seed);
    const Polyhedron solid(*testing_support::make_random_convex_mesh(random, 40).hull);
    for (const Polyhedron::Face& face : solid.faces()) {
      std::set<int> taken;
      for (const int corner : solid.corners(face)) {
        if (solid.anchor(corner) < 0) continue;
        EXPECT_LT(solid.anchor(corner), kMaxAnchors);
        EXPECT_TRUE(taken.insert(solid.anchor(corner)).second) << seed;
      }
    }
  }
}

// Of few vertices all are compared, of many the search walks along edges.
TEST(Polyhedron, NoVertexIsFartherThanTheSupport) {
  for (const int count : {16, 600}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      cases::RandomSource random(seed);
      std::vector<Vector3> points;
      for (int i = 0; i < count; ++i) points.push_back(random.direction());
      const Polyhedron solid(make_convex_hull(points, "sample"));
      for (int k = 0; k < 50; ++k) {
        const Vector3 d = random.direction();
        const double reach = solid.vertex(solid.find_support(d)).dot(d);
        for (const Vector3& vertex : solid.vertices()) EXPECT_LE(vertex.dot(d), reach + 1e-15) << count << ", " << seed;
      }
    }
  }
}

}  // namespace
}  // namespace carom
