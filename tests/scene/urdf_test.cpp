#include <cmath>
#include <numbers>
#include <sstream>

#include <gtest/gtest.h>

#include "carom/scene/read_scene.h"
#include "carom/scene/urdf/read_urdf.h"
#include "scene/scene_files.h"

namespace carom {
namespace {

using schema::Diagnostics;

std::string link(const std::string& name, const std::string& more = "") {
  return "<link name='" + name +
         "'><inertial><origin xyz='0 0 0.1'/><mass value='2'/><inertia ixx='0.1' ixy='0' ixz='0' iyy='0.1' iyz='0' "
         "izz='0.1'/></inertial>" +
         more + "</link>\n";
}
std::string joint(const std::string& name, const std::string& type, const std::string& parent, const std::string& child,
                  const std::string& more = "") {
  return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent + "'/><child link='" + child + "'/>" +
         more + "</joint>\n";
}
std::string robot(const std::string& parts) { return "<robot name='r'>\n" + parts + "</robot>\n"; }
// A base and an arm on it.
std::string arm(const std::string& type, const std::string& more) {
  return robot(link("base") + link("arm") + joint("hinge", type, "base", "arm", more));
}

struct Import {
  explicit Import(const std::string& text, const RobotOptions& options = {}, const std::filesystem::path& folder = "") {
    SourceFiles files{std::filesystem::path()};
    robot = parse_urdf({.name = "r.urdf", .text = text}, folder, options, files, diagnostics);
    EXPECT_TRUE(robot) << diagnostics.render_all();
  }
  [[nodiscard]] const BodySpec& body(const std::string& name) const {
    for (const RobotBody& body : robot->bodies) {
      if (body.spec.name == name) return body.spec;
    }
    throw std::runtime_error("no body " + name);
  }
  [[nodiscard]] int count_ignored(const std::string& what) const {
    int count = 0;
    for (const IgnoredPart& part : robot->ignored) count += part.what == what ? 1 : 0;
    return count;
  }

