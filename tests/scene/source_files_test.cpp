#include "carom/scene/source_files.h"

#include <cstring>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "carom/base/input_error.h"
#include "carom/dynamics/crba.h"
#include "carom/scene/read_scene.h"
#include "scene/scene_files.h"

namespace carom {
namespace {

namespace fs = std::filesystem;

MatrixX calc_mass_matrix_at_start(const Model& model) {
  const State state = model.make_initial_state();
  Kinematics kinematics(model);
  calc_kinematics(model, state.q, state.v, kinematics);
  MatrixX M(model.num_velocities(), model.num_velocities());
  CompositeBodies composites(model);
  calc_mass_matrix(model, kinematics, composites, M);
  return M;
}

void expect_same_shape(const ShapeSpec& a, const ShapeSpec& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.body, b.body);
  EXPECT_EQ(a.at, b.at);
  EXPECT_EQ(a.geometry.index(), b.geometry.index());
  const auto* mesh = std::get_if<shapes::Mesh>(&a.geometry);
  if (mesh == nullptr) return;
  const auto& other = std::get<shapes::Mesh>(b.geometry);
  EXPECT_EQ(mesh->file, other.file);
  EXPECT_EQ(mesh->surface->vertices, other.surface->vertices);
  EXPECT_EQ(mesh->surface->triangles, other.surface->triangles);
}

// The same computation on the same numbers: the same bits.
void expect_same_scene(const Scene& a, const Scene& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.simulation.duration, b.simulation.duration);
  EXPECT_EQ(a.record.every, b.record.every);
  EXPECT_EQ(a.sources, b.sources);
  const Model model_a = a.model.build();
  const Model model_b = b.model.build();
  EXPECT_EQ(model_a.make_initial_state().q, model_b.make_initial_state().q);
  EXPECT_EQ(calc_mass_matrix_at_start(model_a), calc_mass_matrix_at_start(model_b));
  ASSERT_EQ(a.shapes.size(), b.shapes.size());
  for (std::size_t i = 0; i < a.shapes.size(); ++i) expect_same_shape(a.shapes[i], b.shapes[i]);
}

// One triangle, binary, so that it is full of zeros; its corner tells one file from another.
std::string make_triangle(float corner) {
  std::string bytes(84 + 50, '\0');
  bytes[80] = 1;
  const float corners[] = {0, 0, 0, corner, 0, 0, 0, 1, 0};
  std::memcpy(bytes.data() + 84 + 12, corners, sizeof corners);
  return bytes;
}

std::string make_robot(const std::string& mesh) {
  const std::string inertial =
      "<inertial><mass value='2'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial>";
  return "<robot name='r'><link name='base'/><link name='arm'>" + inertial + "<collision><geometry><mesh filename='" +
         mesh +
         "'/></geometry></collision></link><joint name='hinge' type='continuous'><parent link='base'/><child "
         "link='arm'/></joint></robot>";
}

float read_corner(const ShapeSpec& shape) {
  return static_cast<float>(std::get<shapes::Mesh>(shape.geometry).surface->vertices.at(1).x());
}

