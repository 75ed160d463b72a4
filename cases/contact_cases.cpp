#include "cases/contact_cases.h"

#include <cmath>
#include <numbers>

namespace carom::cases {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr double kGravity = 9.81;  // [m/s²]

ContactRule make_rule(const char* on_body, const NormalLaw& normal, const FrictionLaw& friction) {
  return {.surface_a = on_body, .surface_b = "floor", .normal = normal, .friction = friction};
}

ShapeSpec make_floor(const Vector3& at) { return {.geometry = shapes::Plane{}, .at = at, .surface = "floor"}; }

// A link of the arm, along z from its joint on: a cylinder.
BodySpec make_link(const char* name, const char* parent, double above, const Vector3& axis, double mass,
                   double length) {
  constexpr double kRadius = 0.1;  // [m]
  BodySpec link{.name = name};
  const double across = mass * (length * length / 12.0 + kRadius * kRadius / 4.0);
  link.mass = {.mass = mass,
               .center_of_mass = {0.0, 0.0, 0.5 * length},
               .inertia_about_center = Vector3(across, across, 0.5 * mass * kRadius * kRadius).asDiagonal()};
  link.joint = {.type = JointType::Revolute, .parent = parent, .at = {0.0, 0.0, above}, .axis = axis};
  return link;
}

void hold(BodySpec& link, double angle, double stiffness, double damping, double swing = 0.0) {
  link.joint.position = {angle};
  Motor motor;
  motor.target = TimeFunction(time_functions::Sine{
      .offset = angle, .amplitude = swing, .angular_frequency = 2.0 * std::numbers::pi, .phase = 0.0});
  motor.position_gain = stiffness;
  motor.velocity_gain = damping;
  link.joint.motor = {motor};
}

}  // namespace

ContactCase make_bouncing_ball(const NormalLaw& normal, const FrictionLaw& friction) {
  constexpr double kRadius = 0.1;  // [m]
  ModelBuilder builder;
  builder.set_gravity({0.0, 0.0, -kGravity});
  BodySpec ball{.name = "ball"};
  ball.mass = {.mass = 1.0, .inertia_about_center = 0.4 * kRadius * kRadius * Matrix3::Identity()};
  ball.joint = {.type = JointType::Free, .position = {1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0 + kRadius}};
  builder.add_body(ball);
  const ShapeSpec shape{.body = "ball", .geometry = shapes::Sphere{.radius = kRadius}, .surface = "ball"};
  return {builder.build(), {{shape, make_floor(Vector3::Zero())}, {make_rule("ball", normal, friction)}}};
}

ContactCase make_striking_pendulum(const NormalLaw& normal, const FrictionLaw& friction) {
  ModelBuilder builder;
  builder.set_gravity({0.0, 0.0, -kGravity});
  const auto add = [&](const char* name, double mass, double length, const char* parent, double above, double angle,
                       double velocity) {
    BodySpec link{.name = name};
    link.mass = {.mass = mass, .center_of_mass = {0.0, 0.0, -length}};
    link.joint = {.type = JointType::Revolute,
                  .parent = parent,
                  .at = {0.0, 0.0, -above},
                  .axis = Vector3::UnitY(),
                  .position = {angle * kDegree},
                  .velocity = {velocity * kDegree}};
    builder.add_body(link);
  };
  add("upper", 5.0, 0.5, "world", 0.0, 45.0, -120.0);
  add("lower", 2.0, 0.25, "upper", 0.5, 0.0, 130.0);
  const ShapeSpec tip{.body = "lower", .geometry = shapes::Point{}, .at = {0.0, 0.0, -0.25}, .surface = "tip"};
  return {builder.build(), {{tip, make_floor({0.0, 0.0, -0.61})}, {make_rule("tip", normal, friction)}}};
}

