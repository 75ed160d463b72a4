#include "carom/collision/mesh/crossing_triangles.h"

#include <gtest/gtest.h>

#include "carom/model/shapes/convex_hull.h"
#include "collision/sample_pairs.h"

namespace carom {
namespace {

TriangleMesh make_cube(const Vector3& at) {
  std::vector<Vector3> corners;
  for (int i = 0; i < 8; ++i) corners.push_back(at + Vector3((i & 1) - 0.5, (i >> 1 & 1) - 0.5, (i >> 2) - 0.5));
  return make_convex_hull(corners, "cube");
}

TriangleMesh join(TriangleMesh mesh, const TriangleMesh& other) {
  const auto first = static_cast<int>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), other.vertices.begin(), other.vertices.end());
  for (const auto& [a, b, c] : other.triangles) mesh.triangles.push_back({first + a, first + b, first + c});
  return mesh;
}

TEST(CrossingTriangles, TwoTrianglesThatPassThroughEachOtherCountBoth) {
  TriangleMesh mesh;
  mesh.vertices = {{-1.0, -1.0, 0.0}, {1.0, -1.0, 0.0}, {0.0, 1.0, 0.0},
                   {0.0, 0.0, -1.0},  {0.1, 0.0, 1.0},  {0.0, 3.0, 0.0}};
  mesh.triangles = {{0, 1, 2}, {3, 4, 5}};
  EXPECT_EQ(count_crossing_triangles(mesh), 2);
  // Beside each other they do not.
  for (int i = 3; i < 6; ++i) mesh.vertices[static_cast<std::size_t>(i)].x() += 3.0;
  EXPECT_EQ(count_crossing_triangles(mesh), 0);
}

TEST(CrossingTriangles, ConvexSurfacesHaveNone) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    cases::RandomSource random(seed);
    EXPECT_EQ(count_crossing_triangles(*testing_support::make_random_convex_mesh(random, 40).hull), 0) << seed;
  }
}

TEST(CrossingTriangles, CubesInEachOtherCrossAndCubesOnEachOtherOnlyTouch) {
  EXPECT_GT(count_crossing_triangles(join(make_cube(Vector3::Zero()), make_cube({0.3, 0.4, 0.7}))), 2);
  EXPECT_EQ(count_crossing_triangles(join(make_cube(Vector3::Zero()), make_cube({0.0, 0.0, 1.0}))), 0);
  EXPECT_EQ(count_crossing_triangles(join(make_cube(Vector3::Zero()), make_cube({2.0, 0.0, 0.0}))), 0);
}

// More triangles than are looked for at first: every one of a stack of sheets is met by one long spike.
TEST(CrossingTriangles, ManyInOnePlaceAreAllFound) {
  TriangleMesh mesh;
  constexpr int kSheets = 300;
  for (int i = 0; i < kSheets; ++i) {
    const double z = 0.01 * i;
    mesh.vertices.insert(mesh.vertices.end(), {{-1.0, -1.0, z}, {1.0, -1.0, z}, {0.0, 1.0, z}});
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  mesh.vertices.insert(mesh.vertices.end(), {{0.0, 0.0, -1.0}, {0.01, 0.0, 5.0}, {0.0, 0.01, 5.0}});
  mesh.triangles.push_back({3 * kSheets, 3 * kSheets + 1, 3 * kSheets + 2});
  EXPECT_EQ(count_crossing_triangles(mesh), kSheets + 1);
}

}  // namespace
}  // namespace carom
