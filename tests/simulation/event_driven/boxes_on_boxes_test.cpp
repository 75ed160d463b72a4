// Boxes on boxes, turned against each other, event by event: what their faces share has up to eight corners, and forces
// press at each of them.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "simulation/rigid_scenes.h"

namespace carom::simulation_tests {
namespace {

constexpr double kBoxGravity = 9.81, kBoxMass = 2.0, kBoxSide = 0.2, kBoxHeight = 0.1;

struct Start {
  double turned{}, tilt{}, tilted_about{};  // [rad]
  double x{}, speed{};                      // along x  [m], [m/s]
};

// A square box that touches z = 0 with its lowest corner.
Model make_box(const Start& start) {
  const Eigen::AngleAxisd turn(start.turned, Vector3::UnitZ());
  const Vector3 axis(std::cos(start.tilted_about), std::sin(start.tilted_about), 0.0);
  const Eigen::Quaterniond q(Eigen::AngleAxisd(start.tilt, axis) * turn);
  const Vector3 down = q.toRotationMatrix().row(2).cwiseAbs();
  const double z = 0.5 * (kBoxSide * (down.x() + down.y()) + kBoxHeight * down.z());
  ModelBuilder builder = make_builder();
  BodySpec box{.name = "box"};
  const double flat = kBoxMass * (kBoxSide * kBoxSide + kBoxHeight * kBoxHeight) / 12.0;
  box.mass = {.mass = kBoxMass,
              .inertia_about_center = Vector3(flat, flat, kBoxMass * kBoxSide * kBoxSide / 6.0).asDiagonal()};
  box.joint = {.type = JointType::Free, .position = {q.w(), q.x(), q.y(), q.z(), start.x, 0, z}};
  box.joint.velocity = {0, 0, 0, start.speed, 0, 0};
  builder.add_body(box);
  return builder.build();
}

// On a square plate of this side whose top is at z = 0.
ContactSetup make_contacts(double side, double friction) {
  ImpactLaw law = impact::Newton{0.0};
  std::visit([&](auto& own) { own.friction = friction; }, law);
  return make_setup(
      {{.body = "box", .geometry = shapes::Box{Vector3(kBoxSide, kBoxSide, kBoxHeight)}, .surface = "box"},
       {.geometry = shapes::Box{Vector3(side, side, 0.1)}, .at = Vector3(0, 0, -0.05), .surface = "plate"}},
      "box", "plate", law);
}

double energy_from_projection(const SimulationReport& report) {
  for (const LedgerRow& row : report.ledger.rows) {
    if (row.kind == LedgerKind::Numerical && row.name == "projection") return std::abs(row.value);
  }
  return 0.0;
}

// As a block on a plane, v²/(2 μ g).
TEST(BoxesOnBoxes, ATurnedBoxSlidesAsABlockOnAPlane) {
  for (const double side : {4.0, 0.3, 0.2}) {
    for (const double degrees : {0.0, 10.0, 45.0, 77.0}) {
      for (const double speed : {0.05, 0.5}) {
        constexpr double kFriction = 0.3;
        SimulationOptions options = make_rigid_options(0.5);
        options.contacts = make_contacts(side, kFriction);
        const Model model = make_box({.turned = degrees * std::numbers::pi / 180.0, .speed = speed});
        const SimulationReport report = simulate(model, options);
        ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
        EXPECT_NEAR(report.state.q[4], speed * speed / (2.0 * kFriction * kBoxGravity), 1e-9) << side << ' ' << degrees;
        EXPECT_NEAR(report.state.q[6], 0.5 * kBoxHeight, 1e-9);
        EXPECT_LT(energy_from_projection(report), 1e-9);
      }
    }
  }
}

// It falls from corner to corner of the octagon that it shares with the plate, until it lies flat.
TEST(BoxesOnBoxes, ATiltedBoxFallsFlatOntoAPlateAndLosesItsEnergyInImpacts) {
  for (const double side : {0.2, 0.22, 0.25}) {
    for (const double degrees : {25.0, 45.0, 60.0}) {
      for (const double about : {0.1, 0.7, 1.4, 2.5}) {
        const Start start{.turned = degrees * std::numbers::pi / 180.0, .tilt = 0.03, .tilted_about = about, .x = 0.01};
        SimulationOptions options = make_rigid_options(1.0);
        options.contacts = make_contacts(side, 0.5);
        const Model model = make_box(start);
        const double fallen = model.make_initial_state().q[6] - 0.5 * kBoxHeight;
        const SimulationReport report = simulate(model, options);
        ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
        EXPECT_NEAR(report.state.q[6], 0.5 * kBoxHeight, 1e-8) << side << ' ' << degrees << ' ' << about;
        EXPECT_LT(report.state.v.cwiseAbs().maxCoeff(), 1e-6);
        const double lost = dissipated(report, "impact") + dissipated(report, "friction");
        EXPECT_NEAR(lost, kBoxMass * kBoxGravity * fallen, 1e-6 * kBoxMass * kBoxGravity * kBoxHeight);
        EXPECT_LT(energy_from_projection(report), 1e-6 * kBoxMass * kBoxGravity * kBoxHeight);
      }
    }
  }
}

}  // namespace
}  // namespace carom::simulation_tests
