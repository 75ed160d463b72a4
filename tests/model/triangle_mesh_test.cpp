#include "carom/model/shapes/triangle_mesh.h"

#include <limits>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "model/sample_meshes.h"

namespace carom {
namespace {

using testing_support::make_box_mesh;
using testing_support::make_sphere_mesh;
using testing_support::turn_inside_out;

std::string find_refusal(const TriangleMesh& mesh) {
  try {
    validate(mesh, "shape 'hull'");
    validate_closed(mesh, "shape 'hull'");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TriangleMesh make_unit_box() { return make_box_mesh(Vector3::Ones(), Vector3::Zero()); }

TEST(TriangleMesh, AcceptsClosedSurfaces) {
  EXPECT_EQ(find_refusal(make_unit_box()), "accepted");
  EXPECT_EQ(find_refusal(make_sphere_mesh(3)), "accepted");
  EXPECT_EQ(find_refusal(turn_inside_out(make_unit_box())), "accepted");
}

TEST(TriangleMesh, RefusesWhatIsNoSurface) {
  EXPECT_EQ(find_refusal({}), "shape 'hull': mesh has no triangles");
  TriangleMesh mesh = make_unit_box();
  mesh.triangles[4] = {0, 1, 8};
  EXPECT_EQ(find_refusal(mesh), "shape 'hull': triangle 4 of the mesh uses vertex 8; there are vertices 0 to 7");
  mesh.triangles[4] = {0, 1, -1};
  EXPECT_EQ(find_refusal(mesh), "shape 'hull': triangle 4 of the mesh uses vertex -1; there are vertices 0 to 7");
  mesh.triangles[4] = {0, 1, 1};
  EXPECT_EQ(find_refusal(mesh), "shape 'hull': triangle 4 of the mesh uses a vertex twice: (0, 1, 1)");
  mesh = make_unit_box();
  mesh.vertices[2].y() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(find_refusal(mesh), "shape 'hull': vertex 2 of the mesh must be finite, found (-0.5, nan, -0.5) m");
}

TEST(TriangleMesh, RefusesAHole) {
  TriangleMesh mesh = make_unit_box();
  mesh.triangles.pop_back();
  EXPECT_EQ(find_refusal(mesh),
            "shape 'hull': mesh is open: only one triangle uses the edge from vertex 1 to vertex 5");
}

TEST(TriangleMesh, RefusesATriangleThatFacesTheOtherWay) {
  TriangleMesh mesh = make_unit_box();
  std::swap(mesh.triangles[0][1], mesh.triangles[0][2]);
  EXPECT_NE(find_refusal(mesh).find("in the same direction"), std::string::npos) << find_refusal(mesh);
}

}  // namespace
}  // namespace carom
