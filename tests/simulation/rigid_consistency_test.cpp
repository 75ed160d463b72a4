// Where rigid contacts have no solution, several, or laws that create energy; and impacts of whole mechanisms.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "carom/math/rotation.h"
#include "carom/model/shapes/inertia_of_shapes.h"
#include "simulation/rigid_scenes.h"

namespace carom::simulation_tests {
namespace {

constexpr double kAngle = 1.1;  // of the rod, from the floor  [rad]

// Painlevé's rod: slides along the floor on its lower end, pushed so that friction presses it in. For a uniform rod the
// equations lose their solution beyond μ = 4/3 near 63.4 degrees; μ = 2 is far beyond.
Model make_rod(double slip) {
  ModelBuilder builder = make_builder();
  BodySpec rod;
  rod.name = "rod";
  rod.mass.mass = 1.0;
  rod.mass.inertia_about_center = 1.0 / 3.0 * Matrix3::Identity();  // of length 2, about y; the others do not matter
  rod.joint.type = JointType::Planar;
  rod.joint.axis = -Vector3::UnitY();
  rod.joint.second_axis = Vector3::UnitX();
  rod.joint.position = {0.0, std::sin(kAngle), 0.0};
  rod.joint.velocity = {slip, 0.0, 0.0};
  builder.add_body(rod);
  return builder.build();
}

SimulationOptions make_rod_options(InconsistencyPolicy policy) {
  SimulationOptions options = make_rigid_options(0.2);
  options.event_driven.no_solution = options.event_driven.several_solutions = policy;
  const Vector3 lower(-std::cos(kAngle), 0.0, -std::sin(kAngle));
  options.contacts = touch_floor("rod", impact::Stronge{.restitution = 0.0, .friction = 2.0}, lower);
  return options;
}

TEST(RigidConsistency, PainleveRodStopsTheRunWithASentence) {
  const Model model = make_rod(-3.0);
  const SimulationReport report = simulate(model, make_rod_options(InconsistencyPolicy::Stop));
  ASSERT_EQ(report.status, SimulationStatus::Failed);
  EXPECT_NE(report.sentence.find("no solution"), std::string::npos) << report.sentence;
  EXPECT_NE(report.sentence.find("'rod'"), std::string::npos) << report.sentence;
  ASSERT_EQ(report.notes.size(), 1U);
  EXPECT_EQ(report.notes.front().kind, RunNote::Kind::NoSolution);
}

TEST(RigidConsistency, PainleveRodGoesOnAfterAnImpactWithoutCollision) {
  const Model model = make_rod(-3.0);
  const SimulationReport report = simulate(model, make_rod_options(InconsistencyPolicy::Impact));
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  ASSERT_FALSE(report.notes.empty());
  EXPECT_EQ(report.notes.front().kind, RunNote::Kind::NoSolution);
  EXPECT_GT(dissipated(report, "impact"), 0.0);
  EXPECT_LT(report.ledger.relative_residual(), 1e-7);
}

TEST(RigidConsistency, PainleveRodGoesOnWithACompliantContact) {
  const Model model = make_rod(-3.0);
  SimulationOptions options = make_rod_options(InconsistencyPolicy::Compliant);
  options.contacts.rules.front().normal = normal::HuntCrossley{.stiffness = 1e8, .damping = 1e6};
  options.contacts.rules.front().friction =
      friction::Coulomb{.static_coefficient = 2.0, .kinetic_coefficient = 2.0, .smoothing_speed = 1e-3};
  const SimulationReport report = simulate(model, options);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  ASSERT_FALSE(report.notes.empty());
  EXPECT_EQ(report.notes.front().kind, RunNote::Kind::NoSolution);
  EXPECT_GT(dissipated(report, "compliant friction"), 0.0);
  EXPECT_LT(report.ledger.relative_residual(), 1e-6);
}

TEST(RigidConsistency, RodThatSlidesTheOtherWayHasNoSuchTrouble) {
  const Model model = make_rod(3.0);
  const SimulationReport report = simulate(model, make_rod_options(InconsistencyPolicy::Stop));
  EXPECT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_TRUE(report.notes.empty());
}

// Wang & Kumar's peg, a rod of half length 1 between the floor and a wall that leans by 3 degrees against it, in a slow
// turn that keeps both contacts. At 88 degrees, with friction 0.4 and pressed into the corner, no forces agree with its
// slip [wang1992, section 3.3; the angle at which that holds also with the slip of the motion].
constexpr double kDegree = std::numbers::pi / 180.0;
constexpr double kPegAngle = 88.0 * kDegree, kLean = 3.0 * kDegree;

Model make_peg() {
  ModelBuilder builder;
  // Accelerations along the normals are −1 at the floor and −0.5 at the wall.
  builder.set_gravity(Vector3((std::cos(kLean) + 0.5) / std::sin(kLean), 0.0, -1.0));
  constexpr double kTurn = -1e-3;  // [rad/s]
  // A stays on the floor and B on the wall, n·v_B = 0 with n = −(sin θ, cos θ).
  const double upward = kTurn * std::cos(kPegAngle);
  const double along = kTurn * std::sin(kPegAngle) - 2.0 * upward * std::cos(kLean) / std::sin(kLean);
  BodySpec peg;
  peg.name = "peg";
  peg.mass.mass = 1.0;
  peg.mass.inertia_about_center = Matrix3::Identity();
  peg.joint.type = JointType::Planar;
  peg.joint.axis = -Vector3::UnitY();
  peg.joint.second_axis = Vector3::UnitX();
  peg.joint.position = {std::cos(kPegAngle), std::sin(kPegAngle), kPegAngle};
  peg.joint.velocity = {along, upward, kTurn};
  builder.add_body(peg);
  return builder.build();
}

SimulationOptions make_peg_options(InconsistencyPolicy policy) {
  SimulationOptions options = make_rigid_options(0.02);
  options.event_driven.no_solution = options.event_driven.several_solutions = policy;
  const Vector3 upper_end(2.0 * std::cos(kPegAngle), 0.0, 2.0 * std::sin(kPegAngle));
  const Quaternion facing_down = quaternion_from_rotation_vector(Vector3(0.0, std::numbers::pi + kLean, 0.0));
  options.contacts.shapes = {
      {.body = "peg", .geometry = shapes::Point{}, .at = -Vector3::UnitX(), .surface = "A"},
      {.body = "peg", .geometry = shapes::Point{}, .at = Vector3::UnitX(), .surface = "B"},
      {.geometry = shapes::Plane{}, .surface = "floor"},
      {.geometry = shapes::Plane{}, .at = upper_end, .rotation = facing_down, .surface = "wall"}};
  for (const auto& [end, side] : {std::pair{"A", "floor"}, std::pair{"B", "wall"}}) {
    ContactRule rule{.surface_a = end, .surface_b = side};
    rule.impact = impact::Stronge{.restitution = 0.0, .friction = 0.4};
    rule.normal = normal::HuntCrossley{.stiffness = 1e8, .damping = 1e6};
    rule.friction = friction::Coulomb{.static_coefficient = 0.4, .kinetic_coefficient = 0.4, .smoothing_speed = 1e-4};
    options.contacts.rules.push_back(rule);
  }
  return options;
}

TEST(RigidConsistency, PegStopsTheRunAndNamesBothContacts) {
  const Model model = make_peg();
  const SimulationReport report = simulate(model, make_peg_options(InconsistencyPolicy::Stop));
  ASSERT_EQ(report.status, SimulationStatus::Failed);
  EXPECT_NE(report.sentence.find("no solution"), std::string::npos) << report.sentence;
  EXPECT_NE(report.sentence.find("A/floor"), std::string::npos) << report.sentence;
  EXPECT_NE(report.sentence.find("B/wall"), std::string::npos) << report.sentence;
}

TEST(RigidConsistency, PegGoesOnUnderEitherPolicy) {
  for (const InconsistencyPolicy policy : {InconsistencyPolicy::Impact, InconsistencyPolicy::Compliant}) {
    SCOPED_TRACE(policy == InconsistencyPolicy::Impact ? "impact" : "compliant");
    const Model model = make_peg();
    const SimulationReport report = simulate(model, make_peg_options(policy));
    EXPECT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    ASSERT_FALSE(report.notes.empty());
    EXPECT_EQ(report.notes.front().kind, RunNote::Kind::NoSolution);
    // A peg that jams holds 30 N; positions are kept to 1e-11 m, and its motion had 1e-6 J.
    EXPECT_LT(std::abs(report.ledger.residual()), 1e-9);
  }
}

// Six feet that land at once: Stronge's law is one of a single contact, and the run says once what it does instead.
TEST(RigidConsistency, ContactsWithALawOfOneContactCollideInPoissonsFormAndTheRunSaysSo) {
  ModelBuilder builder = make_builder();
  BodySpec table;
  table.name = "table";
  table.mass.mass = 2.0;
  table.mass.inertia_about_center = 0.1 * Matrix3::Identity();
  table.joint.type = JointType::Free;
  table.joint.position = {1, 0, 0, 0, 0, 0, 0.2};
  builder.add_body(table);
  const Model model = builder.build();
  SimulationOptions options = make_rigid_options(0.3);
  std::vector<ShapeSpec> shapes{{.geometry = shapes::Plane{}, .surface = "floor"}};
  for (int foot = 0; foot < 6; ++foot) {
    const double angle = foot * std::numbers::pi / 3.0;
    shapes.push_back({.body = "table",
                      .geometry = shapes::Point{},
                      .at = Vector3(std::cos(angle), std::sin(angle), 0.0),
                      .surface = "foot"});
  }
  options.contacts = make_setup(shapes, "foot", "floor", impact::Stronge{.restitution = 0.5, .friction = 0.3});
  const SimulationReport report = simulate(model, options);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  ASSERT_FALSE(report.notes.empty());
  const RunNote& note = report.notes.front();
  EXPECT_EQ(note.kind, RunNote::Kind::LawReplaced);
  EXPECT_NE(note.sentence.find("6 contacts"), std::string::npos) << note.sentence;
  EXPECT_NE(note.sentence.find("Poisson's form"), std::string::npos) << note.sentence;
  EXPECT_EQ(report.notes.size(), 1U);
  // From 0.2 m it lands with √(2 g 0.2); half of that comes back.
  EXPECT_NEAR(report.contacts.front().impacts.front().separation_speed, 0.5 * std::sqrt(2.0 * 9.81 * 0.2), 1e-9);
  EXPECT_LT(report.ledger.relative_residual(), 1e-9);
}

// A tumbling box lands on corners of which others already touch: all of them find impulses together, and energy only
// falls.
TEST(RigidConsistency, ATumblingBoxFindsImpulsesForAllItsCornersTogether) {
  ModelBuilder builder = make_builder();
  BodySpec box;
  box.name = "box";
  box.mass.mass = 2.0;
  const Vector3 size(0.4, 0.3, 0.2);
  box.mass.inertia_about_center = box.mass.mass * solids::Box{size}.unit_inertia();
  box.joint.type = JointType::Free;
  const auto about = [](const Vector3& axis, double angle) { return quaternion_from_rotation_vector(angle * axis); };
  const Quaternion turned =
      compose(about(Vector3::UnitZ(), 0.3), compose(about(Vector3::UnitY(), 0.4), about(Vector3::UnitX(), 0.5)));
  box.joint.position = {turned[0], turned[1], turned[2], turned[3], 0, 0, 0.3};
  box.joint.velocity = {1.0, -0.5, 0.7, 0.5, -0.3, -1.0};
  builder.add_body(box);
  const Model model = builder.build();
  SimulationOptions options = make_rigid_options(1.0, 1e-8);
  options.contacts = make_setup({{.body = "box", .geometry = shapes::Box{size}, .surface = "box"},
                                 {.geometry = shapes::Plane{}, .surface = "floor"}},
                                "box", "floor", impact::Stronge{.restitution = 0.5, .friction = 0.3});
  const SimulationReport report = simulate(model, options);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  // The one thing to say is which form Stronge's law takes.
  for (const RunNote& note : report.notes) {
    EXPECT_NE(note.sentence.find("'stronge' is one of a single contact"), std::string::npos) << note.sentence;
  }
  EXPECT_LE(report.notes.size(), 1U);
  EXPECT_LT(report.ledger.relative_residual(), 1e-7);
}

// A stool that rattles on three feet: two of them leave the floor in one moment, one too slowly to be a bounce and one
// in a flight of a few picometres. The run passes all of it in some hundred steps, and the stool stands at the end.
TEST(RigidConsistency, AStoolRattlesOnThreeFeetUntilItStands) {
  ModelBuilder builder = make_builder();
  BodySpec stool;
  stool.name = "stool";
  stool.mass.mass = 3.0;
  stool.mass.inertia_about_center = Vector3(0.1, 0.12, 0.15).asDiagonal();
  stool.joint.type = JointType::Free;
  const auto about = [](const Vector3& axis, double angle) { return quaternion_from_rotation_vector(angle * axis); };
  const Quaternion turned =
      compose(about(Vector3::UnitZ(), 0.2), compose(about(Vector3::UnitY(), -0.03), about(Vector3::UnitX(), 0.05)));
  stool.joint.position = {turned[0], turned[1], turned[2], turned[3], 0, 0, 0.3};
  stool.joint.velocity = {0.2, 0.1, 2.0, 0.4, 0.1, 0.0};
  builder.add_body(stool);
  const Model model = builder.build();
  std::vector<ShapeSpec> shapes{{.geometry = shapes::Plane{}, .surface = "floor"}};
  for (const Vector3& foot : {Vector3(0.2, 0, -0.2), Vector3(-0.1, 0.173, -0.2), Vector3(-0.1, -0.173, -0.2)}) {
    shapes.push_back({.body = "stool", .geometry = shapes::Point{}, .at = foot, .surface = "foot"});
  }
  for (const ImpactLaw& law : std::vector<ImpactLaw>{impact::Newton{.restitution = 0.4, .friction = 0.35},
                                                     impact::Poisson{.restitution = 0.4, .friction = 0.35},
                                                     impact::Stronge{.restitution = 0.4, .friction = 0.35}}) {
    SimulationOptions options = make_rigid_options(2.0, 1e-8);
    std::get<AdaptiveOptions>(options.integrator).max_steps = 2000;
    options.contacts = make_setup(shapes, "foot", "floor", law);
    const SimulationReport report = simulate(model, options);
    ASSERT_EQ(report.status, SimulationStatus::Finished) << info(law).name << ": " << report.sentence;
    EXPECT_LT(report.state.v.norm(), 1e-6) << info(law).name;
    EXPECT_LT(report.ledger.relative_residual(), 1e-7) << info(law).name;
  }
}

// Newton's law with friction can create energy: the double pendulum of Gonthier's figure 22 does at e = 1, μ = 0.5.
TEST(RigidConsistency, ALawThatGainsEnergyIsNamed) {
  const Model model = make_double_pendulum();
  SimulationOptions options = make_rigid_options(6.0);
  options.contacts =
      touch_floor("lower", impact::Newton{.restitution = 1.0, .friction = 1.0}, Vector3(0, 0, -0.25), -0.61);
  const SimulationReport report = simulate(model, options);
  ASSERT_FALSE(report.notes.empty());
  const RunNote& note = report.notes.front();
  EXPECT_EQ(note.kind, RunNote::Kind::EnergyGained);
  EXPECT_GT(note.energy, 0.0);
  EXPECT_NE(note.sentence.find("newton"), std::string::npos) << note.sentence;
  EXPECT_NE(note.sentence.find("tip/floor"), std::string::npos) << note.sentence;
  EXPECT_LT(report.ledger.relative_residual(), 1e-6);
}

// A ball on a table that a driven joint moves up and down: the drive's work is booked, through impacts too.
TEST(RigidConsistency, DrivenTableThrowsTheBallAndItsWorkIsBooked) {
  ModelBuilder builder = make_builder();
  BodySpec table;
  table.name = "table";
  table.mass.mass = 3.0;
  table.joint.type = JointType::Prismatic;
  table.joint.axis = Vector3::UnitZ();
  table.joint.drive = {TimeFunction(time_functions::Sine{.amplitude = 0.05, .angular_frequency = 20.0})};
  builder.add_body(table);
  BodySpec ball;
  ball.name = "ball";
  ball.mass.mass = 0.5;
  ball.joint.type = JointType::Prismatic;
  ball.joint.axis = Vector3::UnitZ();
  ball.joint.position = {0.3};
  builder.add_body(ball);
  const Model model = builder.build();
  SimulationOptions options = make_rigid_options(3.0);
  options.contacts = make_setup({{.body = "ball", .geometry = shapes::Point{}, .surface = "tip"},
                                 {.body = "table", .geometry = shapes::Plane{}, .surface = "table"}},
                                "tip", "table", impact::Stronge{.restitution = 0.4});
  const SimulationReport report = simulate(model, options);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_GT(report.contacts.front().impacts.size(), 3U);
  EXPECT_LT(report.ledger.relative_residual(), 1e-7);
}

// A loop takes part in impacts: a parallelogram of two cranks and a coupler that falls on the floor.
TEST(RigidConsistency, LoopTakesTheImpactThroughItsConstraints) {
  ModelBuilder builder = make_builder();
  const auto add = [&](const char* name, const char* parent, const Vector3& at, const Vector3& end, double angle) {
    BodySpec link;
    link.name = name;
    link.mass.mass = 1.0;
    link.mass.center_of_mass = 0.5 * end;
    link.mass.inertia_about_center = 0.02 * Matrix3::Identity();
    link.joint.type = JointType::Revolute;
    link.joint.parent = parent;
    link.joint.at = at;
    link.joint.axis = Vector3::UnitY();
    link.joint.position = {angle};
    builder.add_body(link);
  };
  add("left", "world", Vector3::Zero(), Vector3(0.4, 0, 0), 0.0);
  add("coupler", "left", Vector3(0.4, 0, 0), Vector3(0, 0, -0.5), 0.0);
  add("right", "world", Vector3(0, 0, -0.5), Vector3(0.4, 0, 0), 0.0);
  ConstraintSpec pin;
  pin.name = "pin";
  pin.type = ConstraintType::Point;
  pin.body_a = "coupler";
  pin.body_b = "right";
  pin.at_a = Vector3(0, 0, -0.5);
  pin.at_b = Vector3(0.4, 0, 0);
  builder.add_constraint(pin);
  const Model model = builder.build();
  SimulationOptions options = make_rigid_options(1.5);
  options.contacts =
      touch_floor("coupler", impact::Stronge{.restitution = 0.6, .friction = 0.2}, Vector3(0, 0, -0.55), -0.7);
  const SimulationReport report = simulate(model, options);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_GT(report.contacts.front().impacts.size(), 2U);
  EXPECT_GT(dissipated(report, "impact"), 0.0);
  EXPECT_LT(report.ledger.relative_residual(), 1e-7);
  // The coupler of a parallelogram does not turn.
  EXPECT_NEAR(report.state.q[0] + report.state.q[1], 0.0, 1e-9);
}

}  // namespace
}  // namespace carom::simulation_tests
