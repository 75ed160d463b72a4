#include "carom/collision/mesh/triangle_tree.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "carom/model/shapes/convex_hull.h"
#include "cases/random_source.h"
#include "collision/worst_pose.h"

namespace carom {
namespace {

using testing_support::WorstPose;

/// Triangles of some centimetres anywhere in a cube of 2 m.
TriangleMesh make_confetti(int count) {
  TriangleMesh mesh;
  cases::RandomSource random(1);
  for (int i = 0; i < count; ++i) {
    const Vector3 center = random.vector(1.0);
    for (int k = 0; k < 3; ++k) mesh.vertices.push_back(center + random.vector(0.05));
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return mesh;
}

TEST(TriangleTree, TheNearestTriangleIsThatOfBruteForce) {
  const TriangleTree tree(make_confetti(2000));
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    cases::RandomSource random(seed);
    const Vector3 p = random.vector(1.5);
    int nearest = 0;
    for (int i = 1; i < tree.num_triangles(); ++i) {
      if (tree.find_nearest_on(i, p).squared < tree.find_nearest_on(nearest, p).squared) nearest = i;
    }
    EXPECT_EQ(tree.find_nearest(p).triangle, nearest) << seed;
  }
}

TEST(TriangleTree, ABoxFindsAllTrianglesWhoseBoxesMeetItInOrder) {
  const TriangleTree tree(make_confetti(2000));
  std::vector<int> found(2000);
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    cases::RandomSource random(seed);
    const Vector3 center = random.vector(1.0);
    const Vector3 low = center.array() - 0.2, high = center.array() + 0.2;
    std::vector<int> expected;
    for (int i = 0; i < tree.num_triangles(); ++i) {
      const Vector3 &p = tree.corner(i, 0), &q = tree.corner(i, 1), &r = tree.corner(i, 2);
      const Vector3 least = p.cwiseMin(q).cwiseMin(r), most = p.cwiseMax(q).cwiseMax(r);
      if ((least.array() <= high.array()).all() && (most.array() >= low.array()).all()) expected.push_back(i);
    }
    const int count = tree.find_in_box(low, high, found);
    ASSERT_EQ(count, static_cast<int>(expected.size())) << seed;
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), found.begin())) << seed;
  }
}

TEST(TriangleTree, FewerAreFoundThanThereIsNoRoomFor) {
  const TriangleTree tree(make_confetti(100));
  std::vector<int> found(7);
  EXPECT_EQ(tree.find_in_box(Vector3::Constant(-2.0), Vector3::Constant(2.0), found), 7);
}

// On a cube's corner the normal is the mean of its three faces', on an edge that of two: the sign of the distance holds
// beyond corners as well.
TEST(TriangleTree, NormalsOfEdgesAndCornersAreMeans) {
  std::vector<Vector3> corners;
  for (int i = 0; i < 8; ++i) corners.emplace_back((i & 1) - 0.5, (i >> 1 & 1) - 0.5, (i >> 2) - 0.5);
  const TriangleTree cube(make_convex_hull(corners, "cube"));
  const NearestOnMesh corner = cube.find_nearest({1.0, 1.0, 1.0});
  EXPECT_EQ(corner.corner_count, 1);
  EXPECT_LT((corner.normal.normalized() - Vector3::Ones() / std::sqrt(3.0)).norm(), 1e-12);
  EXPECT_NEAR(corner.squared, 0.75, 1e-15);
  const NearestOnMesh edge = cube.find_nearest({1.0, 1.0, 0.1});
  EXPECT_EQ(edge.corner_count, 2);
  EXPECT_LT((edge.normal.normalized() - Vector3(1.0, 1.0, 0.0) / std::sqrt(2.0)).norm(), 1e-12);
  EXPECT_LT((cube.find_nearest({0.4, 0.1, 0.2}).normal - Vector3::UnitX()).norm(), 1e-12);
}

}  // namespace
}  // namespace carom
