// Contacts that are resolved over their area, in motion.
#include "carom/simulation/compliant/patches/patch_contact.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "carom/simulation/mechanism/mechanism_system.h"
#include "simulation/compliant/contact_scenes.h"

namespace carom {
namespace {

constexpr double kRadius = 0.02, kMass = 0.04;  // [m], [kg]
constexpr ElasticMaterial kRubber{.young = 5e6, .poisson = 0.3};

double calc_modulus() { return kRubber.young / (1.0 - kRubber.poisson * kRubber.poisson); }
double calc_stiffness() { return 4.0 / 3.0 * calc_modulus() * std::sqrt(kRadius); }

/// A rubber ball on a rigid plane, unless the materials are said otherwise.
ContactSetup make_setup(const PatchLaw& law, const ShapeSpec& other = test::make_plane()) {
  ContactSetup setup = test::make_contact(kRadius, other, normal::Hertz{});
  setup.rules.front().patch = law;
  setup.materials = {{"ball", kRubber}};
  return setup;
}

SimulationOptions make_options(const ContactSetup& setup, double duration, double step) {
  return {.integrator = FixedStepOptions{.method = FixedMethod::Rk4, .step = step},
          .duration = duration,
          .record_every = duration,
          .contacts = setup};
}

Model make_ball(const Vector3& position, const Vector3& velocity, const Vector3& spin = Vector3::Zero(),
                const Vector3& gravity = Vector3::Zero()) {
  return test::make_model(
      {.mass = kMass, .radius = kRadius, .position = position, .velocity = velocity, .spin = spin, .gravity = gravity});
}

Model make_dropped(double speed) { return make_ball({0, 0, kRadius + 1e-4}, {0, 0, -speed}); }

Vector3 velocity_of(const SimulationReport& report) { return report.state.v.tail<3>(); }
Vector3 spin_of(const SimulationReport& report) { return report.state.v.head<3>(); }

double row_of(const SimulationReport& report, const std::string& name) {
  for (const LedgerRow& row : report.ledger.rows) {
    if (row.name == name) return row.value;
  }
  ADD_FAILURE() << "no row " << name;
  return 0.0;
}

std::string message_of(const ContactSetup& setup, const Model& model = make_dropped(1.0)) {
  try {
    const Simulation simulation(model, model.make_initial_state(), make_options(setup, 1.0, 1e-3));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// X = (5/4 m v²/k)^(2/5), F = k X^(3/2), T = 2.9432 X/v.
TEST(PatchContact, AnElasticBallReboundsAsHertzSays) {
  constexpr double kSpeed = 0.5;
  const SimulationReport report =
      test::simulate(make_dropped(kSpeed), make_options(make_setup({.width = 0.01, .elements = 24}), 6e-3, 2e-5));
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  const double depth = std::pow(1.25 * kMass * kSpeed * kSpeed / calc_stiffness(), 0.4);
  ASSERT_EQ(report.contacts.front().impacts.size(), 1U);
  const ContactEvent& impact = report.contacts.front().impacts.front();
  // Some 18 elements across the contact: 1e-3 in force.
  EXPECT_NEAR(impact.peak_depth / depth, 1.0, 2e-3);
  EXPECT_NEAR(impact.peak_force / (calc_stiffness() * std::pow(depth, 1.5)), 1.0, 5e-3);
  EXPECT_NEAR(impact.duration / (2.9432 * depth / kSpeed), 1.0, 5e-3);
  EXPECT_NEAR(velocity_of(report).z(), kSpeed, 1e-7);
  EXPECT_LT(report.ledger.relative_residual(), 1e-7);
  EXPECT_TRUE(report.warnings.empty());
}

// Oblique, with spin about every axis, elastic and viscous: the bound is a millionth of the impact's energy.
TEST(PatchContact, TheLedgerOfAnObliqueImpactClosesToAMillionth) {
  for (const PatchViscosity& viscosity :
       {PatchViscosity{}, PatchViscosity{.time = 3e-4}, PatchViscosity{.time = 1e-3, .relaxation = 5e-4}}) {
    PatchLaw law{.width = 0.01, .elements = 24, .friction = 0.4, .viscosity = viscosity};
    const Model model = make_ball({0, 0, kRadius + 1e-4}, {0.2, 0.1, -0.5}, {5.0, 10.0, 20.0});
    const SimulationReport report = test::simulate(model, make_options(make_setup(law), 7e-3, 4e-5));
    ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    ASSERT_EQ(report.contacts.front().impacts.size(), 1U);
    EXPECT_LT(std::abs(report.ledger.residual()), 1e-6 * 0.5 * kMass * 0.25) << "T₁ = " << viscosity.time;
    EXPECT_GT(row_of(report, "friction"), 0.0);
    EXPECT_EQ(row_of(report, "contact damping") > 0.0, viscosity.time > 0.0);
  }
}

// Gross slip under the weight m g: friction μ m g stops it at 5/7 of its speed, rolling.
TEST(PatchContact, ASlidingBallComesToRoll) {
  constexpr double kSpeed = 0.1, kFriction = 0.3, kGravity = 9.81;
  const double depth = std::pow(kMass * kGravity / calc_stiffness(), 2.0 / 3.0);
  const Model model = make_ball({0, 0, kRadius - depth}, {kSpeed, 0, 0}, Vector3::Zero(), {0, 0, -kGravity});
  const ContactSetup setup = make_setup({.width = 0.0036, .elements = 24, .friction = kFriction});
  test::ContactWatcher watcher;
  SimulationOptions options = make_options(setup, 0.015, 1e-4);
  options.record_every = 0.005;
  const SimulationReport report = test::simulate(model, options, &watcher);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  ASSERT_GE(watcher.samples.size(), 2U);
  // Friction takes 0.13 ms to rise.
  EXPECT_NEAR(watcher.samples[1].state.v[3], kSpeed - kFriction * kGravity * 0.005, 5e-4);
  // Neither slip nor the swing of the tangential spring, up to 0.03 of the speed, changes the momentum about the
  // contact; elements that come and go have a little moment.
  const double rolling = spin_of(report).y() * kRadius;
  EXPECT_NEAR(velocity_of(report).x() + 0.4 * rolling, kSpeed, 5e-3 * kSpeed);
  EXPECT_NEAR(velocity_of(report).x(), 5.0 / 7.0 * kSpeed, 0.05 * kSpeed);
  EXPECT_LT(report.ledger.relative_residual(), 1e-6);
}

// A pressure that lags by T₁ has the moment T₁ V N about the contact point: to first order in T₁ V/a the shift of
// Hertz' pressure along the way. With ½ m V² + ½ J ω² = 0.7 m V² a rolling ball then slows down by V̇ = −T₁ g V/(1.4 R).
TEST(PatchContact, AViscousBallRollsAgainstTheMomentOfItsPressure) {
  constexpr double kSpeed = 0.05, kGravity = 9.81, kTime = 2e-3, kDuration = 0.04;
  const double depth = std::pow(kMass * kGravity / calc_stiffness(), 2.0 / 3.0);
  const Model model = make_ball({0, 0, kRadius - depth}, {kSpeed, 0, 0}, {0, kSpeed / kRadius, 0}, {0, 0, -kGravity});
  const ContactSetup setup =
      make_setup({.width = 0.0036, .elements = 32, .friction = 0.8, .viscosity = {.time = kTime}});
  const SimulationReport report = test::simulate(model, make_options(setup, kDuration, 2e-4));
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  const double lost = 0.7 * kMass * kSpeed * kSpeed * (1.0 - std::exp(-kTime * kGravity * kDuration / (0.7 * kRadius)));
  // T₁ V/a = 0.07, and the first millimetre takes the pressure from its symmetric start.
  EXPECT_NEAR(row_of(report, "contact damping") / lost, 1.0, 0.1);
  EXPECT_LT(report.ledger.relative_residual(), 1e-6);
}

// Full slip about the normal under Hertz' pressure: torque ∫ μ p r = 3π/16 μ N a.
TEST(PatchContact, ASpinningBallIsSlowedByTheTorqueOfItsArea) {
  constexpr double kSpin = 100.0, kFriction = 0.3, kGravity = 9.81, kDuration = 0.01;
  const double depth = std::pow(kMass * kGravity / calc_stiffness(), 2.0 / 3.0);
  const Model model = make_ball({0, 0, kRadius - depth}, Vector3::Zero(), {0, 0, kSpin}, {0, 0, -kGravity});
  const ContactSetup setup = make_setup({.width = 0.0036, .elements = 32, .friction = kFriction});
  const SimulationReport report = test::simulate(model, make_options(setup, kDuration, 2e-4));
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  const double torque = 3.0 * std::numbers::pi / 16.0 * kFriction * kMass * kGravity * std::sqrt(kRadius * depth);
  const double inertia = 0.4 * kMass * kRadius * kRadius;
  EXPECT_NEAR((kSpin - spin_of(report).z()) / (torque / inertia * kDuration), 1.0, 0.02);
  EXPECT_LT(velocity_of(report).norm(), 1e-4 * kSpin * std::sqrt(kRadius * depth));
}

TEST(PatchContact, SavedAndRestoredItGoesOnWithTheSameBits) {
  const Model model = make_ball({0, 0, kRadius + 1e-5}, {0.2, 0, -0.5}, {0, 0, 20.0});
  SimulationOptions options = make_options(
      make_setup({.width = 0.01, .elements = 16, .friction = 0.4, .viscosity = {.time = 3e-4}}), 4e-3, 1e-4);
  options.checkpoint_every = 1e-3;
  test::ContactWatcher watcher;
  const SimulationReport whole = test::simulate(model, options, &watcher);
  ASSERT_EQ(whole.status, SimulationStatus::Finished) << whole.sentence;
  ASSERT_GE(watcher.checkpoints.size(), 3U);
  for (const Checkpoint& checkpoint : watcher.checkpoints) {
    const SimulationReport resumed = Simulation(model, checkpoint, options).run(nullptr);
    EXPECT_EQ(resumed.state.q, whole.state.q) << checkpoint.time;
    EXPECT_EQ(resumed.state.v, whole.state.v) << checkpoint.time;
    EXPECT_EQ(resumed.ledger.residual(), whole.ledger.residual()) << checkpoint.time;
  }
}

TEST(PatchContact, WhatCannotBeIsRefused) {
  const PatchLaw good{.width = 0.01, .elements = 16};
  EXPECT_EQ(message_of(make_setup(good)), "");
  const auto expect = [](const ContactSetup& setup, const std::string& words) {
    EXPECT_NE(message_of(setup).find(words), std::string::npos) << words << ": " << message_of(setup);
  };
  PatchLaw law = good;
  law.width = 0.0;
  expect(make_setup(law), "width");
  law = good;
  law.width = 0.05;
  expect(make_setup(law), "small against the bodies");
  law = good;
  law.friction = -0.1;
  expect(make_setup(law), "friction");
  law = good;
  law.elements = 2;
  expect(make_setup(law), "elements");
  ContactSetup setup = make_setup(good);
  setup.materials.clear();
  expect(setup, "two rigid surfaces");
  setup = make_setup(good);
  setup.materials.front().material.young = -1.0;
  expect(setup, "young");
  setup = make_setup(good);
  setup.materials.front().material.poisson = 0.6;
  expect(setup, "poisson");
  expect(make_setup(good, {.geometry = shapes::Point{}, .at = Vector3(0, 0, -0.6)}),
         "do not touch with smooth surfaces");
  SimulationOptions options = make_options(make_setup(good), 1.0, 1e-3);
  options.integrator = AdaptiveOptions{};
  const Model model = make_dropped(1.0);
  EXPECT_THROW(Simulation(model, model.make_initial_state(), options), InputError);
}

TEST(PatchContact, AContactThatReachesTheEdgeIsWarnedOfAndThenFails) {
  const auto run = [](double speed) {
    return test::simulate(make_dropped(speed), make_options(make_setup({.width = 0.008, .elements = 16}), 6e-3, 2e-5));
  };
  // The radius of the contact is √(R X): 3.7 mm, 0.93 of half the width.
  const SimulationReport warned = run(0.45);
  EXPECT_EQ(warned.status, SimulationStatus::Finished) << warned.sentence;
  ASSERT_EQ(warned.warnings.size(), 1U);
  EXPECT_NE(warned.warnings.front().find("edge of the grid"), std::string::npos);
  const SimulationReport failed = run(1.0);
  EXPECT_EQ(failed.status, SimulationStatus::Failed);
  EXPECT_NE(failed.sentence.find("reached the edge of the grid"), std::string::npos) << failed.sentence;
}

}  // namespace
}  // namespace carom