  Diagnostics diagnostics;
  std::optional<Robot> robot;
};

TEST(Urdf, JointIsReadAsWritten) {
  const Import import(arm("revolute",
                          "<origin xyz='1 2 3' rpy='0 0 1.5707963267948966'/><axis xyz='0 3 4'/><dynamics "
                          "damping='0.5'/><limit lower='-1' upper='2' effort='10' velocity='3'/>"));
  const JointSpec& joint = import.body("arm").joint;
  EXPECT_EQ(joint.type, JointType::Revolute);
  EXPECT_EQ(joint.name, "hinge");
  EXPECT_EQ(joint.parent, "base");
  EXPECT_EQ(joint.at, Vector3(1, 2, 3));
  const Vector3 turned = matrix_from_quaternion(joint.rotation) * Vector3::UnitX();
  EXPECT_LT((turned - Vector3::UnitY()).norm(), 1e-15);
  EXPECT_LT((joint.axis - Vector3(0, 0.6, 0.8)).norm(), 1e-15);
  EXPECT_EQ(joint.damping, std::vector<double>{0.5});
  EXPECT_TRUE(joint.limits.empty()) << "there is no stiffness for stops";
  ASSERT_EQ(import.robot->limits.size(), 1U);
  EXPECT_EQ(import.robot->limits[0].lower, -1.0);
  EXPECT_EQ(import.robot->limits[0].upper, 2.0);
  EXPECT_EQ(import.robot->limits[0].effort, 10.0);
  EXPECT_EQ(import.robot->limits[0].velocity, 3.0);
}

TEST(Urdf, EveryJointTypeHasOneOfOurs) {
  const std::pair<const char*, JointType> types[] = {
      {"revolute", JointType::Revolute}, {"continuous", JointType::Revolute}, {"prismatic", JointType::Prismatic},
      {"fixed", JointType::Weld},        {"floating", JointType::Free},       {"planar", JointType::Planar}};
  for (const auto& [name, type] : types) {
    const Import import(arm(name, "<limit effort='1' velocity='1'/>"));
    EXPECT_EQ(import.body("arm").joint.type, type) << name;
    EXPECT_EQ(import.body("base").joint.type, JointType::Weld);
    if (traits(type).has_axis()) {
      EXPECT_EQ(import.body("arm").joint.axis, Vector3::UnitX()) << "the default of URDF";
    }
  }
}

// Roll, then pitch, then yaw, about axes that stay: R = Rz(yaw) Ry(pitch) Rx(roll).
TEST(Urdf, AnglesTurnAboutFixedAxesInTheOrderXYZ) {
  const Import import(arm("fixed", "<origin rpy='0.3 -0.7 1.1'/>"));
  const Matrix3 expected = matrix_from_axis_angle(Vector3::UnitZ(), 1.1) *
                           matrix_from_axis_angle(Vector3::UnitY(), -0.7) *
                           matrix_from_axis_angle(Vector3::UnitX(), 0.3);
  const Matrix3 found = matrix_from_quaternion(import.body("arm").joint.rotation);
  EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-15);
}

TEST(Urdf, InertiaIsTurnedIntoTheLink) {
  const Import import(
      robot("<link name='a'><inertial><origin xyz='1 0 0' rpy='0 0 1.5707963267948966'/><mass value='3'/>"
            "<inertia ixx='1' ixy='0' ixz='0' iyy='2' iyz='0' izz='2.5'/></inertial></link>"));
  const MassProperties& mass = import.body("a").mass;
  EXPECT_EQ(mass.mass, 3.0);
  EXPECT_EQ(mass.center_of_mass, Vector3(1, 0, 0));
  const Matrix3 expected = Vector3(2, 1, 2.5).asDiagonal();
  EXPECT_LT((mass.inertia_about_center - expected).cwiseAbs().maxCoeff(), 1e-15);
}

TEST(Urdf, LimitsAreStopsWhereAStiffnessIsGiven) {
  RobotOptions options;
  options.rotational_limit_stiffness = 100.0;
  const std::string limit = "<limit lower='-1' upper='2'/>";
  const Import turning(arm("revolute", limit), options);
  ASSERT_EQ(turning.body("arm").joint.limits.size(), 1U);
  EXPECT_EQ(turning.body("arm").joint.limits[0].lower, -1.0);
  EXPECT_EQ(turning.body("arm").joint.limits[0].upper, 2.0);
  EXPECT_EQ(turning.body("arm").joint.limits[0].stiffness, 100.0);
  const Import sliding(arm("prismatic", limit), options);
  EXPECT_TRUE(sliding.body("arm").joint.limits.empty()) << "it has a stiffness of its own";
  const Import without_end(arm("continuous", limit), options);
  EXPECT_TRUE(without_end.body("arm").joint.limits.empty());
}

TEST(Urdf, MimicJointIsCoupledAndStartsWhereTheCouplingHolds) {
  const Import import(robot(link("base") + link("a") + link("b") + link("c") + joint("ja", "revolute", "base", "a") +
                            joint("jb", "prismatic", "base", "b", "<mimic joint='ja' multiplier='-2' offset='0.5'/>") +
                            joint("jc", "revolute", "base", "c", "<mimic joint='jb' multiplier='3' offset='1'/>")));
  ASSERT_EQ(import.robot->constraints.size(), 2U);
  const ConstraintSpec& first = import.robot->constraints[0].spec;
  EXPECT_EQ(first.type, ConstraintType::Coupling);
  EXPECT_EQ(first.joint_a, "ja");
  EXPECT_EQ(first.joint_b, "jb");
  EXPECT_EQ(first.ratio, -2.0);
  EXPECT_EQ(first.offset, 0.5);
  EXPECT_EQ(import.body("b").joint.position, std::vector<double>{0.5});
  EXPECT_EQ(import.body("c").joint.position, std::vector<double>{2.5});
}

TEST(Urdf, OptionsPlaceAndNameTheRobot) {
  RobotOptions options;
  options.prefix = "left_";
  options.base = RobotBase::Free;
  options.at = Vector3(1, 2, 3);
  options.surface = "steel";
  const Import import(robot(link("world", "<collision><geometry><sphere radius='1'/></geometry></collision>") +
                            link("arm") + joint("world", "revolute", "world", "arm")),
                      options);
  EXPECT_EQ(import.robot->root, "left_world");
  const JointSpec& base = import.body("left_world").joint;
  EXPECT_EQ(base.type, JointType::Free);
  EXPECT_EQ(base.at, options.at);
  EXPECT_EQ(base.name, "left_world_base") << "a joint has the name of the root";
  EXPECT_EQ(import.body("left_arm").joint.parent, "left_world");
  EXPECT_EQ(import.robot->shapes.at(0).body, "left_world");
  EXPECT_EQ(import.robot->shapes.at(0).surface, "steel");
  EXPECT_EQ(Import(robot(link("world"))).robot->root, "r_world");
}

TEST(Urdf, CollisionPrimitivesAreShapes) {
  const auto shape = [](const std::string& geometry) {
    return "<collision><origin xyz='0 0 1'/><geometry>" + geometry + "</geometry></collision>";
  };
  const Import import(robot(link("a", shape("<box size='1 2 3'/>") + shape("<cylinder radius='1' length='2'/>") +
                                          shape("<capsule radius='1' length='2'/>") + shape("<sphere radius='4'/>"))));
  const std::vector<ShapeSpec>& found = import.robot->shapes;
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(std::get<shapes::Box>(found[0].geometry).size, Vector3(1, 2, 3));
  EXPECT_EQ(std::get<shapes::Cylinder>(found[1].geometry).length, 2.0);
  EXPECT_EQ(std::get<shapes::Capsule>(found[2].geometry).radius, 1.0);
  EXPECT_EQ(std::get<shapes::Sphere>(found[3].geometry).radius, 4.0);
  for (const ShapeSpec& one : found) EXPECT_EQ(one.at, Vector3(0, 0, 1));
}

TEST(Urdf, WhatHasNoEffectIsListedWithItsLine) {
  const Import import(
      "<robot name='r' xmlns:drake='x'>\n"
      "<link name='a'>\n"
      "<visual/>\n"
      "<inertial><mass value='0'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial></link>\n" +
      link("b") +
      "<joint name='j' type='revolute'><parent link='a'/><child link='b'/>\n"
      "<limit lower='0' upper='1' drake:acceleration='3'/><dynamics friction='0.1'/></joint>\n"
      "<gazebo><colision/></gazebo><transmission/></robot>");
  ASSERT_EQ(import.robot->ignored.size(), 7U) << import.diagnostics.render_all();
  EXPECT_EQ(import.robot->ignored.at(0).what, "gazebo");
  EXPECT_EQ(import.robot->ignored.at(0).place.line, 8);
  EXPECT_EQ(import.count_ignored("visual"), 1);
  EXPECT_EQ(import.count_ignored("transmission"), 1);
  EXPECT_EQ(import.count_ignored("friction of a joint"), 1);
  EXPECT_EQ(import.count_ignored("inertia of a link without mass"), 1);
  EXPECT_EQ(import.count_ignored("attribute 'drake:acceleration' of <limit>"), 1);
  EXPECT_TRUE(import.diagnostics.render_all().starts_with("r.urdf:1:1: warning: ignored: 1 × gazebo"))
      << import.diagnostics.render_all();
}

// A single triangle.
constexpr const char* kTriangle =
    "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n";

TEST(Urdf, MeshesAreFoundByPackageFolderOrName) {
  const TemporaryFolder folder("urdf-meshes");
  for (const char* file : {"my_robot/robots/next.stl", "my_robot/meshes/own.stl", "other/meshes/given.STL",
                           "all/third/meshes/any.stl", "my_robot/robots/meshes/fallback.stl"}) {
    folder.write(file, kTriangle);
  }
  RobotOptions options;
  options.packages["second"] = folder.path() / "other";
  options.package_folders = {folder.path() / "all"};
  const std::string own = folder.path().string() + "/my_robot/meshes/own.stl";
  for (const std::string& name :
       {std::string("next.stl"), std::string("package://my_robot/meshes/own.stl"),
        std::string("model://second/meshes/given.STL"), std::string("package://third/meshes/any.stl"),
        std::string("package://unknown/deep/fallback.stl"), "file://" + own}) {
    const Import import(
        robot(link("a", "<collision><geometry><mesh filename='" + name + "' scale='1 1 -2'/></geometry></collision>")),
        options, folder.path() / "my_robot/robots");
    ASSERT_EQ(import.robot->shapes.size(), 1U) << name;
    const auto& mesh = std::get<shapes::Mesh>(import.robot->shapes[0].geometry);
    // Mirrored, so that the corners change their order.
    EXPECT_EQ(mesh.surface->triangles.at(0), (std::array<int, 3>{0, 2, 1}));
  }
}

TEST(Urdf, AbsentMeshIsReportedAndTheRestIsRead) {
  const auto mesh = [](const std::string& file) {
    return "<collision><geometry><mesh filename='" + file + "'/></geometry></collision>";
  };
  const Import import(robot(link("a", mesh("no.stl") + mesh("form.dae") + mesh("no.stl"))));
  EXPECT_TRUE(import.robot->shapes.empty());
  ASSERT_EQ(import.robot->absent_meshes.size(), 3U);
  EXPECT_EQ(import.robot->absent_meshes[1].file, "form.dae");
  EXPECT_EQ(import.robot->absent_meshes[1].place.line, 2);
  EXPECT_NE(import.diagnostics.render_all().find("warning: mesh 'no.stl' is absent"), std::string::npos);
}

TEST(Urdf, SceneHoldsRobotsAndRefersToThem) {
  const TemporaryFolder folder("urdf-scene");
  folder.write("robots/arm.urdf", arm("revolute", ""));
  const std::string text = R"(
[[robot]]
file = "robots/arm.urdf"
at = [1, 0, 0]
[[robot]]
file = "robots/arm.urdf"
prefix = "second_"
base = "free"
package_roots = { meshes = "here" }
[[spring]]
name = "band"
body_a = "arm"
body_b = "second_arm"
stiffness = 1
rest_length = 1
)";
  const Scene scene = read_scene(folder.write("scene.toml", text));
  const Model model = scene.model.build();
  EXPECT_EQ(model.num_bodies(), 5);
  EXPECT_EQ(model.num_velocities(), 8);
  EXPECT_EQ(scene.sources.files.size(), 2U) << "both are of one file";
  EXPECT_EQ(scene.robots.at(1).options.packages.at("meshes"), "here");
}

TEST(Urdf, RobotFileIsASceneOfItsOwnThatTakesOverrides) {
  const TemporaryFolder folder("urdf-alone");
  const std::filesystem::path path = folder.write("my \"arm\".urdf", arm("revolute", ""));
  EXPECT_EQ(read_scene(path).model.build().num_velocities(), 1);
  EXPECT_EQ(read_scene(path).name, "my \"arm\"");
  const std::string free_base[] = {"robot.base=free"};
  EXPECT_EQ(read_scene(path, free_base).model.build().num_velocities(), 7);
  EXPECT_THROW((void)read_scene(folder.path() / "none.urdf"), std::system_error);
}

}  // namespace
}  // namespace carom
