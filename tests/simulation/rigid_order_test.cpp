// Symmetric scenes of rigid bodies stay symmetric, and the order of declaration does not matter to the last bit.
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "simulation/rigid_scenes.h"

namespace carom::simulation_tests {
namespace {

struct RigidScene {
  std::vector<BodySpec> bodies;
  ContactSetup contacts;
  Vector3 gravity{0, 0, -9.81};
};

using Motions = std::map<std::string, VectorX>;  // (q, v) of each body

Motions run(const RigidScene& scene, double duration, SeveralContacts several) {
  ModelBuilder builder;
  builder.set_gravity(scene.gravity);
  for (const BodySpec& body : scene.bodies) builder.add_body(body);
  const Model model = builder.build();
  SimulationOptions options = make_rigid_options(duration, 1e-8);
  options.contacts = scene.contacts;
  options.event_driven.several = several;
  const SimulationReport report = simulate(model, options);
  EXPECT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  // Some hundred steps, each within a tolerance of 1e-8.
  EXPECT_LT(report.ledger.relative_residual(), 1e-6);
  Motions motions;
  for (int i = 1; i < model.num_bodies(); ++i) {
    const Body& body = model.body(i);
    VectorX motion(traits(body.type).positions + body.degrees);
    motion << report.state.q.segment(body.position_start, traits(body.type).positions),
        report.state.v.segment(body.velocity_start, body.degrees);
    motions[model.spec(BodyIndex(i)).name] = motion;
  }
  return motions;
}

void expect_same_bits_in_any_order(RigidScene scene, double duration, SeveralContacts several) {
  const Motions first = run(scene, duration, several);
  std::mt19937 random(1835);
  for (int trial = 0; trial < 3; ++trial) {
    std::ranges::shuffle(scene.bodies, random);
    std::ranges::shuffle(scene.contacts.shapes, random);
    const Motions other = run(scene, duration, several);
    for (const auto& [name, motion] : first) EXPECT_EQ(motion, other.at(name)) << name << ", trial " << trial;
  }
}

// Five balls on strings; those at both ends come in together.
RigidScene make_cradle() {
  constexpr double kLength = 0.3, kRadius = 0.015;
  RigidScene scene;
  std::vector<ShapeSpec> shapes;
  for (int i = 0; i < 5; ++i) {
    BodySpec ball;
    ball.name = "ball " + std::to_string(i);
    ball.mass.mass = 0.1;
    ball.mass.center_of_mass = Vector3(0, 0, -kLength);
    ball.joint.type = JointType::Revolute;
    ball.joint.at = Vector3(2.0 * kRadius * (i - 2), 0, 0);
    ball.joint.axis = Vector3::UnitY();
    ball.joint.position = {i == 0 ? 0.35 : i == 4 ? -0.35 : 0.0};
    scene.bodies.push_back(ball);
    shapes.push_back(
        {.body = ball.name, .geometry = shapes::Sphere{kRadius}, .at = Vector3(0, 0, -kLength), .surface = "steel"});
  }
  scene.contacts = make_setup(shapes, "steel", "steel", impact::Newton{.restitution = 1.0});
  return scene;
}

TEST(RigidOrder, CradleOfFiveStaysSymmetric) {
  const Motions motions = run(make_cradle(), 5.0, SeveralContacts::Sequential);
  for (int i = 0; i < 5; ++i) {
    const VectorX sum = motions.at("ball " + std::to_string(i)) + motions.at("ball " + std::to_string(4 - i));
    EXPECT_LT(sum.cwiseAbs().maxCoeff(), 1e-12) << "ball " << i;
  }
}

TEST(RigidOrder, CradleOfFiveHasTheSameBitsInAnyOrder) {
  expect_same_bits_in_any_order(make_cradle(), 3.0, SeveralContacts::Sequential);
}

// One ball strikes a row of four: with restitution one the last leaves with its speed.
TEST(RigidOrder, CradlePassesTheSpeedOnToTheLastBall) {
  RigidScene scene = make_cradle();
  scene.bodies[4].joint.position = {0.0};
  const double quarter = 0.5 * std::numbers::pi * std::sqrt(0.3 / 9.81);
  const Motions motions = run(scene, 1.5 * quarter, SeveralContacts::Sequential);
  for (int i = 0; i < 4; ++i) EXPECT_LT(motions.at("ball " + std::to_string(i)).norm(), 1e-9) << "ball " << i;
  EXPECT_LT(motions.at("ball 4")[0], -0.1);
}

RigidScene make_flat_block(const Vector3& velocity) {
  const Vector3 size(0.3, 0.2, 0.1);
  BodySpec block;
  block.name = "block";
  block.mass.mass = 2.0;
  block.mass.inertia_about_center =
      Vector3(size.y() * size.y() + size.z() * size.z(), size.x() * size.x() + size.z() * size.z(),
              size.x() * size.x() + size.y() * size.y())
          .asDiagonal() *
      Matrix3(2.0 / 12.0 * Matrix3::Identity());
  block.joint.type = JointType::Free;
  block.joint.position = {1, 0, 0, 0, 0, 0, 0.3};
  block.joint.velocity = {0, 0, 0, velocity.x(), velocity.y(), velocity.z()};
  return {{block},
          make_setup({{.body = "block", .geometry = shapes::Box{size}, .surface = "wood"},
                      {.geometry = shapes::Plane{}, .surface = "floor"}},
                     "wood", "floor", impact::Newton{.restitution = 0.3, .friction = 0.4})};
}

// Four corners land in the same instant: the block must not tip or turn, and comes to rest on all of them.
TEST(RigidOrder, FlatBlockLandsWithoutTippingOrTurning) {
  for (const SeveralContacts several : {SeveralContacts::Simultaneous, SeveralContacts::Sequential}) {
    const VectorX motion = run(make_flat_block(Vector3(1.0, 0.0, 0.0)), 2.0, several).at("block");
    EXPECT_LT(motion.segment<3>(1).cwiseAbs().maxCoeff(), 1e-12);  // of the quaternion
    EXPECT_NEAR(motion[5], 0.0, 1e-12);
    EXPECT_NEAR(motion[6], 0.05, 1e-12);
    EXPECT_LT(motion.tail<6>().cwiseAbs().maxCoeff(), 1e-12);
  }
}

TEST(RigidOrder, FlatBlockHasTheSameBitsInAnyOrder) {
  expect_same_bits_in_any_order(make_flat_block(Vector3(1.0, 0.5, 0.0)), 1.0, SeveralContacts::Simultaneous);
}

// Seen from above, without a table: a cue ball into fifteen that touch.
RigidScene make_break(double friction) {
  constexpr double kRadius = 0.028575, kMass = 0.17;
  RigidScene scene;
  scene.gravity.setZero();
  std::vector<ShapeSpec> shapes;
  const auto add = [&](const std::string& name, double x, double y, double speed) {
    BodySpec ball;
    ball.name = name;
    ball.mass.mass = kMass;
    ball.mass.inertia_about_center = 0.4 * kMass * kRadius * kRadius * Matrix3::Identity();
    ball.joint.type = JointType::Planar;
    ball.joint.second_axis = Vector3::UnitX();
    ball.joint.position = {x, y, 0.0};
    ball.joint.velocity = {speed, 0.0, 0.0};
    scene.bodies.push_back(ball);
    shapes.push_back({.body = name, .geometry = shapes::Sphere{kRadius}, .surface = "ball"});
  };
  add("cue", -0.5, 0.0, 8.0);
  for (int row = 0; row < 5; ++row) {
    for (int k = 0; k <= row; ++k) {
      add("ball " + std::to_string(row) + std::to_string(k), row * std::numbers::sqrt3 * kRadius,
          (2 * k - row) * kRadius, 0.0);
    }
  }
  scene.contacts = make_setup(shapes, "ball", "ball", impact::Newton{.restitution = 0.95, .friction = friction});
  return scene;
}

TEST(RigidOrder, BilliardBreakStaysSymmetric) {
  for (const double friction : {0.0, 0.05}) {
    const Motions motions = run(make_break(friction), 0.3, SeveralContacts::Simultaneous);
    for (int row = 0; row < 5; ++row) {
      for (int k = 0; k <= row; ++k) {
        const auto name = [&](int place) { return "ball " + std::to_string(row) + std::to_string(place); };
        const VectorX a = motions.at(name(k)), b = motions.at(name(row - k));
        // x alike, y and the angle opposite; the same for velocities.
        for (const int i : {0, 3}) EXPECT_NEAR(a[i], b[i], 1e-12) << name(k);
        for (const int i : {1, 2, 4, 5}) EXPECT_NEAR(a[i], -b[i], 1e-12) << name(k);
      }
    }
  }
}

TEST(RigidOrder, BilliardBreakHasTheSameBitsInAnyOrder) {
  expect_same_bits_in_any_order(make_break(0.05), 0.2, SeveralContacts::Simultaneous);
}

}  // namespace
}  // namespace carom::simulation_tests
