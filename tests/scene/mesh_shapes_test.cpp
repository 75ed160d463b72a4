#include <gtest/gtest.h>

#include "carom/scene/read_scene.h"
#include "scene/scene_files.h"

namespace carom {
namespace {

// The box from the origin to (1, 2, 3).
constexpr const char* kBox =
    "v 0 0 0\nv 1 0 0\nv 1 2 0\nv 0 2 0\nv 0 0 3\nv 1 0 3\nv 1 2 3\nv 0 2 3\n"
    "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

// Without its last face.
const std::string kOpenBox = std::string(kBox).substr(0, std::string(kBox).rfind('f'));

// With a second box through its side.
const std::string kCrossingBoxes =
    std::string(kBox) +
    "v 0.5 0.5 0.5\nv 1.5 0.5 0.5\nv 1.5 1.2 0.5\nv 0.5 1.2 0.5\nv 0.5 0.5 2\nv 1.5 0.5 2\nv 1.5 1.2 2\nv 0.5 1.2 2\n"
    "f 9 12 11 10\nf 13 14 15 16\nf 9 10 14 13\nf 10 11 15 14\nf 11 12 16 15\nf 12 9 13 16\n";

Scene read(const std::string& text) {
  return read_scene_again({.folder = "/",
                           .files = {{"scene.toml", text},
                                     {"parts/box.obj", kBox},
                                     {"parts/open.obj", kOpenBox},
                                     {"parts/crossing.obj", kCrossingBoxes}},
                           .overrides = {}});
}

TEST(MeshShapes, SurfaceIsThatOfTheFileTimesTheScale) {
  const Scene scene = read(R"(
[[body]]
name = "b"
mass = 1
inertia = { sphere = 1 }
[[shape]]
type = "mesh"
body = "b"
file = "parts/box.obj"
scale = [1, -0.5, 2]
[[shape]]
type = "mesh"
file = "parts/box.obj"
scale = 0.001
[[shape]]
type = "mesh"
file = "parts/box.obj"
scale = 0.001
)");
  ASSERT_EQ(scene.shapes.size(), 3U);
  const auto& mesh = std::get<shapes::Mesh>(scene.shapes[0].geometry);
  EXPECT_EQ(mesh.file, "parts/box.obj");
  EXPECT_EQ(mesh.scale, Vector3(1, -0.5, 2));
  EXPECT_EQ(mesh.surface->vertices.at(6), Vector3(1, -1, 6));
  EXPECT_EQ(mesh.surface->triangles.size(), 12U);
  validate_closed(*mesh.surface, "box");
  const auto& second = std::get<shapes::Mesh>(scene.shapes[1].geometry);
  EXPECT_EQ(second.surface, std::get<shapes::Mesh>(scene.shapes[2].geometry).surface) << "one mesh for both";
}

TEST(MeshShapes, FaultsOfWhatTouchesAreWarnedOf) {
  const std::string body = "[[body]]\nname = 'b'\nmass = 1\ninertia = { sphere = 1 }\n";
  const std::string touching = "surface = 's'\n";
  const std::string open = "[[shape]]\ntype = 'mesh'\nfile = 'parts/open.obj'\n";
  EXPECT_NE(read(body + open + touching).warnings.find("the mesh is open at 4 edges"), std::string::npos);
  EXPECT_EQ(read(body + open).warnings.find("open"), std::string::npos) << "only seen";
  // Two boxes in one file, the second moved into the first.
  const std::string crossing = "[[shape]]\ntype = 'mesh'\nfile = 'parts/crossing.obj'\n";
  EXPECT_NE(read(body + crossing + touching).warnings.find("triangles of the mesh pass through others"),
            std::string::npos);
  const std::string closed = "[[shape]]\ntype = 'mesh'\nfile = 'parts/box.obj'\n";
  EXPECT_EQ(read(body + closed + touching).warnings.find("the mesh"), std::string::npos);
}

// A box of edges a, b, c has the moment m (b² + c²)/12 about the axis along a through its center. All numbers are of
// order one to ten: a few roundings each.
TEST(MeshShapes, InertiaOfAMeshIsThatOfWhatItEncloses) {
  for (const char* mass : {"mass = 12", "density = 2"}) {
    for (const char* scale : {"1", "[-1, 1, 1]"}) {
      const Scene scene = read(std::string("[[body]]\nname = 'b'\n") + mass +
                               "\ninertia = { mesh = { file = 'parts/box.obj', scale = " + scale + " } }\n");
      const Model model = scene.model.build();
      const MassProperties& body = model.spec(model.find_body("b")).mass;
      EXPECT_NEAR(body.mass, 12.0, 1e-13);
      const double side = scale[0] == '[' ? -1.0 : 1.0;
      EXPECT_LT((body.center_of_mass - Vector3(0.5 * side, 1.0, 1.5)).norm(), 1e-14);
      EXPECT_LT((body.inertia_about_center - Matrix3(Vector3(13.0, 10.0, 5.0).asDiagonal())).norm(), 1e-12);
    }
  }
}

}  // namespace
}  // namespace carom
