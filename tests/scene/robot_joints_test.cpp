#include "carom/scene/urdf/robot_joints.h"

#include <numbers>

#include <gtest/gtest.h>

#include "carom/scene/read_scene.h"

namespace carom {
namespace {

std::string link(const std::string& name) {
  return "<link name='" + name +
         "'><inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial></link>";
}
std::string joint(const std::string& name, const std::string& type, const std::string& parent, const std::string& child,
                  const std::string& more = "") {
  return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent + "'/><child link='" + child + "'/>" +
         more + "</joint>";
}
// Two fingers follow a slide, the second by way of the first.
std::string make_robot() {
  return "<robot name='r'>" + link("trunk") + link("arm") + link("hand") + link("finger") + link("tip") +
         joint("elbow", "revolute", "trunk", "arm",
               "<dynamics damping='7'/><limit lower='-1' upper='2' effort='1' velocity='1'/>") +
         joint("slide", "prismatic", "arm", "hand") +
         joint("bend", "continuous", "hand", "tip", "<mimic joint='close' multiplier='3' offset='0.5'/>") +
         joint("close", "prismatic", "hand", "finger", "<mimic joint='slide' multiplier='-2' offset='0.25'/>") +
         "</robot>";
}

Scene read(const std::string& text) {
  return read_scene_again({.folder = "/", .files = {{"scene.toml", text}, {"r.urdf", make_robot()}}, .overrides = {}});
}
Scene read_robot(const std::string& joints) { return read("[robot]\nfile = 'r.urdf'\n" + joints); }

JointSpec find_joint(const Scene& scene, const std::string& name) {
  const Model model = scene.model.build();
  return model.spec(model.find_joint(name)).joint;
}

TEST(RobotJoints, StartDampingAndMotorAreAsTheSceneSays) {
  const Scene scene = read_robot(R"(
[[robot.joint]]
name     = "elbow"
position = "90 deg"
velocity = "-1 rad/s"
damping  = "0.5 N*m*s/rad"
motor    = { target = "45 deg", position_gain = "30 N*m/rad", limit = "5 N*m" }
)");
  const JointSpec elbow = find_joint(scene, "elbow");
  EXPECT_NEAR(elbow.position.at(0), std::numbers::pi / 2.0, 1e-15);
  EXPECT_EQ(elbow.velocity.at(0), -1.0);
  EXPECT_EQ(elbow.damping.at(0), 0.5) << "instead of what the file says";
  EXPECT_EQ(elbow.motor.at(0).position_gain, 30.0);
  EXPECT_EQ(elbow.motor.at(0).limit, 5.0);
  EXPECT_EQ(find_joint(read_robot(""), "elbow").damping.at(0), 7.0);
  EXPECT_EQ(scene.warnings.find("outside of the range"), std::string::npos) << scene.warnings;
}

// q = −2 · 0.1 + 0.25 = 0.05 and 3 · 0.05 + 0.5 = 0.65, with one rounding each; rates −2 · 1 and 3 · −2.
TEST(RobotJoints, FollowersStartWhereTheirLeaderTakesThem) {
  for (const char* motion : {"position = '10 cm'\nvelocity = '1 m/s'", "drive = { polynomial = [0.1, 1] }"}) {
    const Scene scene = read_robot(std::string("[[robot.joint]]\nname = 'slide'\n") + motion);
    EXPECT_NEAR(find_joint(scene, "close").position.at(0), 0.05, 1e-16);
    EXPECT_NEAR(find_joint(scene, "bend").position.at(0), 0.65, 2e-16);
    EXPECT_EQ(find_joint(scene, "close").velocity.at(0), -2.0);
    EXPECT_EQ(find_joint(scene, "bend").velocity.at(0), -6.0);
  }
}

TEST(RobotJoints, NamesAreThoseOfTheFileWhateverThePrefix) {
  const Scene scene = read(R"(
[[robot]]
file = "r.urdf"
prefix = "left_"
[[robot.joint]]
name = "elbow"
position = 1
[[robot]]
file = "r.urdf"
prefix = "right_"
base = "free"
[[robot.joint]]
name = "elbow"
position = 0.5
[[robot.joint]]
name = "trunk"
velocity = [1, 2, 3]
)");
  EXPECT_EQ(find_joint(scene, "left_elbow").position.at(0), 1.0);
  EXPECT_EQ(find_joint(scene, "right_elbow").position.at(0), 0.5);
  EXPECT_EQ(find_joint(scene, "right_trunk").velocity, (std::vector<double>{0, 0, 0, 1, 2, 3}));
}

TEST(RobotJoints, StartOutsideOfTheRangeIsWorthAWarning) {
  const Scene scene = read_robot("[[robot.joint]]\nname = 'elbow'\nposition = 2.5\n");
  EXPECT_NE(scene.warnings.find("scene.toml:5:12: warning: position of [[robot.joint]] 'elbow': 2.5 rad is outside of "
                                "the range from -1 to 2 rad"),
            std::string::npos)
      << scene.warnings;
}

TEST(RobotJoints, OverridesReachThem) {
  const std::vector<SourceFile> files = {
      {"scene.toml", "[robot]\nfile = 'r.urdf'\n[[robot.joint]]\nname = 'elbow'\nposition = 1\n"},
      {"r.urdf", make_robot()}};
  const Scene scene =
      read_scene_again({.folder = "/", .files = files, .overrides = {"robot.joint.elbow.position=0.25"}});
  EXPECT_EQ(find_joint(scene, "elbow").position.at(0), 0.25);
}

// As `body.arm.joint.position` does for every body, whether or not the scene has [[robot.joint]] for it.
TEST(RobotJoints, EveryJointIsFoundByItsNameOnTheCommandLine) {
  const auto read_with = [](const std::string& assignment) {
    return read_scene_again({.folder = "/",
                             .files = {{"scene.toml", "[robot]\nfile = 'r.urdf'\n[[robot.joint]]\nname = 'slide'\n"},
                                       {"r.urdf", make_robot()}},
                             .overrides = {assignment}});
  };
  EXPECT_EQ(find_joint(read_with("robot.joint.elbow.position=0.5"), "elbow").position.at(0), 0.5);
  EXPECT_EQ(find_joint(read_with("robot.joint.slide.position=0.5"), "slide").position.at(0), 0.5);
  EXPECT_EQ(find_joint(read_with("robot.joint.0.position=0.5"), "slide").position.at(0), 0.5);
  try {
    (void)read_with("robot.joint.elbw.position=0.5");
    ADD_FAILURE() << "was accepted";
  } catch (const SceneError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'elbow'?"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace carom
