// Robot files that must be refused, each with a message that names the culprit.
#include <algorithm>
#include <chrono>
#include <clocale>
#include <ctime>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "carom/scene/read_scene.h"
#include "carom/scene/urdf/read_urdf.h"
#include "scene/scene_files.h"

namespace carom {
namespace {

std::string find_errors(const std::string& text, schema::Failure* failure = nullptr) {
  schema::Diagnostics diagnostics;
  SourceFiles files{std::filesystem::path()};
  const std::optional<Robot> robot = parse_urdf({.name = "bad.urdf", .text = text}, "", {}, files, diagnostics);
  EXPECT_EQ(robot.has_value(), !diagnostics.has_errors());
  if (failure != nullptr) *failure = diagnostics.failure();
  return diagnostics.has_errors() ? diagnostics.render_all() : "";
}

std::string robot(const std::string& parts) { return "<robot name='r'>\n" + parts + "\n</robot>\n"; }
std::string inertial(const std::string& mass, const std::string& xx = "1") {
  return "<inertial><mass value='" + mass + "'/><inertia ixx='" + xx +
         "' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial>";
}
std::string link(const std::string& name, const std::string& more = inertial("1")) {
  return "<link name='" + name + "'>" + more + "</link>\n";
}
std::string joint(const std::string& more, const std::string& type = "revolute", const std::string& name = "j",
                  const std::string& parent = "a", const std::string& child = "b") {
  return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent + "'/><child link='" + child + "'/>" +
         more + "</joint>\n";
}
std::string pair(const std::string& more, const std::string& type = "revolute") {
  return robot(link("a") + link("b") + joint(more, type));
}
std::string shape(const std::string& geometry) {
  return robot(link("a", "<collision><geometry>" + geometry + "</geometry></collision>"));
}
std::string nest(int depth) {
  std::string text;
  for (int i = 0; i < depth; ++i) text += "<a>";
  return text;
}

struct BadRobot {
  std::string text;
  std::string culprit;
};

std::vector<BadRobot> make_unreadable() {
  return {
      {"", "holds no element"},
      {"   \n", "holds no element"},
      {"no XML at all", "bad.urdf:1:"},
      {"[scene]\nname = 'toml'\n", "bad.urdf:1:"},
      {"<robot", "bad.urdf:1:1: error: "},
      {"<robot name='r'>\n<link name='a'>\n", "ends within an element"},
      {"<robot name='r'>\n<link></joint></robot>", "bad.urdf:2:1: error: this element is not closed"},
      {"<robot name=r></robot>", "name=\"value\""},
      {"<robot name='r'><!-- </robot>", "comment"},
      {"<robot name='r' name='s'/>", "given twice"},
      {"<robot name='r'/><robot name='s'/>", "a second element"},
      {"<sdf version='1.6'/>", "expected <robot>, found <sdf>"},
      {nest(100'000), "nested more than 100 deep"},
      {std::string("<robot name='r'>\0</robot>", 25), "a byte of value 0"},
      {std::string((std::size_t{8} << 20U) + 1, ' '), "longer than 8 MiB"},
      {std::string("\x7f\x45LF\x01\x02\xff\xfe", 8), "bad.urdf:1:"},
  };
}

std::vector<BadRobot> make_senseless() {
  return {
      {"<robot/>", "missing attribute 'name' of <robot>"},
      {robot(""), "no <link>"},
      {robot("<link/>"), "missing attribute 'name' of <link>"},
      {robot("<link name=''/>"), "must not be empty"},
      {robot(link("a") + link("a")), "a link 'a' exists already (line 2)"},
      {robot(link("a") + link("b") + link("c") + joint("") + joint("", "fixed", "j", "a", "c")),
       "a joint 'j' exists already"},
      {robot("<lnk name='a'/>" + link("b")), "unknown element <lnk> in <robot>; did you mean <link>?"},
      {robot("<link nam='a'/>"), "unknown attribute 'nam' of <link>; did you mean 'name'?"},
      {robot("<link name='a'><inertail/></link>"), "did you mean <inertial>?"},
      {robot(link("a", "<inertial/>")), "missing element <mass> in <inertial>"},
      {robot(link("a", "<inertial><mass value='1'/></inertial>")), "missing element <inertia>"},
      {robot(link("a", "<inertial><mass/><inertia/></inertial>")), "missing attribute 'value' of <mass>"},
      {robot(link("a", inertial("-1"))), "mass must be finite and at least 0 kg, found -1 kg"},
      {robot(link("a", inertial("nan"))), "value of <mass>: expected a finite number, found 'nan'"},
      {robot(link("a", inertial("inf"))), "found 'inf'"},
      {robot(link("a", inertial("1e999"))), "found '1e999'"},
      {robot(link("a", inertial("1,5"))), "found '1,5'; numbers are separated by blanks and have a decimal point"},
      {robot(link("a", inertial("1 kg"))), "found '1 kg'"},
      {robot(link("a", inertial("${m}"))), "xacro"},
      {robot(link("a", inertial("0x10"))), "found '0x10'"},
      {robot(link("a", inertial("1", "9"))), "triangle inequality"},
      {robot(link("a", inertial("1", "-1"))), "must not be negative"},
      {robot(link("a", inertial("1") + inertial("2"))), "a second <inertial> in <link>"},
      {robot("<xacro:include filename='x'/>" + link("a")), "expand the file with xacro first"},
      {pair("", "revolut"), "unknown type 'revolut' of <joint>; did you mean 'revolute'?"},
      {pair("", "ball"), "known are revolute, continuous, prismatic, fixed, floating, planar"},
      {robot(link("a") + link("b") + "<joint name='j'><parent link='a'/><child link='b'/></joint>"),
       "missing attribute 'type'"},
      {robot(link("a") + link("b") + "<joint name='j' type='fixed'><parent link='a'/></joint>"),
       "missing element <child> in <joint>"},
      {robot(link("a") + link("b") + "<joint name='j' type='fixed'><parent/><child link='b'/></joint>"),
       "missing attribute 'link' of <parent>"},
      {robot(link("upper") + link("lower") + joint("", "fixed", "j", "uper", "lower")),
       "there is no link 'uper'; did you mean 'upper'?"},
      {robot(link("a") + link("b") + link("c") + joint("") + joint("", "fixed", "k", "c", "b")),
       "link 'b' has two parents: it is the child of joint 'j' (line 5) already"},
      {robot(link("a") + link("b")), "2 links are the child of no joint, and one must be the root: 'a', 'b'"},
      {robot(link("a") + link("b") + joint("") + joint("", "fixed", "k", "b", "a")), "no link is the root"},
      {robot(link("r") + link("a") + link("b") + joint("") + joint("", "fixed", "k", "b", "a")),
       "link 'a' is in a loop"},
      {robot(link("a") + joint("", "fixed", "k", "a", "a")), "no link is the root"},
      {pair("<axis xyz='0 0 0'/>"), "xyz of <axis> must have a length above zero"},
      {pair("<axis xyz='0 1'/>"), "xyz of <axis>: expected 3 finite numbers, found '0 1'"},
      {pair("<axis xyz='0 1 nan'/>"), "found '0 1 nan'"},
      {pair("<axis xyz='0,1,0'/>"), "separated by blanks"},
      {pair("<axes xyz='0 1 0'/>"), "did you mean <axis>?"},
      {pair("<origin xyz='1 2 3 4'/>"), "expected 3 finite numbers"},
      {pair("<origin rpy='0 0 1e300'/>"), "angles are in radians"},
      {pair("<origin rpyy='0 0 0'/>"), "did you mean 'rpy'?"},
      {pair("<limit lower='2' upper='1'/>"), "lower of <limit> must not be above upper, found 2 and 1"},
      {pair("<limit lower='x'/>"), "lower of <limit>: expected a finite number, found 'x'"},
      {pair("<dynamics damping='-1'/>"), "damping of <dynamics> must be at least 0, found -1"},
      {pair("<mimic joint='k'/>"), "there is no joint 'k'"},
      {pair("<mimic joint='j'/>"), "joint 'j' follows itself"},
      {pair("<mimic/>"), "missing attribute 'joint' of <mimic>"},
      {pair("<mimic joint='j'/>", "fixed"), "joint 'j' cannot follow 'j'"},
      {shape(""), "<geometry> takes one of <box>"},
      {shape("<sphere radius='1'/><sphere radius='1'/>"), "found 2"},
      {shape("<sphere/>"), "missing attribute 'radius' of <sphere>"},
      {shape("<sphere radius='0'/>"), "radius of <sphere> must be above 0, found 0"},
      {shape("<box/>"), "missing attribute 'size' of <box>"},
      {shape("<box size='1 -1 1'/>"), "size of <box> must be above 0, found -1"},
      {shape("<cylinder radius='1'/>"), "missing attribute 'length' of <cylinder>"},
      {shape("<spere radius='1'/>"), "did you mean <sphere>?"},
      {shape("<mesh/>"), "missing attribute 'filename' of <mesh>"},
      {shape("<mesh filename='a.stl' scale='0 1 1'/>"), "scale of <mesh> must not be 0"},
      {robot(link("a", "<collision/>")), "missing element <geometry>"},
  };
}

void expect_all(const std::vector<BadRobot>& robots, schema::Failure expected) {
  for (const BadRobot& bad : robots) {
    schema::Failure failure{};
    const auto start = std::chrono::steady_clock::now();
    const std::string errors = find_errors(bad.text, &failure);
    EXPECT_NE(errors.find(bad.culprit), std::string::npos)
        << "expected: " << bad.culprit << "\nfound: " << errors << "\nin: " << bad.text.substr(0, 1000);
    EXPECT_TRUE(errors.starts_with("bad.urdf:")) << errors;
    EXPECT_EQ(failure, expected) << errors;
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2)) << bad.culprit;
  }
}

TEST(UrdfErrors, WhatIsNoXmlIsUnreadable) { expect_all(make_unreadable(), schema::Failure::Unreadable); }
TEST(UrdfErrors, WhatMakesNoSenseNamesTheCulprit) { expect_all(make_senseless(), schema::Failure::Senseless); }

TEST(UrdfErrors, AreReportedAllAtOnceEachAtItsPlace) {
  EXPECT_EQ(find_errors("<robot name='r'>\n"
                        "  <link name='a'/> <link name='a'/>\n"
                        "  <joint name='j' type='hinge'>\n"
                        "    <parent link='a'/> <child link='cup'/>\n"
                        "    <axis xyz='0 0 0'/>\n"
                        "  </joint>\n"
                        "</robot>\n"),
            "bad.urdf:2:20: error: a link 'a' exists already (line 2)\n"
            "      <link name='a'/> <link name='a'/>\n"
            "                       ^\n"
            "bad.urdf:3:19: error: unknown type 'hinge' of <joint>; known are revolute, continuous, prismatic, fixed, "
            "floating, planar\n"
            "      <joint name='j' type='hinge'>\n"
            "                      ^\n"
            "bad.urdf:4:31: error: there is no link 'cup'\n"
            "        <parent link='a'/> <child link='cup'/>\n"
            "                                  ^\n"
            "bad.urdf:5:5: error: xyz of <axis> must have a length above zero\n"
            "        <axis xyz='0 0 0'/>\n"
            "        ^\n");
}

TEST(UrdfErrors, OfASceneStandInTheFileThatTheyAreIn) {
  const TemporaryFolder folder("urdf-errors");
  folder.write("arm.urdf", pair("<axis xyz='0 0 0'/>"));
  folder.write("light.urdf", robot(link("a") + link("b", "") + joint("")));
  folder.write("good.urdf", pair(""));
  const auto find_scene_errors = [&](const std::string& text) {
    try {
      (void)read_scene(folder.write("scene.toml", text));
      return std::string();
    } catch (const SceneError& error) {
      return std::string(error.what());
    }
  };
  const std::pair<const char*, const char*> cases[] = {
      {"[robot]\nfile = 'arm.urdf'\n", "arm.urdf:4:"},
      {"[robot]\nfile = 'light.urdf'\n", "light.urdf:4:1: error: joint of body 'b'"},
      {"[robot]\nfile = 'none.urdf'\n", "scene.toml:2:8: error: file of [robot]: "},
      {"[robot]\nfile = '.'\n", "scene.toml:2:8: error: file of [robot]: "},
      {"[robot]\n", "missing key 'file' in [robot]"},
      {"robot = 3\n", "expected a table"},
      {"[robot]\nfile = 'good.urdf'\nbase = 'fix'\n", "expected one of fixed, free; found 'fix'"},
      {"[robot]\nfile = 'good.urdf'\npackage_roots = 3\n", "package_roots"},
      {"[robot]\nfil = 'good.urdf'\n", "did you mean 'file'?"},
      {"[[robot]]\nfile = 'good.urdf'\n[[robot]]\nfile = 'good.urdf'\n", "a body 'a' exists already"},
      {"[robot]\nfile = 'good.urdf'\n[[body]]\nname = 'a'\nmass = 1\ninertia = { sphere = 1 }\n",
       "a body 'a' exists already"},
      {"[robot]\nfile = 'good.urdf'\n[[force]]\nbody = 'bb'\nforce = [1, 0, 0]\n", "there is no body 'bb'"},
  };
  for (const auto& [text, culprit] : cases) {
    const std::string errors = find_scene_errors(text);
    EXPECT_NE(errors.find(culprit), std::string::npos) << text << errors;
  }
  EXPECT_EQ(find_scene_errors("[robot]\nfile = 'good.urdf'\n"), "");
}

TEST(UrdfErrors, NumbersDoNotDependOnTheLocale) {
  // Where the locale is not installed, the test still holds for the plain one.
  std::setlocale(LC_ALL, "de_DE.UTF-8");
  EXPECT_EQ(find_errors(pair("<origin xyz='+1.5 -0.25e1 .5'/>")), "");
  EXPECT_NE(find_errors(pair("<origin xyz='1,5 0 0'/>")), "");
  std::setlocale(LC_ALL, "C");
}

TEST(UrdfErrors, LongChainsAndManyLinksAreReadInTime) {
  std::string parts = link("l0");
  for (int i = 1; i <= 10'000; ++i) {
    parts += link(fmt::format("l{}", i)) +
             joint("", "revolute", fmt::format("j{}", i), fmt::format("l{}", i - 1), fmt::format("l{}", i));
  }
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(find_errors(robot(parts)), "");
  // All of them in one loop, and none known by its name.
  EXPECT_NE(find_errors(robot(parts + joint("", "fixed", "last", "l10000", "l0"))), "");
  EXPECT_NE(find_errors(robot(parts + parts)).find("more errors"), std::string::npos);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

std::string read_file(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

TEST(UrdfErrors, RobotCutOffAnywhereIsRefused) {
  const std::string text = read_file(project_folder() / "scenes/robots/two_link_arm.urdf");
  const std::size_t end = text.rfind("</robot>") + std::string("</robot>").size();
  ASSERT_EQ(find_errors(text), "");
  for (std::size_t length = 0; length < end; ++length) {
    EXPECT_TRUE(find_errors(text.substr(0, length)).starts_with("bad.urdf:")) << length;
  }
}

RC_GTEST_PROP(UrdfErrors, RobotWithBytesChangedIsReadOrRefused,
              (const std::vector<std::pair<std::size_t, char>>& changes)) {
  static const std::string kText = read_file(project_folder() / "scenes/robots/six_joint_arm.urdf");
  std::string text = kText;
  for (const auto& [place, byte] : changes) text[place % text.size()] = byte;
  const std::string errors = find_errors(text);
  RC_ASSERT(errors.empty() || errors.starts_with("bad.urdf:"));
}

// Programs write files without line breaks, and with parts of their own: the time must grow no faster than the file.
TEST(UrdfErrors, AHundredThousandPartsInOneLineAreReadInTime) {
  std::string links, parts;
  for (int i = 0; i < 100'000; ++i) {
    links += fmt::format("<link name='l{}'/>", i);
    parts += fmt::format("<part{}/>", i);
  }
  const std::clock_t start = std::clock();
  EXPECT_NE(find_errors("<robot name='r'>" + links + "</robot>").find("100000 links are the child of no joint"),
            std::string::npos);
  EXPECT_EQ(find_errors("<robot name='r'><link name='a'/>" + parts + "</robot>"), "");
  EXPECT_LT(std::clock() - start, 4 * CLOCKS_PER_SEC);
}

}  // namespace
}  // namespace carom
