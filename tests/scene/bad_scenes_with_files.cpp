#include <utility>

#include "scene/bad_scenes.h"

namespace carom {
namespace {

using enum schema::Failure;

// A robot with a joint of each kind, the second finger following the first.
std::string make_robot() {
  std::string text = "<robot name='r'><link name='base'/>";
  const auto add = [&text](const std::string& name, const std::string& type, const std::string& more) {
    text += "<link name='" + name +
            "'><inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial></link>"
            "<joint name='" +
            name + "_joint' type='" + type + "'><parent link='base'/><child link='" + name + "'/>" + more + "</joint>";
  };
  add("arm", "revolute", "<limit lower='-1' upper='1' effort='1' velocity='1'/>");
  add("slide", "prismatic", "");
  add("finger", "prismatic", "<mimic joint='slide_joint'/>");
  add("plate", "fixed", "");
  return text + "</robot>";
}

BadScene bad_robot_joint(const std::string& name, const std::string& keys, const std::string& culprit) {
  return {name,
          "[robot]\nfile = 'r.urdf'\n[[robot.joint]]\n" + keys + "\n",
          Senseless,
          culprit,
          {{"r.urdf", make_robot()}}};
}

std::vector<BadScene> make_bad_robot_joints() {
  return {
      bad_robot_joint("unknown joint of a robot", "name = 'am_joint'",
                      "bad.toml:4:8: error: name of [[robot.joint]] 'am_joint': there is no joint 'am_joint' in "
                      "'r.urdf'; did you mean 'arm_joint'?"),
      bad_robot_joint("robot joint without name", "position = 1",
                      "bad.toml:3:1: error: missing key 'name' in [[robot.joint]]"),
      bad_robot_joint("robot joint named by a number", "name = 3",
                      "bad.toml:4:8: error: name of [[robot.joint]]: expected a text in quotes, found the number 3"),
      bad_robot_joint(
          "robot joint given twice", "name = 'arm_joint'\n[[robot.joint]]\nname = 'arm_joint'",
          "bad.toml:6:8: error: name of [[robot.joint]] 'arm_joint': joint 'arm_joint' stands here a second "
          "time (line 3)"),
      bad_robot_joint("length for a robot's turn", "name = 'arm_joint'\nposition = '1 m'",
                      "bad.toml:5:12: error: position of [[robot.joint]] 'arm_joint': expected an angle [rad], found "
                      "'1 m', a length"),
      bad_robot_joint("angle for a robot's slide", "name = 'slide_joint'\nposition = '1 deg'",
                      "bad.toml:5:12: error: position of [[robot.joint]] 'slide_joint': expected a length [m], found "
                      "'1 deg', an angle"),
      bad_robot_joint("speed of a slide for a robot's turn", "name = 'arm_joint'\nvelocity = '1 m/s'",
                      "bad.toml:5:12: error: velocity of [[robot.joint]] 'arm_joint': expected an angular velocity"),
      bad_robot_joint("negative damping of a robot", "name = 'arm_joint'\ndamping = -1",
                      "bad.toml:5:11: error: damping of [[robot.joint]] 'arm_joint': must be at least 0 N·m·s/rad"),
      bad_robot_joint("unknown key of a robot's joint", "name = 'arm_joint'\npositon = 1",
                      "bad.toml:5:1: error: unknown key 'positon' in [[robot.joint]] 'arm_joint'; did you mean "
                      "'position'?"),
      bad_robot_joint("unknown key of a robot's motor", "name = 'arm_joint'\nmotor = { gain = 1 }",
                      "bad.toml:5:11: error: unknown key 'gain' in motor of [[robot.joint]] 'arm_joint'"),
      bad_robot_joint("drive and motor of a robot's joint", "name = 'arm_joint'\ndrive = 1\nmotor = { effort = 1 }",
                      "bad.toml:6:9: error: joint of body 'arm': a driven joint has no motor"),
      bad_robot_joint("two positions of a robot's joint", "name = 'arm_joint'\nposition = [1, 2]",
                      "bad.toml:5:12: error: position of [[robot.joint]] 'arm_joint'"),
      bad_robot_joint("position of a follower", "name = 'finger_joint'\nposition = 0",
                      "bad.toml:5:12: error: [[robot.joint]] 'finger_joint': position cannot be given: this joint "
                      "follows 'slide_joint'"),
      bad_robot_joint("position of a fixed joint", "name = 'plate_joint'\nposition = 0",
                      "bad.toml:3:1: error: [[robot.joint]] 'plate_joint': this joint is fixed"),
      {"robot joint in single brackets",
       "[robot]\nfile = 'r.urdf'\n[robot.joint]\nname = 'arm_joint'\n",
       Senseless,
       "bad.toml:3:1: error: joint of [robot]: expected [[robot.joint]] in double brackets, found a table",
       {{"r.urdf", make_robot()}}},
      {"robot joint as a number",
       "[robot]\nfile = 'r.urdf'\njoint = [3]\n",
       Senseless,
       "bad.toml:3:10: error: [[robot.joint]]: expected a table, found the number 3",
       {{"r.urdf", make_robot()}}},
  };
}

// A tetrahedron, and the same without its last face.
const std::string kClosed = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
const std::string kOpen = kClosed.substr(0, kClosed.rfind('f'));
const std::string kInsideOut = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n";

BadScene bad_mesh(const std::string& name, const std::string& keys, const std::string& culprit) {
  return {
      name,
      "[[body]]\nname = 'b'\nmass = 1\ninertia = { sphere = 1 }\n[[shape]]\nname = 's'\ntype = 'mesh'\n" + keys + "\n",
      Senseless,
      culprit,
      {{"good.obj", kClosed}, {"bad.stl", "no mesh"}, {"form.dae", "<COLLADA/>"}}};
}
BadScene bad_shape(const std::string& name, const std::string& keys, const std::string& culprit) {
  return {name, "[[shape]]\nname = 's'\n" + keys + "\n", Senseless, culprit, {{"good.obj", kClosed}}};
}
BadScene bad_mesh_inertia(const std::string& name, const std::string& mesh, const std::string& culprit) {
  return {name,
          "[[body]]\nname = 'b'\nmass = 1\ninertia = { mesh = " + mesh + " }\n",
          Senseless,
          culprit,
          {{"good.obj", kClosed}, {"open.obj", kOpen}, {"inside_out.obj", kInsideOut}}};
}

std::vector<BadScene> make_bad_meshes() {
  return {
      bad_mesh("mesh without file", "scale = 2", "bad.toml:5:1: error: missing key 'file' in [[shape]] 's'"),
      bad_mesh("mesh that is not there", "file = 'none.stl'", "bad.toml:8:8: error: file of [[shape]] 's': none.stl: "),
      bad_mesh("mesh of another format", "file = 'form.dae'",
               "bad.toml:8:8: error: file of [[shape]] 's': of the formats, STL and OBJ are read, found 'form.dae'"),
      bad_mesh("mesh that is none", "file = 'bad.stl'",
               "bad.toml:8:8: error: file of [[shape]] 's': mesh 'bad.stl': is no STL file"),
      bad_mesh("mesh of scale zero", "file = 'good.obj'\nscale = [1, 0, 1]",
               "bad.toml:9:9: error: scale of [[shape]] 's': must not be 0"),
      bad_mesh("mesh of scale infinity", "file = 'good.obj'\nscale = inf",
               "bad.toml:9:9: error: scale of [[shape]] 's'"),
      bad_mesh("mesh with a scale in metres", "file = 'good.obj'\nscale = '1 mm'",
               "bad.toml:9:9: error: scale of [[shape]] 's': expected "),
      bad_mesh("mesh with two scales", "file = 'good.obj'\nscale = [1, 2]",
               "bad.toml:9:9: error: scale of [[shape]] 's': expected a list of 3 numbers"),
      bad_mesh("radius of a mesh", "file = 'good.obj'\nradius = 1",
               "bad.toml:9:1: error: key 'radius' in [[shape]] 's' does not go with type 'mesh'"),
      bad_shape("hull of points in a plane",
                "type = 'convex-mesh'\npoints = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]",
                "bad.toml:4:10: error: points of [[shape]] 's': the points of a convex hull must not lie in one plane"),
      bad_shape("hull of three points", "type = 'convex-mesh'\npoints = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]",
                "bad.toml:4:10: error: points of [[shape]] 's': a convex hull needs 4 points or more, found 3"),
      bad_shape("hull of points with two coordinates",
                "type = 'convex-mesh'\npoints = [[0, 0], [1, 0], [0, 1], [1, 1]]",
                "bad.toml:4:11: error: points of [[shape]] 's': expected a list of 3 numbers"),
      bad_shape("hull of nothing", "type = 'convex-mesh'", "bad.toml:1:1: error: "),
      bad_shape("hull of points and a file", "type = 'convex-mesh'\nfile = 'good.obj'\npoints = []", "bad.toml:"),
      bad_shape("rows of different length", "type = 'height-field'\nsize = [1, 1]\nheights = [[0, 1], [0, 1, 2]]",
                "heights of [[shape]] 's': expected rows of equal length, found 3 heights after 2"),
      bad_shape("a single row of heights", "type = 'height-field'\nsize = [1, 1]\nheights = [[0, 1]]",
                "heights of [[shape]] 's': expected a list of two rows of heights or more"),
      bad_shape("a single column of heights", "type = 'height-field'\nsize = [1, 1]\nheights = [[0], [1]]",
                "heights of [[shape]] 's': expected two heights or more in each row"),
      bad_mesh_inertia("inertia of an open mesh", "{ file = 'open.obj' }",
                       "bad.toml:4:29: error: file of mesh of inertia of [[body]] 'b': mesh 'open.obj': mesh is open"),
      bad_mesh_inertia("inertia of a mesh inside out", "{ file = 'inside_out.obj' }", "body 'b': mesh is inside out"),
      bad_mesh_inertia("inertia of a mesh without file", "{ scale = 2 }",
                       "bad.toml:4:20: error: missing key 'file' in mesh of inertia of [[body]] 'b'"),
      bad_mesh_inertia("inertia of a mesh that is not there", "{ file = 'none.obj' }",
                       "bad.toml:4:29: error: file of mesh of inertia of [[body]] 'b': none.obj: "),
  };
}

}  // namespace

std::vector<BadScene> make_bad_scenes_with_files() {
  std::vector<BadScene> all = make_bad_robot_joints();
  for (BadScene& scene : make_bad_meshes()) all.push_back(std::move(scene));
  return all;
}

}  // namespace carom