// A scene with includes, robots and overrides in a folder that is gone when it is read again. The meshes of both robots
// have one name: in the package around the first robot, and in a folder that the scene gives for the second one.
TEST(ReadSceneAgain, NeedsNoneOfTheFiles) {
  std::optional<Scene> first;
  {
    const TemporaryFolder folder("again");
    folder.write("ws/parts/ball.toml", "[[body]]\nname = 'ball'\nmass = 1\ninertia = { sphere = 1 }\n");
    folder.write("my_arm/meshes/m.stl", make_triangle(1));
    folder.write("my_arm/robots/arm.urdf", make_robot("package://my_arm/meshes/m.stl"));
    folder.write("ws/given/meshes/m.stl", make_triangle(2));
    folder.write("ws/arm.urdf", make_robot("package://other/meshes/m.stl"));
    const fs::path path = folder.write("ws/scene.toml",
                                       "include = ['parts/ball.toml']\n[[robot]]\nfile = "
                                       "'../my_arm/robots/arm.urdf'\n[[robot]]\nfile = 'arm.urdf'\nprefix = 'second_'\n"
                                       "package_roots = { other = 'given' }\n");
    const std::string overrides[] = {"body.ball.mass=3 kg", "scene.duration=7"};
    first = read_scene(path, overrides);
  }
  ASSERT_EQ(first->shapes.size(), 2U);
  EXPECT_EQ(read_corner(first->shapes[0]), 1.0F);
  EXPECT_EQ(read_corner(first->shapes[1]), 2.0F);
  const Scene again = read_scene_again(first->sources);
  expect_same_scene(*first, again);
  EXPECT_EQ(again.simulation.duration, 7.0);
  EXPECT_EQ(read_corner(again.shapes[0]), 1.0F);
  EXPECT_EQ(read_corner(again.shapes[1]), 2.0F);

  std::vector<std::string> names;
  for (const SourceFile& file : first->sources.files) names.push_back(file.name);
  EXPECT_EQ(names, (std::vector<std::string>{"scene.toml", "parts/ball.toml", "../my_arm/robots/arm.urdf",
                                             "../my_arm/meshes/m.stl", "arm.urdf", "given/meshes/m.stl"}));
}

TEST(ReadSceneAgain, EverySceneOfTheProjectStaysTheSame) {
  for (const auto& file : fs::recursive_directory_iterator(project_folder() / "scenes")) {
    const fs::path& path = file.path();
    if (path.extension() != ".toml" && path.extension() != ".urdf") continue;
    const TemporaryFolder folder("again-all");
    // Scenes name files of neighbouring folders.
    fs::copy(project_folder() / "scenes", folder.path() / "scenes", fs::copy_options::recursive);
    const Scene scene = read_scene(folder.path() / fs::relative(path, project_folder()));
    fs::remove_all(folder.path() / "scenes");
    SCOPED_TRACE(path);
    expect_same_scene(scene, read_scene_again(scene.sources));
  }
}

TEST(ReadSceneAgain, LooksForNothingOnTheDisk) {
  const TemporaryFolder folder("again-disk");
  folder.write("part.toml", "[[body]]\nname = 'ball'\nmass = 1\ninertia = { sphere = 1 }\n");
  Scene scene = read_scene(folder.write("scene.toml", "include = ['part.toml']\n"));
  scene.sources.files.pop_back();
  try {
    (void)read_scene_again(scene.sources);
    FAIL() << "the included file is not among the sources";
  } catch (const SceneError& error) {
    EXPECT_NE(std::string(error.what()).find("scene.toml:1:12: error: include: 'part.toml' does not exist"),
              std::string::npos)
        << error.what();
  }
  EXPECT_THROW((void)read_scene_again(SceneSources{}), InputError);
}

// A pipe without a writer would wait for ever, and some devices have no end.
TEST(ReadFile, TakesOrdinaryFilesAlone) {
  const TemporaryFolder folder("read-file");
  const fs::path pipe = folder.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  fs::create_symlink("pipe", folder.path() / "link");
  for (const fs::path& path :
       {pipe, folder.path() / "link", fs::path("/dev/zero"), folder.path(), fs::path("/dev/null")}) {
    EXPECT_THROW((void)read_file(path), std::system_error) << path;
  }
}

TEST(SourceFiles, AFileIsReadOnceHoweverOftenItIsAskedFor) {
  const TemporaryFolder folder("source-files");
  folder.write("a.txt", "first");
  SourceFiles files(folder.path());
  EXPECT_EQ(files.read("a.txt"), "first");
  folder.write("a.txt", "second");
  EXPECT_EQ(files.read("a.txt"), "first");
  EXPECT_THROW((void)files.read("b.txt"), std::system_error);
  EXPECT_EQ(files.take(), (std::vector<SourceFile>{{"a.txt", "first"}}));
}

}  // namespace
}  // namespace carom
