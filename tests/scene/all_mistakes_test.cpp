// Mistakes of a scene come at once, and none that is only a consequence of another.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/scene/read_scene.h"

namespace carom {
namespace {

using testing::HasSubstr;

const std::string kBall = R"(
[[body]]
name = "ball"
mass = 1
inertia = { sphere = 0.1 }
[[shape]]
body = "ball"
type = "sphere"
radius = 0.1
surface = "ball"
[[shape]]
type = "plane"
surface = "floor"
)";
const std::string kImpact =
    "[[contact]]\nbetween = ['ball', 'floor']\nimpact = { law = 'newton', restitution = 0.5 }\n";
const std::string kHertz = "[[contact]]\nbetween = ['ball', 'floor']\nnormal = { law = 'hertz', stiffness = 1e6 }\n";
const std::string kPatch =
    "[[contact]]\nbetween = ['ball', 'floor']\npatch = { width = 0.01 }\n"
    "[[surface]]\nname = 'ball'\nmaterial = { young = 1e6, poisson = 0.3 }\n";
const std::string kUrdf =
    "<robot name='r'><link name='trunk'><inertial><mass value='1'/>"
    "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial>"
    "<collision><geometry><sphere radius='0.1'/></geometry></collision></link></robot>";

std::string find_errors(const std::string& text) {
  try {
    (void)read_scene_again({.folder = "/", .files = {{"bad.toml", text}, {"r.urdf", kUrdf}}, .overrides = {}});
    return {};
  } catch (const SceneError& error) {
    return error.what();
  }
}

int count_errors(const std::string& errors) {
  int count = 0;
  for (std::size_t at = errors.find(" error: "); at != std::string::npos; at = errors.find(" error: ", at + 1)) ++count;
  return count;
}

struct Single {
  const char* name;
  std::string text;
  const char* culprit;
};

// Each has one mistake, whose consequences look like others.
TEST(AllMistakes, OneMistakeIsOneError) {
  const std::string force = "[[force]]\nname = 'f'\nbody = 'trunk'\nforce = [0, 0, 1]\n";
  const std::string ground = "[[contact]]\nbetween = ['skin', 'floor']\nnormal = { law = 'hertz', stiffness = 1e6 }\n";
  const std::vector<Single> all{
      {"formulation", kBall + kImpact + "[simulate]\nformulation = 'event driven'\n", "did you mean 'event-driven'"},
      {"formulation of another type", kBall + kImpact + "[simulate]\nformulation = 3\n", "expected a text"},
      {"method", kBall + kPatch + "[simulate]\nintegrator = { method = 'rk5', step = 1e-4 }\n", "found 'rk5'"},
      {"integrator is no table", kBall + kPatch + "[simulate]\nintegrator = 'rk4'\n", "expected a table"},
      {"scheme", kBall + kImpact + "[simulate]\nformulation = 'time-stepping'\nstepping = { scheme = 'peiret2' }\n",
       "did you mean 'peiret'"},
      {"policy", kBall + kImpact + "[simulate]\nformulation = 'event-driven'\nno_solution = 'complaint'\n",
       "did you mean 'compliant'"},
      {"law", kBall + "[[contact]]\nbetween = ['ball', 'floor']\nnormal = { law = 'gontier', stiffness = 1 }\n",
       "did you mean 'gonthier'"},
      {"type of shape",
       "[[body]]\nname = 'b'\nmass = 1\ninertia = { sphere = 0.1 }\n[[shape]]\nbody = 'b'\ntype = 'bal'\nradius = "
       "1\nsurface = 'ball'\n[[shape]]\n"
       "type = 'plane'\nsurface = 'floor'\n" +
           kHertz,
       "found 'bal'"},
      {"type of joint",
       "[[body]]\nname = 'ball'\nmass = 1\ninertia = { sphere = 0.1 }\njoint = { type = 'revolut', axis = [0, 0, 1] "
       "}\n[[constraint]]\n"
       "name = 'c'\ntype = 'point'\nbody_a = 'ball'\nbody_b = 'world'\n",
       "did you mean 'revolute'"},
      {"single brackets", "[body]\nname = 'trunk'\nmass = 1\ninertia = { sphere = 0.1 }\n" + force,
       "in double brackets"},
      {"missing robot", "[robot]\nfile = 'nobody.urdf'\n" + force, "nobody.urdf"},
      {"base of a robot", "[robot]\nfile = 'r.urdf'\nbase = 'flying'\nprefix = 'x_'\n" + force, "found 'flying'"},
      {"surface of a robot", kBall + "[robot]\nfile = 'r.urdf'\nbase = 'flying'\nsurface = 'skin'\n" + ground,
       "found 'flying'"},
      {"missing include", "include = ['nothing.toml']\n" + force, "nothing.toml"},
  };
  for (const Single& bad : all) {
    SCOPED_TRACE(bad.name);
    const std::string errors = find_errors(bad.text);
    EXPECT_EQ(count_errors(errors), 1) << errors;
    EXPECT_THAT(errors, HasSubstr(bad.culprit));
  }
}

// One in each table, and one that only the whole mechanism shows.
TEST(AllMistakes, OfAllTablesComeAtOnce) {
  const std::string errors = find_errors(R"(
[scene]
duration = "3 m"
[[body]]
name = "arm"
mass = -1
[[body]]
name = "hand"
mass = 1
joint = { type = "revolut" }
[[constraint]]
name = "loop"
type = "point"
body_a = "nobody"
body_b = "world"
[[spring]]
body_a = "arm"
body_b = "world"
stiffness = "soft"
[[force]]
body = "arm"
force = [1, 2]
[[shape]]
body = "arm"
type = "sphere"
radius = 0
[[surface]]
name = "nowhere"
material = { young = 1, poisson = 0.3 }
[[contact]]
between = ["a", "b"]
normal = { law = "hertz", stiffness = 1 }
[[group]]
name = "g"
bodies = ["noone"]
[simulate]
formulation = "rigid"
integrator = { method = "rk5" }
[record]
every = 0
[robot]
file = "r.urdf"
base = "flying"
)");
  for (const char* culprit : {"duration of [scene]", "mass of [[body]] 'arm'", "found 'revolut'",
                              "stiffness of [[spring]]", "force of [[force]]", "radius of [[shape]]", "found 'rigid'",
                              "found 'rk5'", "every of [record]", "found 'flying'"}) {
    EXPECT_THAT(errors, HasSubstr(culprit));
  }
}

// Each table chooses what does not exist, and has a mistake more that no choice would forgive.
TEST(AllMistakes, OfTablesWhoseLawOrTypeIsUnknownComeAtOnce) {
  const std::string errors = find_errors(R"(
[[body]]
name = "ball"
mass = 1
inertia = { sphere = 0.1 }
joint = { type = "revolut", axis = [0, 0], parent = "nobody" }
[[shape]]
body = "ball"
type = "spere"
radius = "-1 m"
surface = "ball"
[[contact]]
between = ["ball", "ball"]
normal = { law = "gontier", stiffness = -1, restitution = { law = "lin", alpha = "x" } }
friction = { law = "colomb", static = "much", kinetics = 0.1 }
impact = { law = "newtun", restitution = 2 }
[simulate]
integrator = { method = "rk5", step = "1 m" }
)");
  for (const char* culprit :
       {"found 'revolut'", "axis of joint", "found 'spere'", "radius of [[shape]]", "found 'gontier'",
        "stiffness of normal", "found 'colomb'", "static of friction", "unknown key 'kinetics'", "found 'newtun'",
        "restitution of impact", "found 'rk5'", "step of integrator"}) {
    EXPECT_THAT(errors, HasSubstr(culprit));
  }
}

// Two contacts whose stiffness nothing gives, a loop of parents, and a law that has nothing to do with either.
TEST(AllMistakes, OfTheWholeComeBesideThoseOfOtherTables) {
  const std::string loop = R"(
[[body]]
name = "a"
mass = 1
inertia = { sphere = 0.1 }
joint = { type = "revolute", axis = [0, 0, 1], parent = "b" }
[[body]]
name = "b"
mass = 1
inertia = { sphere = 0.1 }
joint = { type = "revolute", axis = [0, 0, 1], parent = "a" }
[record]
every = "1 m"
)";
  EXPECT_EQ(count_errors(find_errors(loop)), 2) << find_errors(loop);
  const std::string two = kBall + R"(
[[shape]]
type = "sphere"
radius = 0.1
at = [5, 0, 0]
surface = "lamp"
[[contact]]
between = ["ball", "lamp"]
normal = { law = "hertz" }
[[contact]]
between = ["ball", "floor"]
normal = { law = "hertz" }
)";
  const std::string errors = find_errors(two);
  EXPECT_THAT(errors, HasSubstr("contact ball/lamp"));
  EXPECT_THAT(errors, HasSubstr("contact ball/floor"));
  EXPECT_EQ(count_errors(errors), 2) << errors;
}

// Both would take for ever; each is told at its own table.
TEST(AllMistakes, TooManySamplesAndTooManyStepsAreToldTogether) {
  const std::string errors = find_errors(kBall + kHertz +
                                         "[record]\nevery = 1e-12\n[simulate]\nintegrator = { method = 'rk4', "
                                         "step = 1e-15 }\n");
  EXPECT_THAT(errors, HasSubstr("recording interval: 1e-12 s in a run of 10 s makes 1e+13 samples"));
  EXPECT_THAT(errors, HasSubstr("step: 1e-15 s in a run of 10 s makes 1e+16 steps"));
  EXPECT_EQ(count_errors(errors), 2) << errors;
}

}  // namespace
}  // namespace carom
