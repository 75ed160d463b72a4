#include "carom/model/model_builder.h"

#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "cases/random_tree.h"

namespace carom {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

MassProperties make_mass(double mass = 1.0) { return {mass, Vector3::Zero(), 0.1 * mass * Matrix3::Identity()}; }

BodySpec make_body(const std::string& name, const JointSpec& joint = {.type = JointType::Revolute}) {
  return {.name = name, .mass = make_mass(), .joint = joint};
}

struct BadModel {
  std::string name;
  std::function<void(ModelBuilder&)> add;
  std::vector<std::string> words;  // each is in the message
};

// Adds body 'b' with a joint.
std::function<void(ModelBuilder&)> with_joint(const JointSpec& joint) {
  return [joint](ModelBuilder& builder) { builder.add_body(make_body("b", joint)); };
}
std::function<void(ModelBuilder&)> with_mass(const MassProperties& mass, JointType type = JointType::Revolute) {
  return
      [mass, type](ModelBuilder& builder) { builder.add_body({.name = "b", .mass = mass, .joint = {.type = type}}); };
}
// Bodies 'a' and 'b' on hinges, 'ball' on a ball joint, and a constraint.
std::function<void(ModelBuilder&)> with_constraint(const ConstraintSpec& constraint) {
  return [constraint](ModelBuilder& builder) {
    builder.add_body(make_body("a")).add_body(make_body("b"));
    builder.add_body(make_body("ball", {.type = JointType::Spherical})).add_constraint(constraint);
  };
}

const TimeFunction kStill{};

std::vector<BadModel> make_bad_masses() {
  return {
      {"negative mass", with_mass({.mass = -2.5}), {"body 'b'", "mass", "at least 0 kg", "-2.5"}},
      {"NaN mass", with_mass({.mass = kNaN}), {"body 'b'", "mass", "finite", "nan"}},
      {"infinite mass", with_mass({.mass = kInfinity}), {"body 'b'", "mass", "finite", "inf"}},
      {"triangle inequality",
       with_mass({1.0, Vector3::Zero(), Vector3(1.0, 2.0, 3.5).asDiagonal()}),
       {"body 'b'", "triangle inequality", "3.5", "1", "2"}},
      {"negative moment",
       with_mass({1.0, Vector3::Zero(), Vector3(-1.0, 2.0, 2.0).asDiagonal()}),
       {"body 'b'", "must not be negative", "-1"}},
      {"NaN center", with_mass({1.0, {0.0, kNaN, 0.0}, Matrix3::Identity()}), {"body 'b'", "center of mass", "nan"}},
      {"no mass on a hinge", with_mass({}), {"joint of body 'b'", "turns no inertia", "0 kg·m²"}},
      {"no mass on a screw", with_mass({}, JointType::Helical), {"joint of body 'b'", "turns no inertia"}},
      {"no mass on a slider",
       with_mass({}, JointType::Prismatic),
       {"joint of body 'b'", "moves no mass", "above 0 kg"}},
      {"no mass on a free joint", with_mass({}, JointType::Free), {"joint of body 'b'"}},
      {"a point on a ball joint",
       with_mass({.mass = 1.0, .center_of_mass = {1.0, 2.0, 3.0}}, JointType::Spherical),
       {"joint of body 'b'", "turns no inertia about some axis"}},
      {"a free point",
       with_mass({.mass = 1.0, .center_of_mass = {1.0, 2.0, 3.0}}, JointType::Free),
       {"joint of body 'b'", "turns no inertia about some axis"}},
      {"a point in a plane",
       with_mass({.mass = 1.0, .center_of_mass = {1.0, 2.0, 3.0}}, JointType::Planar),
       {"joint of body 'b'", "turns no inertia about some axis"}},
  };
}

std::vector<BadModel> make_bad_joints() {
  const Motor motor{};
  return {
      {"zero axis",
       with_joint({.type = JointType::Revolute, .axis = Vector3::Zero()}),
       {"joint of body 'b'", "axis", "length above zero", "(0, 0, 0)"}},
      {"NaN axis",
       with_joint({.type = JointType::Revolute, .axis = {0.0, kNaN, 1.0}}),
       {"joint of body 'b'", "axis", "finite", "nan"}},
      {"infinite place",
       with_joint({.type = JointType::Revolute, .at = {kInfinity, 0.0, 0.0}}),
       {"joint of body 'b'", "at", "finite", "inf"}},
      {"parallel second axis",
       with_joint({.type = JointType::Universal, .axis = Vector3::UnitX(), .second_axis = 3.0 * Vector3::UnitX()}),
       {"joint of body 'b'", "second axis", "parallel"}},
      {"quaternion of norm 0",
       with_joint({.type = JointType::Revolute, .rotation = Quaternion::Zero()}),
       {"joint of body 'b'", "rotation", "norm above zero", "(0, 0, 0, 0)"}},
      {"initial quaternion of norm 0",
       with_joint({.type = JointType::Spherical, .position = {0.0, 0.0, 0.0, 0.0}}),
       {"joint of body 'b'", "position", "norm above zero"}},
      {"too many positions",
       with_joint({.type = JointType::Revolute, .position = {1.0, 2.0}}),
       {"joint of body 'b'", "position", "revolute", "takes 1", "found 2"}},
      {"too few velocities",
       with_joint({.type = JointType::Planar, .velocity = {1.0, 2.0}}),
       {"joint of body 'b'", "velocity", "planar", "takes 3", "found 2"}},
      {"NaN velocity",
       with_joint({.type = JointType::Revolute, .velocity = {kNaN}}),
       {"joint of body 'b'", "velocity", "finite", "nan"}},
      {"damping of a weld",
       with_joint({.type = JointType::Weld, .damping = {1.0}}),
       {"joint of body 'b'", "damping", "degree of freedom"}},
      {"negative damping",
       with_joint({.type = JointType::Revolute, .damping = {-0.5}}),
       {"joint of body 'b'", "damping", "at least 0", "-0.5"}},
      {"negative stiffness",
       with_joint({.type = JointType::Revolute, .stiffness = {-0.5}}),
       {"joint of body 'b'", "stiffness", "at least 0", "-0.5"}},
      {"limits out of order",
       with_joint({.type = JointType::Revolute, .limits = {{.lower = 2.0, .upper = 1.0, .stiffness = 1.0}}}),
       {"joint of body 'b'", "limits", "ordered", "lower 2", "upper 1"}},
      {"limits of a ball joint",
       with_joint({.type = JointType::Spherical, .limits = {{.lower = 0.0, .upper = 1.0}}}),
       {"joint of body 'b'", "spherical", "no limits"}},
      {"drive of a ball joint",
       with_joint({.type = JointType::Spherical, .drive = {kStill, kStill, kStill}}),
       {"joint of body 'b'", "spherical", "cannot be driven"}},
      {"drive of half a joint",
       with_joint({.type = JointType::Cylindrical, .drive = {kStill}}),
       {"joint of body 'b'", "drive", "takes 2", "found 1"}},
      {"motor and drive",
       with_joint({.type = JointType::Revolute, .drive = {kStill}, .motor = {motor}}),
       {"joint of body 'b'", "driven", "motor"}},
      {"negative gain",
       with_joint({.type = JointType::Revolute, .motor = {{.position_gain = -1.0}}}),
       {"joint of body 'b'", "position gain", "at least 0", "-1"}},
      {"negative effort limit",
       with_joint({.type = JointType::Revolute, .motor = {{.limit = -1.0}}}),
       {"joint of body 'b'", "effort limit", "at least 0", "-1"}},
      {"target of a ball joint",
       with_joint({.type = JointType::Spherical, .motor = {{.target = kStill}}}),
       {"joint of body 'b'", "spherical", "not a target"}},
      {"uneven ball spring",
       with_joint({.type = JointType::Spherical, .stiffness = {1.0, 2.0, 1.0}}),
       {"joint of body 'b'", "same in all directions", "1", "2"}},
  };
}

std::vector<BadModel> make_bad_trees() {
  const auto hang = [](const char* name, const char* parent) {
    return make_body(name, {.type = JointType::Revolute, .parent = parent});
  };
  return {
      {"unknown parent",
       [=](ModelBuilder& b) { b.add_body(make_body("shoulder")).add_body(hang("elbow", "sholder")); },
       {"body 'elbow'", "parent 'sholder' does not exist", "did you mean 'shoulder'?"}},
      {"cycle",
       [=](ModelBuilder& b) { b.add_body(hang("a", "c")).add_body(hang("b", "a")).add_body(hang("c", "b")); },
       {"lead back to itself", "a", "b", "c", "constraint"}},
      {"its own parent", [=](ModelBuilder& b) { b.add_body(hang("a", "a")); }, {"body 'a'", "lead back to itself"}},
      {"two bodies with one name",
       [](ModelBuilder& b) { b.add_body(make_body("a")).add_body(make_body("a")); },
       {"body 'a'", "two have this name"}},
      {"a body named world", [](ModelBuilder& b) { b.add_body(make_body("world")); }, {"body 'world'", "this name"}},
      {"a body without a name", [](ModelBuilder& b) { b.add_body(make_body("")); }, {"body", "needs a name"}},
      {"two joints with one name",
       [](ModelBuilder& b) {
         b.add_body(make_body("a", {.type = JointType::Revolute, .name = "hinge"}));
         b.add_body(make_body("b", {.type = JointType::Revolute, .name = "hinge"}));
       },
       {"joint 'hinge'", "two have this name"}},
      {"NaN gravity",
       [](ModelBuilder& b) {
         b.set_gravity({0.0, 0.0, kNaN});
       },
       {"gravity", "finite", "nan"}},
  };
}

std::vector<BadModel> make_bad_constraints() {
  using Type = ConstraintType;
  return {
      {"a body with itself",
       with_constraint({.name = "c", .body_a = "a", .body_b = "a"}),
       {"constraint 'c'", "two different bodies", "'a'"}},
      {"an unknown body",
       with_constraint({.name = "c", .body_b = "bal"}),
       {"constraint 'c'", "body_b 'bal' does not exist", "'ball'"}},
      {"no length",
       with_constraint({.name = "c", .type = Type::Distance, .body_b = "a"}),
       {"constraint 'c'", "length", "positive", "0"}},
      {"no radius",
       with_constraint({.name = "c", .type = Type::RollingSphere, .body_b = "a"}),
       {"constraint 'c'", "radius", "positive", "0"}},
      {"a moving plane",
       with_constraint({.name = "c", .type = Type::RollingDisk, .body_a = "a", .body_b = "b", .radius = 1.0}),
       {"constraint 'c'", "plane of the world", "'a'"}},
      {"a frame of norm 0",
       with_constraint({.name = "c", .body_b = "a", .rotation_b = Quaternion::Zero()}),
       {"constraint 'c'", "rotation_b", "norm above zero"}},
      {"a coupled ball joint",
       with_constraint({.name = "c", .type = Type::Coupling, .joint_a = "a", .joint_b = "ball"}),
       {"constraint 'c'", "one degree of freedom", "spherical"}},
      {"an unknown joint",
       with_constraint({.name = "c", .type = Type::Coupling, .joint_a = "a", .joint_b = "z"}),
       {"constraint 'c'", "joint_b 'z' does not exist"}},
      {"NaN ratio",
       with_constraint({.name = "c", .type = Type::Coupling, .joint_a = "a", .joint_b = "b", .ratio = kNaN}),
       {"constraint 'c'", "ratio", "finite", "nan"}},
  };
}

std::vector<BadModel> make_bad_forces() {
  return {
      {"negative stiffness",
       [](ModelBuilder& b) {
         b.add_body(make_body("a")).add_spring_damper({.name = "s", .body_b = "a", .stiffness = -1.0});
       },
       {"spring 's'", "stiffness", "at least 0", "-1"}},
      {"negative rest length",
       [](ModelBuilder& b) {
         b.add_body(make_body("a")).add_spring_damper({.name = "s", .body_b = "a", .rest_length = -1.0});
       },
       {"spring 's'", "rest length", "at least 0", "-1"}},
      {"spring to nobody",
       [](ModelBuilder& b) { b.add_spring_damper({.name = "s", .body_b = "a"}); },
       {"spring 's'", "body_b 'a' does not exist"}},
      {"NaN force",
       [](ModelBuilder& b) {
         b.add_body(make_body("a")).add_body_force({.name = "f", .body = "a", .force = {kNaN, 0.0, 0.0}});
       },
       {"force 'f'", "force", "finite", "nan"}},
      {"force on nobody",
       [](ModelBuilder& b) { b.add_body_force({.name = "f", .body = "a"}); },
       {"force 'f'", "body 'a' does not exist"}},
      {"callback without a function",
       [](ModelBuilder& b) { b.add_callback_force({.name = "k"}); },
       {"callback 'k'", "no function"}},
  };
}

void expect_refusal(const BadModel& bad) {
  ModelBuilder builder;
  bad.add(builder);
  const std::vector<InputError> problems = builder.find_problems();
  ASSERT_FALSE(problems.empty()) << bad.name;
  const std::string listed = problems.front().what();
  for (const std::string& word : bad.words) {
    EXPECT_NE(listed.find(word), std::string::npos) << bad.name << ": no \"" << word << "\" in\n  " << listed;
  }
  try {
    (void)builder.build();
    ADD_FAILURE() << bad.name << " was built";
  } catch (const InputError& error) {
    EXPECT_EQ(error.what(), listed) << bad.name;
  }
}

TEST(ModelBuilder, RefusesMassesThatNothingHasOrThatLeaveAJointSingular) {
  for (const BadModel& bad : make_bad_masses()) expect_refusal(bad);
}
TEST(ModelBuilder, RefusesJointsThatCannotBe) {
  for (const BadModel& bad : make_bad_joints()) expect_refusal(bad);
}
TEST(ModelBuilder, RefusesWhatIsNoTree) {
  for (const BadModel& bad : make_bad_trees()) expect_refusal(bad);
}
TEST(ModelBuilder, RefusesConstraintsThatCannotBe) {
  for (const BadModel& bad : make_bad_constraints()) expect_refusal(bad);
}
TEST(ModelBuilder, RefusesForcesThatCannotBe) {
  for (const BadModel& bad : make_bad_forces()) expect_refusal(bad);
}

TEST(ModelBuilder, ListsAllProblemsInOrder) {
  ModelBuilder builder;
  builder.add_body(make_body("a", {.type = JointType::Revolute, .axis = Vector3::Zero()}));
  builder.add_body({.name = "b", .mass = {.mass = -1.0}, .joint = {.type = JointType::Revolute, .damping = {-2.0}}});
  builder.add_callback_force({.name = "k"});
  const std::vector<InputError> problems = builder.find_problems();
  ASSERT_EQ(problems.size(), 4U);
  EXPECT_EQ(problems[0].element(), "joint of body 'a'");
  EXPECT_EQ(problems[1].element(), "body 'b'");
  EXPECT_EQ(problems[2].element(), "joint of body 'b'");
  EXPECT_EQ(problems[3].element(), "callback 'k'");
}

TEST(ModelBuilder, AcceptsWhatIsAllRight) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    EXPECT_TRUE(cases::make_random_tree_builder(seed, {.driven_share = 0.3}).find_problems().empty()) << seed;
  }
  EXPECT_EQ(ModelBuilder().build().num_bodies(), 1);
}

