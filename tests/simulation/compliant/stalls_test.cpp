// What must not cost steps without end, and contacts that change their point at once.
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "carom/math/rotation.h"
#include "simulation/compliant/contact_scenes.h"

namespace carom {
namespace {

SimulationOptions with_method(SimulationOptions options, AdaptiveMethod method) {
  std::get<AdaptiveOptions>(options.integrator).method = method;
  return options;
}

// 2 kg on a slope of 6°, held by friction, for an hour. It settles within a second; then steps grow until they are as
// long as seconds and more, whatever the tolerance.
TEST(RestingBox, CostsFewStepsInAnHour) {
  constexpr double kAngle = 0.105;  // [rad]
  ModelBuilder builder;
  builder.set_gravity(9.81 * Vector3(std::sin(kAngle), 0.0, -std::cos(kAngle)));
  BodySpec body;
  body.name = "box";
  body.mass.mass = 2.0;
  body.mass.inertia_about_center = Vector3(0.00833, 0.00833, 0.01333).asDiagonal();
  body.joint.type = JointType::Free;
  body.joint.position = {1, 0, 0, 0, 0, 0, 0.05};
  builder.add_body(body);
  const Model model = builder.build();
  ContactSetup setup;
  setup.shapes = {{.body = "box", .geometry = shapes::Box{Vector3(0.2, 0.2, 0.1)}, .surface = "box"},
                  test::make_plane()};
  setup.shapes.back().surface = "floor";
  const std::vector<std::pair<std::string, FrictionLaw>> frictions{
      {"gonthier", friction::Gonthier{.static_coefficient = 0.15, .kinetic_coefficient = 0.12}},
      {"gonthier, stiff",
       friction::Gonthier{
           .static_coefficient = 0.5, .kinetic_coefficient = 0.4, .bristle_stiffness = 1e6, .bristle_damping = 300.0}},
      {"lugre", friction::LuGre{.static_coefficient = 0.5, .kinetic_coefficient = 0.4}}};
  for (const auto& [name, law] : frictions) {
    setup.rules = {{.surface_a = "box",
                    .surface_b = "floor",
                    .normal = normal::Gonthier{.stiffness = 1e7, .restitution = 0.5},
                    .friction = law}};
    for (const double tolerance : {1e-9, 1.7e-8, 1e-7}) {
      const SimulationReport report = test::simulate(model, test::make_adaptive(setup, 3600.0, tolerance));
      ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
      EXPECT_LT(report.statistics.steps, 8000) << name << ", " << tolerance;
      EXPECT_LT(report.state.v.norm(), 1e-9) << name << ", " << tolerance;
    }
  }
}

// A ball of 0.1 kg strikes a row of touching balls whose masses differ by a factor of up to a thousand. Contacts that
// are struck take the speed of the blow without a new start of the method at every step.
TEST(StruckRow, OfUnequalBallsTakesABoundedNumberOfSteps) {
  constexpr double kRadius = 0.02;
  std::mt19937 random(7);
  for (int trial = 0; trial < 6; ++trial) {
    std::vector<double> masses{0.1};  // [kg]
    for (int i = 0; i < 3; ++i) masses.push_back(std::pow(10.0, std::uniform_real_distribution(-2.0, 1.0)(random)));
    ModelBuilder builder;
    builder.set_gravity(Vector3::Zero());
    ContactSetup setup;
    for (std::size_t i = 0; i < masses.size(); ++i) {
      BodySpec body;
      body.name = fmt::format("b{}", i);
      body.mass.mass = masses[i];
      body.mass.inertia_about_center = 0.4 * masses[i] * kRadius * kRadius * Matrix3::Identity();
      body.joint.type = JointType::Free;
      const double x = i == 0 ? -0.02 : 2.0 * kRadius * static_cast<double>(i) * (1.0 - 1e-10);
      body.joint.position = {1, 0, 0, 0, x, 0, 0};
      body.joint.velocity = {0, 0, 0, i == 0 ? 1.0 : 0.0, 0, 0};
      builder.add_body(body);
      setup.shapes.push_back(
          {.body = body.name, .geometry = shapes::Sphere{.radius = kRadius}, .surface = i % 2 == 0 ? "even" : "odd"});
    }
    const Model model = builder.build();
    setup.rules = {{.surface_a = "even",
                    .surface_b = "odd",
                    .normal = normal::Flores{.stiffness = std::pow(10.0, 5.0 + trial), .restitution = 0.5}}};
    for (const AdaptiveMethod method : {AdaptiveMethod::CvodeAdams, AdaptiveMethod::ArkodeExplicit}) {
      const SimulationReport report = test::simulate(model, with_method(test::make_adaptive(setup, 0.1, 1e-7), method));
      const std::string which = fmt::format("{}, trial {}", method_name(method), trial);
      ASSERT_EQ(report.status, SimulationStatus::Finished) << which << ": " << report.sentence;
      EXPECT_LT(report.statistics.steps, 30'000) << which;
      double momentum = 0.0;
      for (int i = 1; i < model.num_bodies(); ++i) {
        momentum += masses[static_cast<std::size_t>(i - 1)] * report.state.v[model.body(i).velocity_start + 3];
      }
      EXPECT_NEAR(momentum, 0.1, 1e-12) << which;
    }
  }
}

// The shortest turn that takes z along a direction perpendicular to it.
Quaternion turn_axis(const Vector3& direction) {
  return quaternion_from_rotation_vector(0.5 * std::numbers::pi * Vector3::UnitZ().cross(direction));
}

// A rod that moves along another one and bounces off it, across it at an angle. Where it slides off the end, the
// contact goes from the side of the fixed rod to its end, which is another contact point: bodies neither pass through
// each other nor lose what their contact has stored. `start` is where the crossing is at first, from the middle  [m].
double find_rebound(double angle, double start, double tolerance) {
  const Vector3 along(std::cos(angle), std::sin(angle), 0.0);
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  BodySpec slide;
  slide.name = "slide";
  slide.mass.mass = 0.01;
  slide.joint.type = JointType::Prismatic;
  slide.joint.axis = Vector3::UnitX();
  slide.joint.position = {start};
  slide.joint.velocity = {10.0};
  builder.add_body(slide);
  BodySpec rod;
  rod.name = "rod";
  rod.mass.mass = 0.05;
  rod.joint.type = JointType::Prismatic;
  rod.joint.parent = "slide";
  rod.joint.axis = Vector3::UnitZ();
  rod.joint.position = {0.0201};
  rod.joint.velocity = {-1.0};
  builder.add_body(rod);
  const Model model = builder.build();
  const shapes::Capsule capsule{.radius = 0.01, .length = 0.1};
  ContactSetup setup;
  setup.shapes = {{.body = "rod", .geometry = capsule, .rotation = turn_axis(along), .surface = "moving"},
                  {.geometry = capsule, .rotation = turn_axis(Vector3::UnitX()), .surface = "fixed"}};
  setup.rules = {{.surface_a = "moving", .surface_b = "fixed", .normal = normal::Hertz{.stiffness = 1e6}}};
  const SimulationReport report = test::simulate(model, test::make_adaptive(setup, 0.012, tolerance));
  EXPECT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_LT(std::abs(report.ledger.residual()), 1e-5 * report.ledger.scale) << angle << ", " << start;
  return report.state.v[model.body(model.find_body("rod").value()).velocity_start];
}

TEST(CrossingRods, BounceAlsoWhereTheirContactComesToAnEnd) {
  for (const double angle : {0.5, 1.0, 1.5}) {
    // Before the end of the rod nothing differs from a rebound in one place.
    EXPECT_NEAR(find_rebound(angle, 0.0, 1e-8), 1.0, 1e-6) << angle;
    for (const double start : {0.02, 0.025, 0.03, 0.035}) {
      const double rebound = find_rebound(angle, start, 1e-8);
      EXPECT_GT(rebound, -0.9) << angle << ", " << start;
      EXPECT_LE(rebound, 1.0) << angle << ", " << start;
      EXPECT_NEAR(rebound, find_rebound(angle, start, 1e-10), 1e-4) << angle << ", " << start;
    }
  }
}

}  // namespace
}  // namespace carom
