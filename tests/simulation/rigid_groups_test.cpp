// Impacts of several contacts at once, and of mechanisms with one degree of freedom, in whole runs.
#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "simulation/rigid_scenes.h"

namespace carom::simulation_tests {
namespace {

double draw(std::mt19937_64& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random() >> 11U) * 0x1p-53;
}

/// A free body that comes down flat, sliding and turning.
Model make_lander(std::mt19937_64& random, double height) {
  ModelBuilder builder = make_builder();
  BodySpec body;
  body.name = "stool";
  body.mass.mass = draw(random, 1.0, 10.0);
  const Vector3 radii(draw(random, 0.15, 0.4), draw(random, 0.15, 0.4), draw(random, 0.15, 0.4));
  body.mass.inertia_about_center = body.mass.mass * Vector3(radii.y() * radii.y() + radii.z() * radii.z(),
                                                            radii.x() * radii.x() + radii.z() * radii.z(),
                                                            radii.x() * radii.x() + radii.y() * radii.y())
                                                        .asDiagonal();
  body.joint.type = JointType::Free;
  body.joint.position = {1, 0, 0, 0, 0, 0, height};
  body.joint.velocity = {
      0, 0, draw(random, -2.0, 2.0), draw(random, -1.0, 1.0), draw(random, -1.0, 1.0), -draw(random, 0.2, 2.0)};
  builder.add_body(body);
  return builder.build();
}

std::vector<ShapeSpec> make_feet(int count, double height) {
  std::vector<ShapeSpec> shapes{{.geometry = shapes::Plane{}, .surface = "floor"}};
  for (int foot = 0; foot < count; ++foot) {
    const double angle = 0.2 + 2.0 * std::numbers::pi * foot / count;
    shapes.push_back({.body = "stool",
                      .geometry = shapes::Point{},
                      .at = Vector3(0.5 * std::cos(angle), 0.5 * std::sin(angle), -height),
                      .surface = "foot"});
  }
  return shapes;
}

// The first moment of each: all feet strike at once. It ends with impulses that satisfy all laws, and a closed account.
TEST(RigidGroups, StoolsAndTablesLandOnAllTheirFeet) {
  std::mt19937_64 random(11);
  for (int i = 0; i < 60; ++i) {
    const int feet = i % 3 == 2 ? 6 : 3;
    const double height = draw(random, 0.1, 0.8), friction = i % 7 == 0 ? 20.0 : draw(random, 0.0, 1.0);
    const double restitution = i % 5 == 0 ? 0.0 : draw(random, 0.0, 0.9);
    const Model model = make_lander(random, height);
    SimulationOptions options = make_rigid_options(1e-4, 1e-8);
    const ImpactLaw law = *make_impact_law(i % 2 == 0 ? "newton" : "poisson", restitution, friction);
    options.contacts = make_setup(make_feet(feet, height), "foot", "floor", law);
    options.event_driven.no_solution = InconsistencyPolicy::Impact;
    options.event_driven.several_solutions = InconsistencyPolicy::Keep;
    const SimulationReport report = simulate(model, options);
    ASSERT_EQ(report.status, SimulationStatus::Finished) << i << ": " << report.sentence;
    for (const RunNote& note : report.notes)
      EXPECT_NE(note.kind, RunNote::Kind::LawReplaced) << i << ": " << note.sentence;
    EXPECT_LT(report.ledger.relative_residual(), 1e-9) << i;
  }
}

// Whole runs: feet bounce, rock and come to rest. A flight too low to be told from none must not be passed over, and
// rocking must end.
TEST(RigidGroups, StoolsComeToRestWithoutBeingLiftedOutOfTheFloor) {
  constexpr std::array kLaws{"newton", "poisson", "stronge", "aghili", "brach"};
  std::mt19937_64 random(9);
  double worst = 0.0;
  for (int i = 0; i < 60; ++i) {
    const int feet = std::array{3, 3, 4, 6}[static_cast<std::size_t>(i % 4)];
    const double friction = i % 5 == 0 ? 20.0 : draw(random, 0.0, 1.0), height = draw(random, 0.1, 0.8);
    const double restitution = i % 6 == 0 ? 0.0 : draw(random, 0.0, 0.9);
    const Model model = make_lander(random, height);
    SimulationOptions options = make_rigid_options(0.5, 1e-8);
    const ImpactLaw law = *make_impact_law(kLaws[random() % kLaws.size()], restitution, friction);
    options.contacts = make_setup(make_feet(feet, height), "foot", "floor", law);
    options.event_driven.no_solution = InconsistencyPolicy::Impact;
    options.event_driven.several_solutions = InconsistencyPolicy::Keep;
    const SimulationReport report = simulate(model, options);
    ASSERT_EQ(report.status, SimulationStatus::Finished) << i << ": " << report.sentence;
    EXPECT_LT(report.ledger.relative_residual(), 1e-7) << i;
    EXPECT_LT(report.statistics.steps, 20'000) << i;
    const double created = std::abs(report.ledger.total(LedgerKind::Numerical)) / report.ledger.scale;
    worst = std::max(worst, created);
    // A touch is found to 2e-12 m and some hundred are lifted, a gap of 1e-9 m closes at worst: 1e-9 m times the weight
    // of 100 N, in parts of energies of 1 J and more.
    EXPECT_LT(created, 1e-7) << i << " with " << feet << " feet";
  }
  RecordProperty("worst", std::to_string(worst));
}

/// A body that moves in the xz-plane on two feet with different laws, gravity off.
VectorX land_on_two_laws(const std::string& left, const std::string& right, bool swapped) {
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  BodySpec body;
  body.name = "body";
  body.mass.mass = 1.0;
  body.mass.inertia_about_center = 0.05 * Matrix3::Identity();
  body.joint.type = JointType::Planar;
  body.joint.axis = -Vector3::UnitY();
  body.joint.second_axis = Vector3::UnitX();
  body.joint.position = {0.0, 0.3, 0.0};
  body.joint.velocity = {1.0, -1.0, 0.3};
  builder.add_body(body);
  const Model model = builder.build();
  SimulationOptions options = make_rigid_options(1e-7);
  options.contacts.shapes = {
      {.body = "body", .geometry = shapes::Point{}, .at = Vector3(-0.2, 0, -0.3), .surface = left},
      {.body = "body", .geometry = shapes::Point{}, .at = Vector3(0.3, 0, -0.3), .surface = right},
      {.geometry = shapes::Plane{}, .surface = "floor"}};
  ContactRule newton{.surface_a = left, .surface_b = "floor"}, poisson{.surface_a = right, .surface_b = "floor"};
  newton.impact = impact::Newton{.restitution = 0.8, .friction = 0.7};
  poisson.impact = impact::Poisson{.restitution = 0.8, .friction = 0.7};
  options.contacts.rules = {newton, poisson};
  if (swapped) std::swap(options.contacts.rules[0], options.contacts.rules[1]);
  const SimulationReport report = simulate(model, options);
  EXPECT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  return report.state.v;
}

TEST(RigidGroups, NamesAndOrderOfContactsWithDifferentLawsDoNotMatter) {
  const VectorX first = land_on_two_laws("left", "right", false);
  EXPECT_LT((land_on_two_laws("zleft", "aright", false) - first).norm(), 1e-12);
  EXPECT_EQ((land_on_two_laws("left", "right", true) - first).norm(), 0.0);
}

/// A uniform rod of length 1 on a hinge at the origin, let go at 80 degrees from hanging down; its tip meets a floor.
Model make_hinged_rod() {
  ModelBuilder builder = make_builder();
  BodySpec rod;
  rod.name = "rod";
  rod.mass.mass = 1.0;
  rod.mass.center_of_mass = Vector3(0, 0, -0.5);
  rod.mass.inertia_about_center = Vector3(1.0 / 12.0, 1.0 / 12.0, 1e-6).asDiagonal();
  rod.joint.type = JointType::Revolute;
  rod.joint.axis = -Vector3::UnitY();
  rod.joint.position = {80.0 * std::numbers::pi / 180.0};
  builder.add_body(rod);
  return builder.build();
}

// The tip moves along one line, with tan(angle) = √(1 − 0.9²)/0.9 = 0.484 upwards for each step along the floor: beyond
// that friction locks the rod at its first impact, and below it the rod comes back.
TEST(RigidGroups, ARodOnAHingeTakesItsImpactForEveryFrictionAndRestitution) {
  const Model model = make_hinged_rod();
  const double drop = 9.81 * (0.9 - std::cos(80.0 * std::numbers::pi / 180.0));
  const double speed = std::sqrt(3.0 * drop);  // ½ (1/3) ω² = g (0.9 − cos 80°)/2
  for (const char* name : {"newton", "poisson", "stronge", "brach", "aghili"}) {
    for (const double mu : {0.0, 0.3, 0.6, 0.7, 0.9, 5.0}) {
      for (const double e : {0.0, 0.6, 1.0}) {
        SimulationOptions options = make_rigid_options(0.5);
        options.contacts = touch_floor("rod", *make_impact_law(name, e, mu), Vector3(0, 0, -1), -0.9);
        options.event_driven.no_solution = InconsistencyPolicy::Impact;
        options.event_driven.several_solutions = InconsistencyPolicy::Keep;
        const SimulationReport report = simulate(model, options);
        const std::string what = std::string(name) + ", mu " + std::to_string(mu) + ", e " + std::to_string(e);
        ASSERT_FALSE(report.contacts.front().impacts.empty()) << what << ": " << report.sentence;
        const auto& impact = report.contacts.front().impacts.front();
        EXPECT_NEAR(impact.approach_speed, speed * std::sqrt(1.0 - 0.81), 1e-6) << what;
        const bool locks = mu > 0.48 && name[0] != 'b' && name[0] != 'a';
        EXPECT_LT(impact.separation_speed, (locks ? 1e-8 : (e + 1e-8) * impact.approach_speed + 1e-8)) << what;
        EXPECT_GE(impact.separation_speed, (locks ? 0.0 : 0.1 * e * impact.approach_speed)) << what;
        EXPECT_LT(report.ledger.relative_residual(), 1e-7) << what;
      }
    }
  }
}

// A ball in a corner between a floor and a wall; restitution falls with the speed, and each contact has its own speed.
TEST(RigidGroups, EachContactHasTheRestitutionOfItsOwnSpeed) {
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  BodySpec ball;
  ball.name = "ball";
  ball.mass.mass = 0.7;
  ball.mass.inertia_about_center = 1e-3 * Matrix3::Identity();
  ball.joint.type = JointType::Free;
  ball.joint.position = {1, 0, 0, 0, 0.1, 0, 0.1};
  ball.joint.velocity = {0, 0, 0, -3.0, 0, -1.0};
  builder.add_body(ball);
  const Model model = builder.build();
  SimulationOptions options = make_rigid_options(1e-6);
  const Restitution line = Restitution::Linear{.alpha = 0.2};
  options.contacts.shapes = {{.body = "ball", .geometry = shapes::Sphere{0.1}, .surface = "ball"},
                             {.geometry = shapes::Plane{}, .surface = "floor"},
                             {.geometry = shapes::Plane{Vector3::UnitX()}, .surface = "wall"}};
  ContactRule floor_rule{.surface_a = "ball", .surface_b = "floor"},
      wall_rule{.surface_a = "ball", .surface_b = "wall"};
  floor_rule.impact = impact::Newton{.restitution = line};
  wall_rule.impact = impact::Poisson{.restitution = line};
  options.contacts.rules = {floor_rule, wall_rule};
  const SimulationReport report = simulate(model, options);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_NEAR(report.state.v[3], 0.4 * 3.0, 1e-9);  // 1 − 0.2 · 3
  EXPECT_NEAR(report.state.v[5], 0.8 * 1.0, 1e-9);  // 1 − 0.2 · 1
}

}  // namespace
}  // namespace carom::simulation_tests
