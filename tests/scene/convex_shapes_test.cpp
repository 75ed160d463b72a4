#include <gtest/gtest.h>

#include "carom/collision/collision_shape.h"
#include "carom/scene/read_scene.h"
#include "scene/scene_files.h"

namespace carom {
namespace {

// The corners of a cube of edge 2, with one point more inside of it.
constexpr const char* kPoints =
    "points = [[1, 1, 1], [1, 1, -1], [1, -1, 1], [1, -1, -1], [0.5, 0, 0], [-1, 1, 1], [-1, 1, -1], [-1, -1, 1], "
    "[-1, -1, -1]]\n";
// The same cube, open at the top.
constexpr const char* kOpenBox =
    "v 1 1 1\nv 1 1 -1\nv 1 -1 1\nv 1 -1 -1\nv -1 1 1\nv -1 1 -1\nv -1 -1 1\nv -1 -1 -1\n"
    "f 2 6 8 4\nf 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\n";

Scene read(const std::string& shapes) {
  const std::string text = "[[body]]\nname = 'b'\nmass = 1\ninertia = { sphere = 1 }\n" + shapes;
  return read_scene_again({.folder = "/", .files = {{"scene.toml", text}, {"box.obj", kOpenBox}}, .overrides = {}});
}

TEST(ConvexShapes, HullHasTheCornersOfItsPointsOrItsFile) {
  for (const std::string source : {kPoints, "file = 'box.obj'\n"}) {
    const Scene scene = read("[[shape]]\ntype = 'convex-mesh'\nscale = [1, -2, 0.5]\n" + source);
    const auto& mesh = std::get<shapes::ConvexMesh>(scene.shapes.at(0).geometry);
    EXPECT_EQ(mesh.hull->vertices.size(), 8U) << source;
    EXPECT_EQ(mesh.hull->triangles.size(), 12U) << source;
    validate_closed(*mesh.hull, "hull");
    for (const Vector3& vertex : mesh.hull->vertices) EXPECT_EQ(vertex.cwiseAbs(), Vector3(1.0, 2.0, 0.5)) << source;
  }
}

TEST(ConvexShapes, ShapesOfOneFileShareTheirHull) {
  const Scene scene =
      read("[[shape]]\ntype = 'convex-mesh'\nfile = 'box.obj'\n[[shape]]\ntype = 'convex-mesh'\nfile = 'box.obj'\n");
  EXPECT_EQ(std::get<shapes::ConvexMesh>(scene.shapes.at(0).geometry).hull,
            std::get<shapes::ConvexMesh>(scene.shapes.at(1).geometry).hull);
}

TEST(ConvexShapes, ConeHasItsApexUp) {
  const Scene scene = read("[[shape]]\ntype = 'cone'\nradius = '3 cm'\nlength = '10 cm'\n");
  const auto& cone = std::get<shapes::Cone>(scene.shapes.at(0).geometry);
  EXPECT_EQ(cone.radius, 0.03);
  EXPECT_EQ(cone.length, 0.1);
}

TEST(HeightFieldShapes, RowsFollowEachOtherAlongY) {
  const Scene scene = read("[[shape]]\ntype = 'height-field'\nsize = [4, 2]\nheights = [[0, 1, 2], ['3 m', 4, 5]]\n");
  const auto& field = std::get<shapes::HeightField>(scene.shapes.at(0).geometry);
  EXPECT_EQ(field.columns, 3);
  EXPECT_EQ(field.rows, 2);
  EXPECT_EQ(field.heights, (std::vector<double>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(field.size, Vector3(4, 2, 1));
}

// As collision calls shapes in its messages, so scenes call them.
TEST(ConvexShapes, TypesHaveTheNamesOfMessages) {
  const Scene scene = read(std::string("[[shape]]\ntype = 'convex-mesh'\n") + kPoints);
  EXPECT_EQ(std::string(name_of(type_of(scene.shapes.at(0).geometry))), "convex-mesh");
}

}  // namespace
}  // namespace carom