TEST(ModelBuilder, MovesParentsBeforeTheirChildrenAndKeepsTheOrderOtherwise) {
  ModelBuilder builder;
  builder.add_body(make_body("hand", {.type = JointType::Revolute, .parent = "arm"}));
  builder.add_body(make_body("head", {.type = JointType::Spherical}));
  builder.add_body(make_body("arm", {.type = JointType::Universal, .parent = "head"}));
  builder.add_body(make_body("tail"));
  const Model model = builder.build();
  EXPECT_EQ(model.find_body("head").value(), 1);
  EXPECT_EQ(model.find_body("arm").value(), 2);
  EXPECT_EQ(model.find_body("hand").value(), 3);
  EXPECT_EQ(model.find_body("tail").value(), 4);
  EXPECT_EQ(model.body(3).parent, 2);
  EXPECT_EQ(model.body(2).velocity_start, 3);
  EXPECT_EQ(model.body(2).position_start, 4);
  EXPECT_EQ(model.num_velocities(), 7);
  EXPECT_EQ(model.num_positions(), 8);
  EXPECT_EQ(model.total_mass(), 4.0);
}

TEST(Model, SuggestsTheNearestName) {
  ModelBuilder builder;
  builder.add_body(make_body("elbow", {.type = JointType::Revolute, .name = "bend"}));
  const Model model = builder.build();
  EXPECT_EQ(model.find_joint("bend"), model.find_body("elbow"));
  for (const auto& find : {std::function([&] { (void)model.find_body("elbw"); }),
                           std::function([&] { (void)model.find_joint("bent"); })}) {
    try {
      find();
      ADD_FAILURE();
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("did you mean"), std::string::npos) << error.what();
    }
  }
}

TEST(Model, StartsWhereItsJointsSayAndDrivesPutThem) {
  ModelBuilder builder;
  builder.add_body(
      make_body("ball", {.type = JointType::Spherical, .position = {0.0, 3.0, 0.0, 4.0}, .velocity = {1, 2, 3}}));
  builder.add_body(make_body("free", {.type = JointType::Free}));
  builder.add_body(
      make_body("driven", {.type = JointType::Revolute,
                           .position = {9.0},
                           .drive = {TimeFunction(time_functions::ConstantSpeed{.offset = 0.5, .speed = 2.0})}}));
  const State state = builder.build().make_initial_state();
  VectorX q(12), v(10);
  q << 0.0, 0.6, 0.0, 0.8, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5;
  v << 1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0;
  EXPECT_EQ(state.time, 0.0);
  EXPECT_LT((state.q - q).norm(), 1e-15);
  EXPECT_EQ(state.v, v);
}

}  // namespace
}  // namespace carom