ContactCase make_gonthier_pendulum() {
  return make_striking_pendulum(normal::Gonthier{.stiffness = 1e9, .restitution = 0.9},
                                friction::Gonthier{.static_coefficient = 0.15,
                                                   .kinetic_coefficient = 0.12,
                                                   .bristle_stiffness = 1e5,
                                                   .bristle_damping = std::sqrt(1e5),
                                                   .stribeck_speed = 0.1,
                                                   .dwell_time = 0.75});
}

// The hand points straight down: the three angles about y add up to half a turn.
ContactCase make_tapping_arm() {
  const Vector3 y = Vector3::UnitY(), z = Vector3::UnitZ();
  BodySpec turret = make_link("turret", "world", 0.1, z, 5.0, 0.2);
  BodySpec upper = make_link("upper", "turret", 0.2, y, 4.5, 0.45);
  BodySpec forearm = make_link("forearm", "upper", 0.45, y, 2.8, 0.4);
  BodySpec roll = make_link("roll", "forearm", 0.4, z, 1.0, 0.08);
  BodySpec bend = make_link("bend", "roll", 0.08, y, 0.8, 0.07);
  BodySpec hand = make_link("hand", "bend", 0.07, z, 1.0, 0.04);
  hold(turret, 0.0, 2000.0, 100.0);
  hold(upper, 45.0 * kDegree, 2000.0, 100.0, 3.0 * kDegree);
  hold(forearm, 90.0 * kDegree, 1000.0, 50.0);
  hold(roll, 0.0, 100.0, 2.0);
  hold(bend, 45.0 * kDegree, 100.0, 2.0);
  hold(hand, 0.0, 100.0, 2.0);
  ModelBuilder builder;
  builder.set_gravity({0.0, 0.0, -kGravity});
  for (const BodySpec* link : {&turret, &upper, &forearm, &roll, &bend, &hand}) builder.add_body(*link);

  const double sole = 0.3 + (0.45 - 0.48) * std::cos(45.0 * kDegree) - 0.11;  // height of the hand's end at the start
  std::vector<ShapeSpec> shapes;
  for (const double x : {-0.03, 0.03}) {
    for (const double side : {-0.03, 0.03}) {
      shapes.push_back({.body = "hand", .geometry = shapes::Point{}, .at = {x, side, 0.04}, .surface = "hand"});
    }
  }
  shapes.push_back(make_floor({0.0, 0.0, sole - 0.002}));
  const friction::Gonthier friction{.static_coefficient = 0.4,
                                    .kinetic_coefficient = 0.3,
                                    .bristle_stiffness = 1e4,
                                    .bristle_damping = 20.0,
                                    .stribeck_speed = 0.1,
                                    .dwell_time = 0.1};
  return {builder.build(),
          {std::move(shapes), {make_rule("hand", normal::HuntCrossley{.stiffness = 1e5, .alpha = 0.5}, friction)}}};
}

ContactCase make_block_on_slope(double slope, const FrictionLaw& friction) {
  constexpr double kSize = 0.1, kStiffness = 1e5;  // [m], [N/m]
  // The slope lies level and gravity is tilted: positions along it are then coordinates.
  ModelBuilder builder;
  builder.set_gravity({kGravity * std::sin(slope), 0.0, -kGravity * std::cos(slope)});
  BodySpec block{.name = "block"};
  block.mass = {.mass = 1.0, .inertia_about_center = kSize * kSize / 6.0 * Matrix3::Identity()};
  const double depth = 0.25 * kGravity * std::cos(slope) / kStiffness;  // four corners share the weight
  block.joint = {.type = JointType::Free, .position = {1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5 * kSize - depth}};
  builder.add_body(block);
  const ShapeSpec box{.body = "block", .geometry = shapes::Box{.size = Vector3::Constant(kSize)}, .surface = "block"};
  return {builder.build(),
          {{box, make_floor(Vector3::Zero())},
           {make_rule("block", normal::KelvinVoigt{.stiffness = kStiffness, .damping = 50.0}, friction)}}};
}

}  // namespace carom::cases
