#include "carom/model/shapes/mesh_faults.h"

#include <gtest/gtest.h>

namespace carom {
namespace {

// A tetrahedron far from the origin, outside out.
TriangleMesh make_tetrahedron() {
  const Vector3 at(100.0, -50.0, 20.0);
  return {{at, at + Vector3::UnitX(), at + Vector3::UnitY(), at + Vector3::UnitZ()},
          {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
}

TEST(MeshFaults, AClosedMeshHasNone) {
  const MeshFaults faults = find_faults(make_tetrahedron());
  EXPECT_EQ(faults.open_edges, 0);
  EXPECT_EQ(faults.disputed_edges, 0);
  EXPECT_FALSE(faults.inside_out);
  EXPECT_TRUE(describe(faults).empty());
}

TEST(MeshFaults, AMissingTriangleOpensItsThreeEdges) {
  TriangleMesh mesh = make_tetrahedron();
  mesh.triangles.pop_back();
  const MeshFaults faults = find_faults(mesh);
  EXPECT_EQ(faults.open_edges, 3);
  ASSERT_EQ(describe(faults).size(), 1U);
  EXPECT_NE(describe(faults)[0].find("open at 3 edges"), std::string::npos);
}

// The flipped triangle uses its edges as its neighbors do, and leaves them without their opposites.
TEST(MeshFaults, AFlippedTriangleDisputesItsThreeEdges) {
  TriangleMesh mesh = make_tetrahedron();
  std::swap(mesh.triangles[3][1], mesh.triangles[3][2]);
  EXPECT_EQ(find_faults(mesh).disputed_edges, 3);
}

TEST(MeshFaults, AllTrianglesFlippedIsInsideOut) {
  TriangleMesh mesh = make_tetrahedron();
  for (std::array<int, 3>& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  const MeshFaults faults = find_faults(mesh);
  EXPECT_TRUE(faults.inside_out);
  EXPECT_EQ(faults.open_edges, 0);
}

}  // namespace
}  // namespace carom
