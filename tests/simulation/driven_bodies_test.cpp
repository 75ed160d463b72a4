// Time stepping with bodies whose motion is given: they are walls that move.
#include <cmath>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include "carom/simulation/time_stepping/inertia_groups.h"
#include "cases/sphere_bin.h"
#include "simulation/rigid_scenes.h"

namespace carom::simulation_tests {
namespace {

constexpr double kGravity = 9.81;

BodySpec make_driven(const std::string& name, JointType type, const Vector3& axis, const TimeFunction& motion) {
  BodySpec body{.name = name};
  body.mass = {.mass = 3.0, .inertia_about_center = 0.1 * Matrix3::Identity()};
  body.joint = {.type = type, .axis = axis, .drive = {motion}};
  return body;
}

BodySpec make_ball(const std::string& name, const Vector3& position, double mass = 0.1) {
  BodySpec ball{.name = name};
  ball.mass = {.mass = mass, .inertia_about_center = 0.4 * mass * kBallRadius * kBallRadius * Matrix3::Identity()};
  ball.joint = {.type = JointType::Free, .position = {1, 0, 0, 0, position.x(), position.y(), position.z()}};
  return ball;
}

SimulationOptions make_options(double duration, SteppingScheme scheme) {
  SimulationOptions options{
      .duration = duration, .record_every = duration, .contacts = {}, .formulation = FormulationKind::TimeStepping};
  options.time_stepping.scheme = scheme;
  return options;
}

// A box of planes about balls: fixed to the world, or to a body that is held where it is by its drive.
SimulationReport run_box(bool driven, SteppingScheme scheme) {
  ModelBuilder builder = make_builder();
  if (driven) {
    builder.add_body(
        make_driven("box", JointType::Revolute, Vector3::UnitY(), TimeFunction(time_functions::Constant{0.0})));
  }
  SimulationOptions options = make_options(0.6, scheme);
  for (int i = 0; i < 24; ++i) {
    const std::string name = "ball " + std::to_string(i);
    const Vector3 place(0.12 * (i % 3 - 1) + 0.004 * (i % 5), 0.12 * (i / 3 % 3 - 1) - 0.003 * (i % 4),
                        0.06 + 0.12 * (i / 9));
    builder.add_body(make_ball(name, place));
    options.contacts.shapes.push_back({.body = name, .geometry = shapes::Sphere{kBallRadius}, .surface = "balls"});
  }
  const std::string body = driven ? "box" : "world";
  const auto add_wall = [&](const Vector3& at, const Vector3& normal) {
    options.contacts.shapes.push_back(
        {.body = body, .geometry = shapes::Plane{.normal = normal}, .at = at, .surface = "walls"});
  };
  add_wall(Vector3::Zero(), Vector3::UnitZ());
  for (const double side : {-1.0, 1.0}) {
    add_wall(Vector3(0.21 * side, 0, 0), Vector3(-side, 0, 0));
    add_wall(Vector3(0, 0.21 * side, 0), Vector3(0, -side, 0));
  }
  for (const char* other : {"balls", "walls"}) {
    ContactRule rule{.surface_a = "balls", .surface_b = other};
    rule.impact = impact::Newton{.restitution = 0.2, .friction = 0.4};
    options.contacts.rules.push_back(rule);
  }
  return simulate(builder.build(), options);
}

// Impulses are the same numbers in the same order: nothing but names differs.
TEST(DrivenBodies, OneThatStandsStillIsAWall) {
  for (const SteppingScheme scheme : {SteppingScheme::Peiret, SteppingScheme::MoreauJean}) {
    const SimulationReport wall = run_box(false, scheme), box = run_box(true, scheme);
    ASSERT_EQ(wall.status, SimulationStatus::Finished) << wall.sentence;
    ASSERT_EQ(box.status, SimulationStatus::Finished) << box.sentence;
    EXPECT_LT((box.state.q.tail(wall.state.q.size()) - wall.state.q).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_NEAR(box.ledger.residual(), 0.0, 1e-10 * box.ledger.scale);
  }
}

// A ball put on a belt at V is dragged by μ g, spins up with α = μ g r m/I, and stops sliding where v + ω r = V: with
// I = ⅖ m r² at t = 2 V/(7 μ g), v = 2 V/7.
TEST(DrivenBodies, ABeltBringsABallToRolling) {
  constexpr double kSpeed = 1.0, kFriction = 0.3;
  for (const SteppingScheme scheme : {SteppingScheme::Peiret, SteppingScheme::MoreauJean}) {
    ModelBuilder builder = make_builder();
    builder.add_body(make_driven("belt", JointType::Prismatic, Vector3::UnitX(),
                                 TimeFunction(time_functions::ConstantSpeed{.speed = kSpeed})));
    builder.add_body(make_ball("ball", Vector3(0, 0, kBallRadius)));
    SimulationOptions options = make_options(0.3, scheme);
    options.contacts = make_setup({{.body = "ball", .geometry = shapes::Sphere{kBallRadius}, .surface = "ball"},
                                   {.body = "belt", .geometry = shapes::Plane{}, .surface = "belt"}},
                                  "ball", "belt", impact::Newton{.friction = kFriction});
    const SimulationReport report = simulate(builder.build(), options);
    ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    // v: the belt, then angular and linear velocities of the ball. Bristles swing by what one step of friction does.
    EXPECT_NEAR(report.state.v[4], 2.0 / 7.0 * kSpeed, 0.01);
    EXPECT_NEAR(report.state.v[4] - report.state.v[2] * kBallRadius, kSpeed, 0.02);
    EXPECT_NEAR(report.ledger.residual(), 0.0, 1e-10 * report.ledger.scale);
  }
}

// A rod hinged to a carriage that is driven sideways at V falls on a floor without friction: as seen from the carriage
// the same as where it stands still, since a frame at constant speed changes nothing.
TEST(DrivenBodies, WhatHangsOnADrivenBodyIsCarriedAlong) {
  const auto run = [](double speed) {
    ModelBuilder builder = make_builder();
    builder.add_body(make_driven("carriage", JointType::Prismatic, Vector3::UnitX(),
                                 TimeFunction(time_functions::ConstantSpeed{.speed = speed})));
    BodySpec rod{.name = "rod"};
    rod.mass = {.mass = 1.0, .center_of_mass = Vector3(0.25, 0, 0), .inertia_about_center = 0.02 * Matrix3::Identity()};
    rod.joint = {.type = JointType::Revolute, .parent = "carriage", .axis = Vector3::UnitY()};
    builder.add_body(rod);
    SimulationOptions options = make_options(0.6, SteppingScheme::MoreauJean);
    options.contacts = touch_floor("rod", impact::Newton{.restitution = 0.5}, Vector3(0.5, 0, 0), -0.2);
    return simulate(builder.build(), options);
  };
  const SimulationReport still = run(0.0), carried = run(3.0);
  ASSERT_EQ(carried.status, SimulationStatus::Finished) << carried.sentence;
  EXPECT_GE(still.contacts.front().episodes, 1);
  EXPECT_NEAR(carried.state.q[1], still.state.q[1], 1e-9);
  EXPECT_NEAR(carried.state.v[1], still.state.v[1], 1e-9);
}

TEST(InertiaGroups, DrivenBodiesConnectNothing) {
  ModelBuilder builder = make_builder();
  builder.add_body(make_driven("drum", JointType::Revolute, Vector3::UnitY(),
                               TimeFunction(time_functions::ConstantSpeed{.speed = 1.0})));
  for (const char* name : {"left", "right"}) {
    BodySpec arm{.name = name};
    arm.mass = {.mass = 1.0, .inertia_about_center = Matrix3::Identity()};
    arm.joint = {.type = JointType::Revolute, .parent = "drum", .axis = Vector3::UnitY()};
    builder.add_body(arm);
  }
  const InertiaGroups groups(builder.build());
  EXPECT_EQ(groups.count(), 2);
  EXPECT_TRUE(groups.is_held(1));
  EXPECT_EQ(groups.group_of_body(1), -1);
  EXPECT_NE(groups.group_of_body(2), groups.group_of_body(3));
  EXPECT_EQ(groups.start_of(groups.count()), 2);
  EXPECT_EQ(groups.place_of(0), 2);
}

}  // namespace
}  // namespace carom::simulation_tests
