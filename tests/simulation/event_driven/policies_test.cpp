// What runs do where rigid contacts have no solution or several, and how cylinders roll.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "carom/math/rotation.h"
#include "simulation/rigid_scenes.h"

namespace carom::simulation_tests {
namespace {

// A uniform rod of length 2 that slides on its lower end, at 1.1 rad from the floor. Sliding to the left its friction
// presses it in: without spin there is no solution at μ = 2. A spin of ω > √(g/sin θ) lets the tip lift off by itself,
// and then it may also be pressed in: two solutions.
constexpr double kTilt = 1.1;

Model make_leaning_rod(double spin) {
  ModelBuilder builder = make_builder();
  BodySpec rod;
  rod.name = "rod";
  rod.mass.mass = 1.0;
  rod.mass.inertia_about_center = 1.0 / 3.0 * Matrix3::Identity();
  rod.joint.type = JointType::Planar;
  rod.joint.axis = -Vector3::UnitY();
  rod.joint.second_axis = Vector3::UnitX();
  rod.joint.position = {0.0, std::sin(kTilt), 0.0};
  // The tip at −(cos θ, sin θ) has no vertical velocity, and slips at −3 m/s.
  rod.joint.velocity = {-3.0 - spin * std::sin(kTilt), spin * std::cos(kTilt), spin};
  builder.add_body(rod);
  return builder.build();
}

SimulationOptions make_leaning_options(double duration) {
  SimulationOptions options = make_rigid_options(duration);
  const Vector3 lower(-std::cos(kTilt), 0.0, -std::sin(kTilt));
  options.contacts = touch_floor("rod", impact::Stronge{.restitution = 0.0, .friction = 2.0}, lower);
  options.contacts.rules.front().friction =
      friction::Coulomb{.static_coefficient = 2.0, .kinetic_coefficient = 2.0, .smoothing_speed = 1e-3};
  return options;
}

TEST(RigidPolicies, SeveralSolutionsAreListedAndOneIsTakenOrTheRunStops) {
  const Model model = make_leaning_rod(6.0);
  for (const InconsistencyPolicy policy :
       {InconsistencyPolicy::Stop, InconsistencyPolicy::Separate, InconsistencyPolicy::Keep}) {
    SCOPED_TRACE(name_of(policy));
    SimulationOptions options = make_leaning_options(0.01);
    options.event_driven.several_solutions = policy;
    const SimulationReport report = simulate(model, options);
    ASSERT_FALSE(report.notes.empty());
    const RunNote& note = report.notes.front();
    EXPECT_EQ(note.kind, RunNote::Kind::SeveralSolutions);
    EXPECT_EQ(note.policy, name_of(policy));
    ASSERT_EQ(note.solutions.size(), 2U);
    EXPECT_EQ(note.solutions[0].modes, "S");
    EXPECT_EQ(note.solutions[1].modes, "x");
    EXPECT_GT(note.solutions[1].normal_forces.front(), 0.0);
    // A rod that no force held before goes on without one.
    const bool stops = policy == InconsistencyPolicy::Stop;
    EXPECT_EQ(report.status, stops ? SimulationStatus::Failed : SimulationStatus::Finished) << report.sentence;
    EXPECT_LT(report.ledger.relative_residual(), 1e-7);
  }
}

// Every law ends within a bounded number of steps, never creates energy, and its account closes.
TEST(RigidPolicies, AnInconsistentRodGoesOnUnderEveryNormalLaw) {
  const Model model = make_leaning_rod(0.0);
  const std::vector<NormalLaw> laws{normal::KelvinVoigt{.stiffness = 1e7, .damping = 1e3},
                                    normal::Hertz{.stiffness = 1e7},
                                    normal::HuntCrossley{.stiffness = 1e7, .damping = 1e6},
                                    normal::LankaraniNikravesh{.stiffness = 1e7, .restitution = 0.5},
                                    normal::LeeWang{.stiffness = 1e7, .damping = 1e4},
                                    normal::Flores{.stiffness = 1e7, .restitution = 0.5},
                                    normal::CarvalhoMartins{.stiffness = 1e7, .restitution = 0.5},
                                    normal::Gonthier{.stiffness = 1e7, .restitution = 0.5},
                                    normal::AzadFeatherstone{.stiffness = 1e7, .damping = 1e4}};
  for (const NormalLaw& law : laws) {
    SCOPED_TRACE(info(law).name);
    SimulationOptions options = make_leaning_options(0.05);
    std::get<AdaptiveOptions>(options.integrator).max_steps = 200'000;
    options.event_driven.no_solution = InconsistencyPolicy::Compliant;
    options.contacts.rules.front().normal = law;
    const SimulationReport report = simulate(model, options);
    EXPECT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    ASSERT_FALSE(report.notes.empty());
    EXPECT_EQ(report.notes.front().policy, "compliant");
    EXPECT_LT(report.ledger.relative_residual(), 1e-6);
    EXPECT_GE(dissipated(report, "clipped contact force"), 0.0);
    EXPECT_GE(dissipated(report, "contact damping"), 0.0);
  }
}

// A wheel that is a cylinder slides until it rolls, v = v₀ − μ g t and R ω = 2 μ g t: at t = v₀/(3 μ g), with ⅔ v₀. The
// points of its rims have exact rates, so that steps of high order are as long as those of a ball.
TEST(RigidPolicies, ACylinderComesToRollInAsFewStepsAsABall) {
  constexpr double kRadius = 0.3, kMass = 1.0, kSpeed = 17.658;
  ModelBuilder builder = make_builder();
  BodySpec wheel;
  wheel.name = "wheel";
  wheel.mass.mass = kMass;
  wheel.mass.inertia_about_center = Vector3(0.0231, 0.5 * kMass * kRadius * kRadius, 0.0231).asDiagonal();
  wheel.joint.type = JointType::Free;
  wheel.joint.position = {1, 0, 0, 0, 0, 0, kRadius};
  wheel.joint.velocity = {0, 0, 0, kSpeed, 0, 0};
  builder.add_body(wheel);
  const Model model = builder.build();
  SimulationOptions options = make_rigid_options(2.1);
  std::get<AdaptiveOptions>(options.integrator).max_steps = 200;
  options.contacts = make_setup({{.body = "wheel",
                                  .geometry = shapes::Cylinder{.radius = kRadius, .length = 0.1},
                                  .rotation = quaternion_from_rotation_vector(Vector3(0.5 * std::numbers::pi, 0, 0)),
                                  .surface = "wheel"},
                                 {.geometry = shapes::Plane{}, .surface = "floor"}},
                                "wheel", "floor", impact::Newton{.restitution = 0.0, .friction = 0.3});
  const SimulationReport report = simulate(model, options);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  // The tolerance is 1e-10 a step or larger, over some dozens of steps.
  EXPECT_NEAR(report.state.v[3], 2.0 / 3.0 * kSpeed, 1e-6);
  EXPECT_NEAR(report.state.v[1] * kRadius, 2.0 / 3.0 * kSpeed, 1e-6);
  EXPECT_LT(report.ledger.relative_residual(), 1e-9);
}

}  // namespace
}  // namespace carom::simulation_tests
