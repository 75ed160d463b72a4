// Event by event, on bodies whose motion is given: what they carry has their velocity, and their work is booked.
#include <cmath>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include "simulation/rigid_scenes.h"

namespace carom::simulation_tests {
namespace {

constexpr double kGravity = 9.81, kMass = 2.0, kHeight = 0.05;

// A plate whose top is at height 0, and a flat box above it.
Model make_plate_and_box(const TimeFunction& motion, double drop, double plate_mass) {
  ModelBuilder builder = make_builder();
  BodySpec plate{.name = "plate", .mass = {.mass = plate_mass, .inertia_about_center = Matrix3::Identity()}};
  plate.joint = {.type = JointType::Prismatic, .axis = Vector3::UnitX(), .drive = {motion}};
  builder.add_body(plate);
  BodySpec box{.name = "box"};
  box.mass = {.mass = kMass, .inertia_about_center = Vector3(0.03, 0.03, 0.05).asDiagonal()};
  box.joint = {.type = JointType::Free, .position = {1, 0, 0, 0, 0, 0, 0.5 * kHeight + drop}};
  builder.add_body(box);
  return builder.build();
}

ContactSetup make_contacts(double friction, double restitution) {
  ImpactLaw law = impact::Newton{restitution};
  std::visit([&](auto& own) { own.friction = friction; }, law);
  return make_setup({{.body = "box", .geometry = shapes::Box{Vector3(0.4, 0.4, kHeight)}, .surface = "box"},
                     {.body = "plate",
                      .geometry = shapes::Box{Vector3(4.0, 4.0, 0.1)},
                      .at = Vector3(0, 0, -0.05),
                      .surface = "plate"}},
                    "box", "plate", law);
}

double find_row(const Ledger& ledger, const std::string& name) {
  return ledger.find(name) != nullptr ? ledger.find(name)->value : std::nan("");
}

// The box lands and sticks: it then has the plate's speed V, its drive has done the work m V², and half of that is lost
// with what the fall had.
TEST(DrivenPlates, AnImpactThatSticksTakesTheBoxAlong) {
  for (const double speed : {-3.0, 0.5, 2.0}) {
    for (const double plate_mass : {1e-3, 5.0, 1e6}) {
      constexpr double kDrop = 0.02;
      SimulationOptions options = make_rigid_options(0.2);
      options.contacts = make_contacts(100.0, 0.0);
      const Model model =
          make_plate_and_box(TimeFunction(time_functions::ConstantSpeed{0.0, speed}), kDrop, plate_mass);
      const SimulationReport report = simulate(model, options);
      ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
      EXPECT_NEAR(report.state.v[4], speed, 1e-9);
      const double touched = std::sqrt(2.0 * kDrop / kGravity);
      EXPECT_NEAR(report.state.q[5], speed * (0.2 - touched), 1e-8);
      EXPECT_NEAR(find_row(report.ledger, "driven joints"), kMass * speed * speed, 1e-8);
      EXPECT_NEAR(find_row(report.ledger, "impact"), kMass * (0.5 * speed * speed + kGravity * kDrop), 1e-8);
      EXPECT_NEAR(find_row(report.ledger, "friction"), 0.0, 1e-9);
    }
  }
}

// A shaken plate carries a box that sticks, through impacts at its start and as long as it is shaken.
TEST(DrivenPlates, AShakenPlateCarriesWhatSticks) {
  for (const double frequency : {0.7, 1.0, 2.0}) {
    for (const double restitution : {0.0, 0.5}) {
      const double omega = 2.0 * std::numbers::pi * frequency, amplitude = 0.3 * kGravity / (omega * omega);
      SimulationOptions options = make_rigid_options(1.0);
      options.contacts = make_contacts(1.0, restitution);
      const Model model =
          make_plate_and_box(TimeFunction(time_functions::Sine{
                                 .amplitude = amplitude, .angular_frequency = omega, .phase = 0.5 * std::numbers::pi}),
                             restitution > 0.0 ? 1e-3 : 0.0, 50.0);
      const SimulationReport report = simulate(model, options);
      ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
      EXPECT_NEAR(report.state.v[4], -amplitude * omega * std::sin(omega), 1e-9) << frequency;
      EXPECT_NEAR(report.state.q[7], 0.5 * kHeight, 1e-9) << frequency;
      if (restitution == 0.0) {
        EXPECT_NEAR(report.state.q[5] - report.state.q[0], -amplitude, 1e-8) << frequency;
      }
      EXPECT_LT(std::abs(report.ledger.residual()), 1e-7 * report.ledger.scale) << frequency;
    }
  }
}

}  // namespace
}  // namespace carom::simulation_tests
