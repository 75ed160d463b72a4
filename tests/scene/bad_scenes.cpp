#include "scene/bad_scenes.h"

#include <utility>

namespace carom {
namespace {

using enum schema::Failure;

// A good body on one line, with more keys behind it.
std::string ball(const std::string& more = "") {
  return "[[body]]\nname = 'ball'\nmass = 1\ninertia = { sphere = 0.1 }\n" + more + "\n";
}
std::string joint(const std::string& keys) { return ball("joint = { " + keys + " }"); }
std::string body(const std::string& keys) { return "[[body]]\nname = 'b'\n" + keys + "\n"; }
// The ball above a floor, both with surfaces.
std::string touching() {
  return ball() + "[[shape]]\nbody = 'ball'\ntype = 'sphere'\nradius = 1\nsurface = 'ball'\n" +
         "[[shape]]\ntype = 'plane'\nat = [0, 0, -2]\nsurface = 'floor'\n";
}
std::string contact(const std::string& keys) { return "[[contact]]\nbetween = ['ball', 'floor']\n" + keys + "\n"; }
std::string steel(const std::string& surface) {
  return "[[surface]]\nname = '" + surface + "'\nmaterial = { young = '210 GPa', poisson = 0.3 }\n";
}
std::string hertz() { return "normal = { law = 'hertz', stiffness = 1e6 }\n"; }
std::string fixed() { return "[simulate]\nintegrator = { method = 'rk4', step = 1e-4 }\n"; }
std::string stronge(const std::string& keys) { return "impact = { law = 'stronge', restitution = " + keys + " }\n"; }
std::string rigid() { return "[simulate]\nformulation = 'event-driven'\n"; }
std::string pair() {
  return ball() + "[[body]]\nname = 'arm'\nmass = 1\ninertia = { sphere = 1 }\njoint = { type = 'revolute' }\n";
}

std::vector<BadScene> make_unreadable() {
  std::string deep = "x = ";
  for (int i = 0; i < 10'000; ++i) deep += "[";
  std::string dotted = "a";
  for (int i = 0; i < 100'000; ++i) dotted += ".a";
  return {
      {"only a bracket", "[", Unreadable, "bad.toml:1:"},
      {"open header", "[scene\n", Unreadable, "bad.toml:1:"},
      {"open string", "[scene]\nname = \"abc\n", Unreadable, "bad.toml:2:"},
      {"open list", "[scene]\ngravity = [0, 0", Unreadable, "bad.toml:2:"},
      {"open table in braces", ball("joint = { type = 'weld'"), Unreadable, "bad.toml:"},
      {"no value", "[scene]\nname =\n", Unreadable, "bad.toml:2:"},
      {"no equals sign", "[scene]\nname 'abc'\n", Unreadable, "bad.toml:2:"},
      {"unquoted text", "[scene]\nname = pendulum\n", Unreadable, "bad.toml:2:"},
      {"number with unit outside quotes", body("mass = 5 kg"), Unreadable, "bad.toml:3:"},
      {"decimal comma", body("mass = 1,5"), Unreadable, "bad.toml:3:"},
      {"letter beyond ASCII outside quotes", body("mass = ·5"), Unreadable, "bad.toml:3:"},
      {"key given twice", body("mass = 1\nmass = 2"), Unreadable, "mass"},
      {"table given twice", "[scene]\nname='a'\n[scene]\nname='b'\n", Unreadable, "scene"},
      {"binary", std::string("\x7f\x45LF\0\x01\x02\xff\xfe", 9), Unreadable, "bad.toml:1:"},
      {"bytes that are not UTF-8", "[scene]\nname = \"\xc3\x28\"\n", Unreadable, "bad.toml:2:"},
      {"nul byte", std::string("[scene]\nname = \"a\0b\"\n", 21), Unreadable, "bad.toml:2:"},
      {"lists nested ten thousand deep", deep, Unreadable, "bad.toml:1:"},
      {"key of a hundred thousand parts", dotted + " = 1", Unreadable, "more than 16 parts"},
      {"header of a hundred thousand parts", "[" + dotted + "]", Unreadable, "more than 16 parts"},
      {"longer than the limit", std::string((std::size_t{64} << 20U) + 1, ' '), Unreadable, "longer than 64 MiB"},
      {"XML", "<robot name='arm'></robot>", Unreadable, "bad.toml:1:1"},
      {"JSON", "{ \"scene\": {} }", Unreadable, "bad.toml:1:1"},
      {"number that no double holds", "[scene]\nduration = 1e999\n", Unreadable, "bad.toml:2:"},
      {"integer that no integer holds", "[scene]\nduration = 99999999999999999999\n", Unreadable, "bad.toml:2:"},
  };
}

std::vector<BadScene> make_bad_structures() {
  return {
      {"empty", "", Senseless, "no [[body]]"},
      {"only a comment", "# nothing\n", Senseless, "no [[body]]"},
      {"only a header", "[scene]\nname = 'a'\n", Senseless, "no [[body]]"},
      {"unknown table", ball() + "[smulate]\n", Senseless,
       "unknown key 'smulate' at the top of the scene; did you mean 'simulate'?"},
      {"unknown key", ball("denstiy = 3"), Senseless,
       "unknown key 'denstiy' in [[body]] 'ball'; did you mean 'density'?"},
      {"unknown key of a joint", joint("typ = 'weld'"), Senseless,
       "unknown key 'typ' in joint of [[body]] 'ball'; did you mean 'type'?"},
      {"unknown key with an umlaut", ball("größe = 3"), Senseless, "unknown key 'größe'"},
      {"unknown key far from all", ball("x = 3"), Senseless, "known are name, mass"},
      {"single brackets", "[body]\nname = 'a'\nmass = 1\n", Senseless, "expected [[body]] in double brackets"},
      {"double brackets", ball() + "[[scene]]\nname = 'a'\n", Senseless, "scene: expected a table"},
      {"body as a number", "body = 3\n", Senseless, "expected tables [[body]], found the number 3"},
      {"list of numbers for bodies", "body = [1, 2]\n", Senseless, "[[body]]: expected a table"},
      {"body without name", "[[body]]\nmass = 1\n", Senseless, "missing key 'name' in [[body]]"},
      {"body without mass", "[[body]]\nname = 'b'\n", Senseless, "give exactly one of mass, density; found none"},
      {"mass and density", ball("density = 3"), Senseless, "found mass and density"},
      {"empty name", "[[body]]\nname = ''\nmass = 1\n", Senseless, "must not be empty"},
      {"body called world", "[[body]]\nname = 'world'\nmass = 1\n", Senseless, "the body 'world' is always there"},
      {"two bodies of one name", ball() + ball(), Senseless, "a body 'ball' exists already (bad.toml:2)"},
      {"two joints of one name",
       pair() + "[[body]]\nname = 'c'\nmass = 1\njoint = { type = 'prismatic', name = 'arm' }\n", Senseless,
       "a joint 'arm' exists already"},
      {"contact without a law", touching() + contact(""), Senseless, "error: missing key 'normal' in [[contact]]"},
      {"contact of an unknown surface", touching() + "[[contact]]\nbetween = ['ball', 'flor']\n" + hertz(), Senseless,
       "error: between: there is no surface 'flor'; did you mean 'floor'?"},
      {"contact of one surface", touching() + "[[contact]]\nbetween = 'ball'\n" + hertz(), Senseless,
       "expected a list of two surfaces, found the text 'ball'"},
      {"unknown normal law", touching() + contact("normal = { law = 'hertzz', stiffness = 1e6 }"), Senseless,
       "did you mean 'hertz'?"},
      {"unknown friction law", touching() + contact(hertz() + "friction = { law = 'colomb' }"), Senseless,
       "did you mean 'coulomb'?"},
      {"contact without stiffness or materials", touching() + contact("normal = { law = 'hertz' }"), Senseless,
       "contact ball/floor: has no stiffness, and surface 'ball' has no material; give a stiffness"},
      {"contact with one material",
       touching() + "[[surface]]\nname = 'ball'\nmaterial = { young = '210 GPa', poisson = 0.3 }\n" +
           contact("normal = { law = 'hertz' }"),
       Senseless, "surface 'floor' has no material"},
      {"stiffness of flat surfaces from materials",
       ball() + "[[shape]]\nbody = 'ball'\ntype = 'box'\nsize = [1, 1, 1]\nsurface = 'ball'\n" +
           "[[shape]]\ntype = 'plane'\nat = [0, 0, -2]\nsurface = 'floor'\n" + steel("ball") + steel("floor") +
           contact("normal = { law = 'hertz' }"),
       Senseless, "a box and a plane do not touch with round surfaces"},
      {"stiffness from materials for a linear law",
       touching() + steel("ball") + steel("floor") + contact("normal = { law = 'kelvin-voigt' }"), Senseless,
       "materials give one for the exponent 1.5 (Hertz), not 1"},
      {"patch without a width", touching() + steel("ball") + contact("patch = { elements = 16 }") + fixed(), Senseless,
       "missing key 'width'"},
      {"patch with a normal law", touching() + steel("ball") + contact(hertz() + "patch = { width = 0.1 }") + fixed(),
       Senseless, "a contact with a 'patch' has no 'normal'"},
      {"patch with adaptive steps", touching() + steel("ball") + contact("patch = { width = 0.1 }"), Senseless,
       "a patch needs fixed steps"},
      {"patch of rigid surfaces", touching() + contact("patch = { width = 0.1 }") + fixed(), Senseless,
       "a patch between two rigid surfaces"},
      {"patch wider than its ball", touching() + steel("ball") + contact("patch = { width = 3 }") + fixed(), Senseless,
       "must be small against the bodies"},
      {"patch of a single element",
       touching() + steel("ball") + contact("patch = { width = 0.1, elements = 1 }") + fixed(), Senseless, "elements"},
      {"patch with negative friction",
       touching() + steel("ball") + contact("patch = { width = 0.1, friction = -1 }") + fixed(), Senseless, "friction"},
      {"patch with a profile",
       touching() + steel("ball") + contact("patch = { width = 0.1, profile = 'cone' }") + fixed(), Senseless,
       "unknown key 'profile'"},
      {"material of an unknown surface", touching() + steel("bal") + contact(hertz()), Senseless,
       "name: there is no surface 'bal'; did you mean 'ball'?"},
      {"two materials of one surface", touching() + steel("ball") + steel("ball") + contact(hertz()), Senseless,
       "'ball' exists already"},
      {"surface without material", touching() + "[[surface]]\nname = 'ball'\n" + contact(hertz()), Senseless,
       "missing key 'material'"},
      {"material without Poisson's ratio",
       touching() + "[[surface]]\nname = 'ball'\nmaterial = { young = '1 GPa' }\n" + contact(hertz()), Senseless,
       "missing key 'poisson'"},
      {"material softer than nothing",
       touching() + "[[surface]]\nname = 'ball'\nmaterial = { young = '-1 GPa', poisson = 0.3 }\n" + contact(hertz()),
       Senseless, "young"},
      {"material that grows when it is pulled",
       touching() + "[[surface]]\nname = 'ball'\nmaterial = { young = '1 GPa', poisson = 0.6 }\n" + contact(hertz()),
       Senseless, "poisson"},
      {"contact of the world with itself", touching() + "[[contact]]\nbetween = ['floor', 'floor']\n" + hertz(),
       Senseless, "contact floor/floor: holds for no two shapes of different bodies"},
      {"ignored body that is not there", touching() + contact(hertz()) + "[[ignore]]\nbodies = ['bal', 'world']\n",
       Senseless, "bodies: there is no body 'bal'; did you mean 'ball'?"},
      {"ignored body alone", touching() + contact(hertz()) + "[[ignore]]\nbodies = ['ball']\n", Senseless,
       "expected two bodies or more, found one"},
      {"ignored body twice", touching() + contact(hertz()) + "[[ignore]]\nbodies = ['ball', 'ball']\n", Senseless,
       "'ball' is listed twice"},
      {"ignored group that is not there",
       touching() + contact(hertz()) +
           "[[group]]\nname = 'all'\nbodies = ['ball']\n[[ignore]]\ngroups = ['al', 'all']\n",
       Senseless, "groups: there is no group 'al'; did you mean 'all'?"},
      {"three ignored groups",
       touching() + contact(hertz()) +
           "[[group]]\nname = 'all'\nbodies = ['ball']\n[[ignore]]\ngroups = ['all', 'all', 'all']\n",
       Senseless, "expected two groups, found 3"},
      {"ignoring nothing", touching() + contact(hertz()) + "[[ignore]]\n", Senseless,
       "[[ignore]] needs 'bodies' or 'groups'"},
      {"ignoring a text", touching() + contact(hertz()) + "[[ignore]]\nbodies = 'ball'\n", Senseless,
       "expected a list of names, found the text 'ball'"},
      {"ignoring all that touches", touching() + contact(hertz()) + "[[ignore]]\nbodies = ['ball', 'world']\n",
       Senseless, "contact ball/floor: holds for no two shapes of different bodies that are not ignored"},
      {"two groups of one name",
       touching() + contact(hertz()) + "[[group]]\nname = 'g'\nbodies = ['ball']\n[[group]]\nname = 'g'\nbodies = []\n",
       Senseless, "a group 'g' exists already"},
      {"negative contact stiffness", touching() + contact("normal = { law = 'hertz', stiffness = -1 }"), Senseless,
       "stiffness"},
      {"contact stiffness that is no number", touching() + contact("normal = { law = 'hertz', stiffness = nan }"),
       Senseless, "stiffness"},
      {"restitution above one",
       touching() + contact("normal = { law = 'gonthier', stiffness = 1e6, restitution = 1.5 }"), Senseless,
       "restitution"},
      {"restitution of zero", touching() + contact("normal = { law = 'gonthier', stiffness = 1e6, restitution = 0 }"),
       Senseless, "restitution"},
      {"restitution twice",
       touching() + contact("normal = { law = 'flores', stiffness = 1e6, restitution = { alpha = 1, constant = 1 } }"),
       Senseless, "restitution"},
      {"key of another law", touching() + contact("normal = { law = 'hertz', stiffness = 1e6, damping = 1 }"),
       Senseless, "does not go with law 'hertz'"},
      {"negative friction", touching() + contact(hertz() + "friction = { law = 'liang', friction = -0.1 }"), Senseless,
       "friction"},
      {"negative overlap", ball() + "[simulate]\nallowed_overlap = -1\n", Senseless, "allowed_overlap of [simulate]"},
      {"format of the future", "[scene]\nformat = 2\n" + ball(), Senseless, "format of [scene]: must be 1, found 2"},
      {"formulation of the future", ball() + "[simulate]\nformulation = 'time-steping'\n", Senseless,
       "did you mean 'time-stepping'?"},
      {"rigid contact without a law of impact", touching() + contact(hertz()) + rigid(), Senseless,
       "error: missing key 'impact' in [[contact]]: formulation \"event-driven\" needs it"},
      {"compliant contact with a law of impact alone", touching() + contact(stronge("0.5, friction = 0")), Senseless,
       "missing key 'normal' in [[contact]]: formulation \"compliant\" needs it"},
      {"unknown law of impact", touching() + contact("impact = { law = 'strong', restitution = 1 }") + rigid(),
       Senseless, "did you mean 'stronge'?"},
      {"impact without restitution", touching() + contact("impact = { law = 'newton' }") + rigid(), Senseless,
       "missing key 'restitution'"},
      {"impact that returns more than it gets", touching() + contact(stronge("1.5")) + rigid(), Senseless,
       "restitution"},
      {"impact with negative friction", touching() + contact(stronge("0.5, friction = -0.1")) + rigid(), Senseless,
       "friction"},
      {"impact with static friction below the other",
       touching() + contact(stronge("0.5, friction = 0.3, static_friction = 0.1")) + rigid(), Senseless,
       "static_friction"},
      {"key of another law of impact", touching() + contact(stronge("0.5, tangential_restitution = 0.5")) + rigid(),
       Senseless, "does not go with law 'stronge'"},
      {"rest at no speed", touching() + contact(stronge("0.5")) + rigid() + "rest_speed = 0\n", Senseless,
       "rest_speed of [simulate]"},
      {"unknown policy", touching() + contact(stronge("0.5")) + rigid() + "inconsistency = 'ignore'\n", Senseless,
       "found 'ignore'"},
      {"unknown order of impacts", touching() + contact(stronge("0.5")) + rigid() + "several = 'parallel'\n", Senseless,
       "found 'parallel'"},
      {"include without folder", "include = ['a.toml']\n" + ball(), Senseless, "'a.toml' cannot be found"},
      {"include that is no list", "include = 'a.toml'\n" + ball(), Senseless, "expected a list of files"},
      {"include that is no text", "include = [3]\n" + ball(), Senseless,
       "expected the name of a file, found the number 3"},
  };
}

std::vector<BadScene> make_bad_values() {
  return {
      {"text for a number", body("mass = 'heavy'"), Senseless,
       "mass of [[body]] 'b': expected a mass [kg], found 'heavy'"},
      {"wrong dimension", body("mass = '3 m'"), Senseless, "expected a mass [kg], found '3 m', a length"},
      {"wrong dimension in a list", ball("center_of_mass = [0, 0, '3 kg']"), Senseless,
       "expected a length [m], found '3 kg', a mass"},
      {"angle for a slide", joint("type = 'prismatic', position = '45 deg'"), Senseless,
       "expected a length [m], found '45 deg', an angle"},
      {"length for a turn", joint("type = 'revolute', position = '45 mm'"), Senseless,
       "expected an angle [rad], found '45 mm', a length"},
      {"hertz for a speed of turning", joint("type = 'revolute', velocity = '3 Hz'"), Senseless,
       "expected an angular velocity [rad/s]"},
      {"unknown unit", body("mass = '3 kgs'"), Senseless, "unknown unit 'kgs'"},
      {"quotes without unit", body("mass = '3'"), Senseless, "'3' has no unit"},
      {"boolean for a number", body("mass = true"), Senseless, "found true"},
      {"date for a number", body("mass = 2024-01-01"), Senseless, "found a date"},
      {"number for a name", "[[body]]\nname = 3\nmass = 1\n", Senseless,
       "expected a text in quotes, found the number 3"},
      {"nan", body("mass = nan"), Senseless, "must be at least 0 kg, found nan"},
      {"infinity", body("mass = inf"), Senseless, "found inf"},
      {"infinite gravity", "[scene]\ngravity = [0, 0, -inf]\n" + ball(), Senseless,
       "gravity of [scene]: must be finite, found -inf"},
      {"negative mass", body("mass = '-1 kg'"), Senseless, "must be at least 0 kg, found -1 kg"},
      {"duration of zero", "[scene]\nduration = 0\n" + ball(), Senseless,
       "duration of [scene]: must be above 0 s, found 0 s"},
      {"two numbers for three", "[scene]\ngravity = [0, -9.81]\n" + ball(), Senseless,
       "expected a list of 3 numbers, found a list of 2 values"},
      {"number for a list", "[scene]\ngravity = -9.81\n" + ball(), Senseless,
       "expected a list of 3 numbers, found the number -9.81"},
      {"radius of zero", body("mass = 1\ninertia = { sphere = 0 }"), Senseless,
       "sphere of inertia of [[body]] 'b': must be above 0 m"},
      {"two solids", body("mass = 1\ninertia = { sphere = 1, box = [1, 1, 1] }"), Senseless, "found sphere and box"},
      {"no solid", body("mass = 1\ninertia = { }"), Senseless, "give exactly one of rod, sphere"},
      {"unknown solid", body("mass = 1\ninertia = { spher = 1 }"), Senseless, "did you mean 'sphere'?"},
      {"cylinder without length", body("mass = 1\ninertia = { cylinder = { radius = 1 } }"), Senseless,
       "missing key 'length' in cylinder of inertia"},
      {"density of a rod", body("density = 1\ninertia = { rod = [0, 0, 1] }"), Senseless, "has no volume"},
      {"density without solid", body("density = 1"), Senseless, "density needs a solid"},
      {"negative moment", body("mass = 1\ninertia = { principal = [1, 1, -1] }"), Senseless, "must not be negative"},
      {"moments no body has", body("mass = 1\ninertia = { principal = [1, 1, 5] }"), Senseless, "triangle inequality"},
      {"skew matrix", body("mass = 1\ninertia = { matrix = [[1, 0.5, 0], [0, 1, 0], [0, 0, 1]] }"), Senseless,
       "symmetric"},
      {"matrix of two rows", body("mass = 1\ninertia = { matrix = [[1, 0, 0], [0, 1, 0]] }"), Senseless,
       "expected 3 rows of 3 numbers"},
      {"inertia without mass", body("mass = 0\ninertia = { principal = [1, 1, 1] }"), Senseless, "mass is 0 kg"},
      {"color that is none", ball() + "[[shape]]\ntype = 'point'\ncolor = 'red'\n", Senseless,
       "six hexadecimal digits, found 'red'"},
      {"shape of no type", ball() + "[[shape]]\nradius = 1\n", Senseless, "missing key 'type' in [[shape]]"},
      {"shape of unknown type", ball() + "[[shape]]\ntype = 'spere'\n", Senseless, "did you mean 'sphere'?"},
      {"key of another shape", ball() + "[[shape]]\ntype = 'sphere'\nradius = 1\nlength = 2\n", Senseless,
       "key 'length' in [[shape]] does not go with type 'sphere', only with cylinder, capsule, tube"},
      {"normal of length zero", ball() + "[[shape]]\ntype = 'plane'\nnormal = [0, 0, 0]\n", Senseless,
       "normal of [[shape]]: must have a length above zero"},
  };
}

std::vector<BadScene> make_bad_joints() {
  return {
      {"unknown joint", joint("type = 'revolut'"), Senseless, "did you mean 'revolute'?"},
      {"unknown parent", joint("parent = 'bal'"), Senseless, "parent: there is no body 'bal'; did you mean 'ball'?"},
      {"own parent", joint("parent = 'ball'"), Senseless, "its parents lead back to itself"},
      {"parents in a circle",
       "[[body]]\nname = 'a'\nmass = 1\njoint = { type = 'prismatic', parent = 'b' }\n[[body]]\nname = 'b'\nmass = "
       "1\njoint = { type = 'prismatic', parent = 'a' }\n",
       Senseless, "its parents lead back to itself"},
      {"axis of length zero", joint("type = 'revolute', axis = [0, 0, 0]"), Senseless,
       "axis must have a length above zero"},
      {"parallel axes", joint("type = 'universal', axis = [0, 0, 1], second_axis = [0, 0, 2]"), Senseless,
       "second axis must not be parallel"},
      {"axis of a free body", joint("axis = [0, 0, 1]"), Senseless,
       "key 'axis' in joint of [[body]] 'ball' does not go with type 'free'"},
      {"pitch of a hinge", joint("type = 'revolute', pitch = 1"), Senseless,
       "does not go with type 'revolute', only with helical"},
      {"screw without pitch", joint("type = 'helical'"), Senseless, "missing key 'pitch' in joint of [[body]] 'ball'"},
      {"too many positions", joint("type = 'revolute', position = [1, 2]"), Senseless, "found a list of 2 values"},
      {"too few positions", joint("type = 'planar', position = [1, 2]"), Senseless, "expected a list of 3 numbers"},
      {"negative damping", joint("type = 'revolute', damping = -1"), Senseless, "must be at least 0 N·m·s/rad"},
      {"limits in the wrong order", joint("type = 'revolute', limits = { lower = 1, upper = -1, stiffness = 1 }"),
       Senseless, "limits must be ordered"},
      {"limits without stiffness", joint("type = 'revolute', limits = { lower = 1 }"), Senseless,
       "missing key 'stiffness' in limits of joint"},
      {"drive in two forms", joint("type = 'revolute', drive = { speed = 1, constant = 2 }"), Senseless,
       "found constant and speed"},
      {"drive and motor", joint("type = 'revolute', drive = 1, motor = { effort = 1 }"), Senseless,
       "a driven joint has no motor"},
      {"one drive for two", joint("type = 'cylindrical', drive = 1"), Senseless,
       "expected a list of 2, one for each degree of freedom"},
      {"times that go back", joint("type = 'revolute', drive = { table = { times = [0, 0], values = [1, 2] } }"),
       Senseless, "drive of joint of [[body]] 'ball'"},
      {"times without values", joint("type = 'revolute', drive = { table = { times = [0, 1], values = [1] } }"),
       Senseless, "drive of joint of [[body]] 'ball'"},
      {"polynomial without coefficients", joint("type = 'revolute', drive = { polynomial = [] }"), Senseless,
       "drive of joint of [[body]] 'ball'"},
      {"sine without frequency", joint("type = 'revolute', drive = { sine = { amplitude = 1 } }"), Senseless,
       "give exactly one of frequency, angular_frequency"},
      {"axis without angle", joint("rotation = { axis = [0, 0, 1] }"), Senseless, "axis and angle go together"},
      {"angle alone", joint("rotation = { angle = 1 }"), Senseless,
       "give exactly one of axis, rpy, quaternion, z_axis"},
      {"quaternion of no norm", joint("rotation = { quaternion = [0, 0, 0, 0] }"), Senseless,
       "must have the norm 1, found 0"},
      {"joint that moves no mass", body("mass = 0\njoint = { type = 'prismatic' }"), Senseless, "moves no mass"},
      {"free point", body("mass = 1"), Senseless, "turns no inertia"},
  };
}

std::vector<BadScene> make_bad_relations() {
  return {
      {"constraint without type", pair() + "[[constraint]]\nname = 'c'\n", Senseless,
       "missing key 'type' in [[constraint]] 'c'"},
      {"constraint of unknown type", pair() + "[[constraint]]\nname = 'c'\ntype = 'hing'\n", Senseless,
       "did you mean 'hinge'?"},
      {"constraint on nothing", pair() + "[[constraint]]\nname = 'c'\ntype = 'point'\nbody_b = 'ram'\n", Senseless,
       "body_b: there is no body 'ram'; did you mean 'arm'?"},
      {"constraint with itself",
       pair() + "[[constraint]]\nname = 'c'\ntype = 'point'\nbody_a = 'arm'\nbody_b = 'arm'\n", Senseless,
       "must join two different bodies"},
      {"length of zero", pair() + "[[constraint]]\nname = 'c'\ntype = 'distance'\nbody_b = 'arm'\nlength = 0\n",
       Senseless, "length of [[constraint]] 'c': must be above 0 m"},
      {"coupling of an unknown joint",
       pair() + "[[constraint]]\nname = 'c'\ntype = 'coupling'\njoint_a = 'arm'\njoint_b = 'amr'\n", Senseless,
       "there is no joint 'amr'; did you mean 'arm'?"},
      {"coupling of a free body",
       pair() + "[[constraint]]\nname = 'c'\ntype = 'coupling'\njoint_a = 'arm'\njoint_b = 'ball'\n", Senseless,
       "couples joints of one degree of freedom"},
      {"two constraints of one name",
       pair() + "[[constraint]]\nname = 'c'\ntype = 'point'\nbody_b = 'arm'\n[[constraint]]\nname = 'c'\ntype = "
                "'point'\nbody_b = 'ball'\n",
       Senseless, "a constraint 'c' exists already"},
      {"spring to nothing", ball() + "[[spring]]\nname = 's'\n", Senseless, "missing key 'body_b' in [[spring]] 's'"},
      {"spring that pushes", ball() + "[[spring]]\nname = 's'\nbody_b = 'ball'\nstiffness = '-1 N/m'\n", Senseless,
       "must be at least 0 N/m, found -1 N/m"},
      {"force on nothing", ball() + "[[force]]\nname = 'f'\nbody = 'bell'\n", Senseless,
       "body: there is no body 'bell'; did you mean 'ball'?"},
      {"shape on nothing", ball() + "[[shape]]\ntype = 'point'\nbody = 'wrld'\n", Senseless, "did you mean 'world'?"},
      {"unknown method", ball() + "[simulate]\nintegrator = { method = 'rk5' }\n", Senseless, "did you mean 'rk4'?"},
      {"step of zero", ball() + "[simulate]\nintegrator = { method = 'rk4', step = 0 }\n", Senseless,
       "step of integrator of [simulate]: must be above 0 s"},
      {"step of an adaptive method", ball() + "[simulate]\nintegrator = { method = 'adaptive', step = 1 }\n", Senseless,
       "key 'step' in integrator of [simulate] does not go with method 'adaptive'"},
      {"tolerance out of range", ball() + "[simulate]\nintegrator = { tolerance = 1 }\n", Senseless,
       "must be from 1e-14 to 0.1, found 1"},
      {"half a sample", ball() + "[simulate]\nintegrator = { event_samples = 1.5 }\n", Senseless,
       "must be a whole number, found 1.5"},
      {"longest step below the shortest", ball() + "[simulate]\nintegrator = { min_step = 1, max_step = 0.5 }\n",
       Senseless, "integrator of [simulate]: max_step"},
      {"samples in no time", ball() + "[record]\nevery = 0\n", Senseless, "every of [record]: must be above 0 s"},
      {"record of an unknown body", ball() + "[record]\nbodies = ['ball', 'bell']\n", Senseless,
       "bad.toml:7:19: error: bodies: there is no body 'bell'; did you mean 'ball'?"},
      {"record of the world", ball() + "[record]\nbodies = ['world']\n", Senseless,
       "bad.toml:7:11: error: bodies of [record]: the world does not move"},
      {"record of a body twice", ball() + "[record]\nbodies = ['ball', 'ball']\n", Senseless,
       "bad.toml:7:19: error: bodies of [record]: 'ball' is listed twice"},
      {"record of a single name", ball() + "[record]\nbodies = 'ball'\n", Senseless,
       "bad.toml:7:10: error: bodies of [record]: expected a list of names or \"all\", found the text 'ball'"},
      {"record of a number", ball() + "[record]\nbodies = [3]\n", Senseless,
       "bad.toml:7:11: error: bodies of [record]: expected a text in quotes, found the number 3"},
      {"joints in words", ball() + "[record]\njoints = 'yes'\n", Senseless,
       "bad.toml:7:10: error: joints of [record]: expected true or false, found the text 'yes'"},
      {"forces as a number", ball() + "[record]\nforces = 1\n", Senseless,
       "bad.toml:7:10: error: forces of [record]: expected true or false, found the number 1"},
      {"ledger as a list", ball() + "[record]\nledger = ['kinetic']\n", Senseless,
       "bad.toml:7:10: error: ledger of [record]: expected true or false"},
      {"checkpoints back in time", ball() + "[record]\ncheckpoint_every = '-1 s'\n", Senseless,
       "bad.toml:7:20: error: checkpoint_every of [record]: must be at least 0 s"},
      {"checkpoints in metres", ball() + "[record]\ncheckpoint_every = '10 m'\n", Senseless,
       "bad.toml:7:20: error: checkpoint_every of [record]: expected a time [s], found '10 m', a length"},
  };
}

}  // namespace

const std::vector<BadScene>& all_bad_scenes() {
  static const std::vector<BadScene> all = [] {
    std::vector<BadScene> scenes;
    for (auto* make : {&make_unreadable, &make_bad_structures, &make_bad_values, &make_bad_joints, &make_bad_relations,
                       &make_bad_scenes_with_files}) {
      for (BadScene& scene : make()) scenes.push_back(std::move(scene));
    }
    return scenes;
  }();
  return all;
}

}  // namespace carom
