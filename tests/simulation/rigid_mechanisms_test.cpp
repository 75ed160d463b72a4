// Mechanisms with one to three degrees of freedom that strike a plane, in space, without gravity. With one degree the
// point of contact moves along one line, and every law has a closed form.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "carom/dynamics/kinematics.h"
#include "cases/random_source.h"
#include "simulation/rigid_scenes.h"

namespace carom::simulation_tests {
namespace {

using cases::RandomSource;

BodySpec make_part(RandomSource& random, const std::string& name, const JointSpec& joint) {
  BodySpec body{.name = name};
  const double mass = random.log_uniform(1e-2, 1e2);
  const Vector3 radii(random.uniform(0.1, 0.4), random.uniform(0.1, 0.4), random.uniform(0.1, 0.4));
  body.mass = {.mass = mass, .center_of_mass = random.vector(0.3)};
  body.mass.inertia_about_center =
      mass * (radii.squaredNorm() * Matrix3::Identity() - Matrix3(radii.cwiseAbs2().asDiagonal()));
  body.joint = joint;
  return body;
}

/// One joint with one degree of freedom.
Model make_single(RandomSource& random) {
  constexpr std::array kTypes{JointType::Revolute, JointType::Prismatic, JointType::Helical};
  JointSpec joint{.type = kTypes[static_cast<std::size_t>(random.pick(3))], .axis = random.direction()};
  if (joint.type == JointType::Helical) joint.pitch = random.uniform(-0.5, 0.5);
  joint.position = {random.uniform(-1.0, 1.0)};
  joint.velocity = {random.log_uniform(0.1, 10.0)};
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  builder.add_body(make_part(random, "part", joint));
  return builder.build();
}

/// Parallel cranks that carry a rod: each beyond the second is a redundant loop.
Model make_parallel_cranks(RandomSource& random) {
  const double length = random.uniform(0.3, 1.0), angle = random.uniform(0.3, 2.8);
  const double rate = random.log_uniform(0.1, 10.0);
  const auto turns = [&](const std::string& parent, const Vector3& at, double sign) {
    JointSpec joint{.type = JointType::Revolute, .parent = parent, .at = at, .axis = Vector3::UnitY()};
    joint.position = {sign * angle};
    joint.velocity = {sign * rate};
    return joint;
  };
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  builder.add_body(make_part(random, "crank", turns("world", Vector3::Zero(), 1.0)));
  builder.add_body(make_part(random, "part", turns("crank", Vector3(length, 0, 0), -1.0)));
  for (int i = 0; i < 1 + random.pick(3); ++i) {
    const Vector3 at(random.uniform(0.3, 2.0), 0, 0);
    const std::string name = "crank " + std::to_string(i + 2);
    builder.add_body(make_part(random, name, turns("world", at, 1.0)));
    builder.add_constraint({.name = "pin " + std::to_string(i + 2),
                            .type = ConstraintType::Point,
                            .body_a = name,
                            .body_b = "part",
                            .at_a = Vector3(length, 0, 0),
                            .at_b = at});
  }
  return builder.build();
}

/// Two or three joints one after another.
Model make_chain(RandomSource& random) {
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  const int count = 2 + random.pick(2);
  for (int i = 0; i < count; ++i) {
    JointSpec joint{.type = random.chance(0.7) ? JointType::Revolute : JointType::Prismatic,
                    .parent = i == 0 ? "world" : "part " + std::to_string(i),
                    .at = random.vector(0.5),
                    .axis = random.direction()};
    joint.position = {random.uniform(-2.0, 2.0)};
    joint.velocity = {random.uniform(-5.0, 5.0)};
    builder.add_body(make_part(random, i == count - 1 ? "part" : "part " + std::to_string(i + 1), joint));
  }
  return builder.build();
}

struct Strike {
  SimulationReport report;
  double approach{};  // [m/s]
  double slip{};      // [m/s]
};

/// A point of "part" touches a plane that it approaches, at the start.
Strike strike(const Model& model, RandomSource& random, const ImpactLaw& law) {
  const State initial = model.make_initial_state();
  Kinematics kinematics(model);
  calc_kinematics(model, initial.q, initial.v, kinematics);
  int number = 0;
  for (int i = 1; i < model.num_bodies(); ++i) {
    if (model.spec(BodyIndex(i)).name == "part") number = i;
  }
  const BodyMotion& part = kinematics.body(number);
  const Vector3 at = random.vector(0.5), arm = as_eigen(part.R_WB) * at;
  const Vector3 velocity = as_eigen(part.v_WB) + as_eigen(part.w_WB).cross(arm);
  Vector3 normal = random.direction();
  if (normal.dot(velocity) > 0.0) normal = -normal;
  SimulationOptions options = make_rigid_options(1e-6, 1e-8);
  options.contacts =
      make_setup({{.body = "part", .geometry = shapes::Point{}, .at = at, .surface = "tip"},
                  {.geometry = shapes::Plane{normal}, .at = as_eigen(part.p_WB) + arm, .surface = "plane"}},
                 "tip", "plane", law);
  options.event_driven.no_solution = InconsistencyPolicy::Impact;
  options.event_driven.several_solutions = InconsistencyPolicy::Keep;
  const double approach = -normal.dot(velocity);
  return {simulate(model, options), approach, (velocity + approach * normal).norm()};
}

constexpr std::array kLawNames{"newton", "poisson", "stronge", "brach", "aghili"};
constexpr std::array kFrictions{0.0, 0.1, 0.3, 1.0, 3.0, 100.0, 1e6};
constexpr std::array kRestitutions{0.0, 0.3, 0.7, 1.0};

// The part of the speed that comes back (docs/theory/rigid-impact.md).
double calc_returned(const std::string& law, double e, double mu, const Strike& strike) {
  if (law == "brach" || law == "aghili") return e;
  const double helps = mu * strike.slip;
  if (helps >= strike.approach) return 0.0;  // friction locks the contact
  const double ratio = (strike.approach - helps) / (strike.approach + helps);
  return law == "newton" ? e : law == "poisson" ? e * ratio : e * std::sqrt(ratio);
}

// A contact that is locked stays at rest: rounding is no load, in redundant loops either.
TEST(RigidMechanisms, OneDegreeOfFreedomComesBackAsEveryLawSays) {
  RandomSource random(20);
  for (int i = 0; i < 200; ++i) {
    const std::string name = kLawNames[static_cast<std::size_t>(i) % kLawNames.size()];
    const double mu = kFrictions[static_cast<std::size_t>(random.pick(kFrictions.size()))];
    const double e = kRestitutions[static_cast<std::size_t>(random.pick(kRestitutions.size()))];
    const Model model = i % 2 == 0 ? make_single(random) : make_parallel_cranks(random);
    const Strike struck = strike(model, random, *make_impact_law(name, e, mu));
    if (struck.approach < 0.01 * struck.slip) continue;  // hardly an impact
    SCOPED_TRACE(fmt::format("{}: {}, e = {}, mu = {}", i, name, e, mu));
    ASSERT_EQ(struck.report.status, SimulationStatus::Finished) << struck.report.sentence;
    const std::vector<ContactEvent>& impacts = struck.report.contacts.front().impacts;
    ASSERT_FALSE(impacts.empty());
    EXPECT_NEAR(impacts.front().approach_speed, struck.approach, 1e-9 * struck.approach);
    EXPECT_NEAR(impacts.front().separation_speed / struck.approach, calc_returned(name, e, mu, struck), 1e-7);
    EXPECT_LT(struck.report.ledger.relative_residual(), 1e-9);
  }
}

// Without friction the laws agree, whatever the mechanism.
TEST(RigidMechanisms, FrictionlessChainsComeBackWithTheRestitution) {
  RandomSource random(21);
  for (int i = 0; i < 200; ++i) {
    const std::string name = kLawNames[static_cast<std::size_t>(i) % kLawNames.size()];
    const double e = kRestitutions[static_cast<std::size_t>(random.pick(kRestitutions.size()))];
    const Model model = make_chain(random);
    const Strike struck = strike(model, random, *make_impact_law(name, e, 0.0));
    SCOPED_TRACE(fmt::format("{}: {}, e = {}", i, name, e));
    ASSERT_EQ(struck.report.status, SimulationStatus::Finished) << struck.report.sentence;
    const std::vector<ContactEvent>& impacts = struck.report.contacts.front().impacts;
    ASSERT_FALSE(impacts.empty());
    EXPECT_NEAR(impacts.front().separation_speed / struck.approach, e, 1e-9);
    EXPECT_EQ(impacts.front().tangential_impulse, 0.0);
    EXPECT_LT(struck.report.ledger.relative_residual(), 1e-9);
  }
}

// With friction energy falls, or the run says that the law gained some; impulses are within the cone.
TEST(RigidMechanisms, ChainsWithFrictionKeepTheConeAndTellOfGains) {
  RandomSource random(22);
  for (int i = 0; i < 200; ++i) {
    const std::string name = kLawNames[static_cast<std::size_t>(i) % kLawNames.size()];
    const double mu = kFrictions[static_cast<std::size_t>(random.pick(kFrictions.size()))];
    const double e = kRestitutions[static_cast<std::size_t>(random.pick(kRestitutions.size()))];
    const Model model = make_chain(random);
    const Strike struck = strike(model, random, *make_impact_law(name, e, mu));
    SCOPED_TRACE(fmt::format("{}: {}, e = {}, mu = {}", i, name, e, mu));
    ASSERT_EQ(struck.report.status, SimulationStatus::Finished) << struck.report.sentence;
    ASSERT_FALSE(struck.report.contacts.front().impacts.empty());
    const ContactEvent& impact = struck.report.contacts.front().impacts.front();
    EXPECT_LE(impact.tangential_impulse, mu * impact.impulse * (1.0 + 1e-9));
    const bool told = impact.verdict == ImpactVerdict::GainsEnergy;
    EXPECT_TRUE(told || impact.dissipation >= -1e-9 * struck.report.ledger.initial) << impact.dissipation << " J";
    EXPECT_FALSE(told && name == "stronge");
    EXPECT_LT(struck.report.ledger.relative_residual(), 1e-9);
  }
}

}  // namespace
}  // namespace carom::simulation_tests
