// One scene from event to event, in time steps and with springs: where all of them must agree, in the limit of short
// steps and stiff springs, they do.
#include "simulation/formulations_agree.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "carom/math/rotation.h"
#include "carom/model/shapes/inertia_of_shapes.h"

namespace carom::simulation_tests {
namespace {

constexpr double kGravity = 9.81;  // [m/s²]
constexpr SteppingScheme kAllSchemes[] = {SteppingScheme::Peiret, SteppingScheme::MoreauJean,
                                          SteppingScheme::StewartTrinkle, SteppingScheme::AnitescuPotra};

// Between two surfaces: Newton's law, and what returns the same with springs. Without restitution springs are
// overdamped.
ContactRule make_rule(const std::string& a, const std::string& b, double restitution, double mu) {
  ContactRule rule{.surface_a = a, .surface_b = b};
  rule.impact = impact::Newton{.restitution = restitution, .friction = mu};
  if (restitution > 0.0) {
    rule.normal = normal::Gonthier{.stiffness = 1e6, .restitution = restitution};
  } else {
    rule.normal = normal::KelvinVoigt{.stiffness = 1e4, .damping = 400.0};
  }
  if (mu > 0.0) {
    rule.friction = friction::Coulomb{.static_coefficient = mu, .kinetic_coefficient = mu, .smoothing_speed = 1e-2};
  }
  return rule;
}

ShapeSpec make_floor() { return {.geometry = shapes::Plane{}, .surface = "floor"}; }

BodySpec make_free(const std::string& name, double mass, const Matrix3& unit_inertia, const Vector3& at,
                   const Vector3& velocity, const Vector3& spin = Vector3::Zero()) {
  BodySpec body{.name = name};
  body.mass = {.mass = mass, .inertia_about_center = mass * unit_inertia};
  body.joint = {.type = JointType::Free,
                .position = {1, 0, 0, 0, at.x(), at.y(), at.z()},
                .velocity = {spin.x(), spin.y(), spin.z(), velocity.x(), velocity.y(), velocity.z()}};
  return body;
}

Model build(std::initializer_list<BodySpec> bodies) {
  ModelBuilder builder = make_builder();
  for (const BodySpec& body : bodies) builder.add_body(body);
  return builder.build();
}

Matrix3 unit_box(const Vector3& size) { return solids::Box{size}.unit_inertia(); }
Matrix3 unit_ball(double radius) { return 0.4 * radius * radius * Matrix3::Identity(); }

// 1 m/s at μ = 0.3: stands after 0.340 s and 0.170 m.
SharedScene make_sliding_block() {
  const Vector3 size(0.4, 0.3, 0.1);
  return {.name = "sliding block that stops",
          .model = build({make_free("block", 1.0, unit_box(size), Vector3(0, 0, 0.05), Vector3(1, 0, 0))}),
          .contacts = {{{.body = "block", .geometry = shapes::Box{size}, .surface = "block"}, make_floor()},
                       {make_rule("block", "floor", 0.0, 0.3)}},
          .duration = 0.5,
          .length = 0.17,
          .speed = 1.0,
          .energy = 0.5,
          .rate = 4.0,
          .softness = 5e-3};
}

SharedScene make_ball(const std::string& name, const BodySpec& ball, const ContactRule& rule, double duration,
                      double rate, double softness) {
  return {.name = name,
          .model = build({ball}),
          .contacts = {{{.body = "ball", .geometry = shapes::Sphere{0.1}, .surface = "ball"}, make_floor()}, {rule}},
          .duration = duration,
          .length = 0.2,
          .speed = 10.0,  // [rad/s]
          .energy = 0.5,
          .rate = rate,
          .softness = softness,
          .left = softness > 0.1 ? 0.2 : 0.02};
}

BodySpec make_shot(double height, const Vector3& velocity, const Vector3& spin = Vector3::Zero()) {
  return make_free("ball", 1.0, unit_ball(0.1), Vector3(0, 0, 0.1 + height), velocity, spin);
}

// 1 m/s at μ = 0.2 rolls after 2/7 v/(μ g) = 0.146 s, with 5/7 of its speed.
SharedScene make_ball_that_starts_to_roll() {
  return make_ball("ball that starts to roll", make_shot(0.0, Vector3(1, 0, 0)), make_rule("ball", "floor", 0.0, 0.2),
                   0.3, 10.0, 2e-2);
}

// It strikes the floor with 1.4 m/s and slips through the impact at 2 m/s, or stops slipping at 0.3 m/s.
SharedScene make_oblique_impact(double speed, double restitution) {
  return make_ball(fmt::format("oblique impact at {} m/s, e = {}", speed, restitution),
                   make_shot(0.05, Vector3(speed, 0, -1)), make_rule("ball", "floor", restitution, 0.15), 0.15, 25.0,
                   restitution > 0.0 ? 0.15 : 2e-2);
}

// 5/7 g b/r = 2.1 m/s²: the ball stands after 0.476 s.
SharedScene make_rolling_ball() {
  ContactRule rule = make_rule("ball", "floor", 0.0, 0.5);
  rule.resistance = {.rolling = 0.03};
  return make_ball("rolling resistance", make_shot(0.0, Vector3(1, 0, 0), Vector3(0, 10, 0)), rule, 0.6, 15.0, 4e-2);
}

// Lets a box go that stands on an edge, turned by an angle about y.
SharedScene make_tilted_box(const std::string& name, const Vector3& size, double angle, double duration, double rate,
                            double softness) {
  const double height = 0.5 * (size.x() * std::sin(angle) + size.z() * std::cos(angle));
  BodySpec box = make_free("box", 1.0, unit_box(size), Vector3(0, 0, height), Vector3::Zero());
  const Quaternion turned = quaternion_from_rotation_vector(Vector3(0, angle, 0));
  std::copy_n(turned.data(), 4, box.joint.position.begin());
  return {.name = name,
          .model = build({box}),
          .contacts = {{{.body = "box", .geometry = shapes::Box{size}, .surface = "box"}, make_floor()},
                       {make_rule("box", "floor", 0.0, 0.8)}},
          .duration = duration,
          .length = 0.2,
          .speed = 1.0,
          .energy = 0.5,
          .rate = rate,
          .softness = softness};
}

// The upper one is braked with 0.4 g, the lower one is drawn with 0.2 g until both have the same speed at 0.170 s, and
// stop with 0.1 g.
SharedScene make_two_blocks() {
  const Vector3 low(1.0, 0.3, 0.1), high(0.2, 0.2, 0.1);
  return {.name = "two blocks",
          .model = build({make_free("low", 1.0, unit_box(low), Vector3(0, 0, 0.05), Vector3::Zero()),
                          make_free("high", 1.0, unit_box(high), Vector3(-0.1, 0, 0.15), Vector3(1, 0, 0))}),
          .contacts = {{{.body = "low", .geometry = shapes::Box{low}, .surface = "low"},
                        {.body = "high", .geometry = shapes::Box{high}, .surface = "high"},
                        make_floor()},
                       {make_rule("low", "floor", 0.0, 0.1), make_rule("low", "high", 0.0, 0.4)}},
          .duration = 0.4,
          .length = 0.2,
          .speed = 1.0,
          .energy = 0.5,
          .rate = 3.0,
          .softness = 3e-2};
}

// Slides on three feet, which its weight presses unequally, and may turn.
SharedScene make_stool(double spin) {
  SharedScene scene{.name = spin == 0.0 ? "stool that slides" : "stool that slides and turns",
                    .model = build({make_free("stool", 2.0, Vector3(0.1, 0.12, 0.15).asDiagonal(), Vector3(0, 0, 0.3),
                                              Vector3(1.5, 0, 0), Vector3(0, 0, spin))}),
                    .contacts = {{make_floor()}, {make_rule("foot", "floor", 0.0, 0.3)}},
                    .duration = 0.3,
                    .length = 0.3,
                    .speed = 1.5,
                    .energy = 2.0,
                    .rate = 2.0,
                    .softness = 5e-3,
                    .turns_its_slip = spin != 0.0};
  for (const Vector3& foot : {Vector3(0.3, 0, -0.3), Vector3(-0.2, 0.2, -0.3), Vector3(-0.2, -0.2, -0.3)}) {
    scene.contacts.shapes.push_back({.body = "stool", .geometry = shapes::Point{}, .at = foot, .surface = "foot"});
  }
  return scene;
}

// One strikes two that touch: all go on together with a third of its speed.
SharedScene make_three_balls() {
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  std::vector<ShapeSpec> shapes;
  for (int i = 0; i < 3; ++i) {
    const std::string name = fmt::format("ball {}", i + 1);
    const double at = i == 0 ? -0.05 : 0.2 * i;
    builder.add_body(make_free(name, 1.0, unit_ball(0.1), Vector3(at, 0, 0), Vector3(i == 0 ? 1.0 : 0.0, 0, 0)));
    shapes.push_back({.body = name, .geometry = shapes::Sphere{0.1}, .surface = "ball"});
  }
  return {.name = "three balls in a row",
          .model = builder.build(),
          .contacts = {shapes, {make_rule("ball", "ball", 0.0, 0.0)}},
          .duration = 0.2,
          .length = 0.2,
          .speed = 1.0,
          .energy = 0.5,
          .rate = 3.0,
          .softness = 5e-2};
}

// Two links whose tip is drawn along the floor.
SharedScene make_dragged_tip() {
  constexpr double kUpper = 0.3, kLower = 0.9, kTurn = 2.0, kLength = 0.5;  // [rad], [rad], [rad/s], [m]
  const double both = kUpper + kLower, bend = -kTurn * (std::sin(kUpper) + std::sin(both)) / std::sin(both);
  ModelBuilder builder = make_builder();
  const auto add = [&](const char* name, const char* parent, double above, double angle, double turn) {
    BodySpec link{.name = name};
    link.mass = {.mass = 1.0,
                 .center_of_mass = Vector3(0, 0, -0.5 * kLength),
                 .inertia_about_center = kLength * kLength / 12.0 * Matrix3::Identity()};
    link.joint.type = JointType::Revolute;
    link.joint.parent = parent;
    link.joint.at = Vector3(0, 0, -above);
    link.joint.axis = Vector3::UnitY();
    link.joint.position = {angle};
    link.joint.velocity = {turn};
    builder.add_body(link);
  };
  add("upper", "world", 0.0, kUpper, kTurn);
  add("lower", "upper", kLength, kLower, bend);
  const double floor = -kLength * (std::cos(kUpper) + std::cos(both));
  return {.name = "tip of a double pendulum",
          .model = builder.build(),
          .contacts = {{{.body = "lower", .geometry = shapes::Point{}, .at = Vector3(0, 0, -kLength), .surface = "tip"},
                        {.geometry = shapes::Plane{}, .at = Vector3(0, 0, floor), .surface = "floor"}},
                       {make_rule("tip", "floor", 0.0, 0.3)}},
          .duration = 0.2,
          .length = 0.2,
          .speed = 2.0,
          .energy = 1.0,
          .rate = 7.0,
          .softness = 1.5e-2};
}

void expect_agreement(const SharedScene& scene) {
  SCOPED_TRACE(scene.name);
  const SharedEnd exact = run_event_driven(scene);
  ASSERT_EQ(exact.fault, "");
  for (const SteppingScheme scheme : kAllSchemes) {
    const bool is_pyramid = scheme == SteppingScheme::StewartTrinkle || scheme == SteppingScheme::AnitescuPotra;
    if (is_pyramid && scene.turns_its_slip) continue;
    for (const double step : {4e-3, 2e-3, 1e-3}) {
      const SharedEnd end = run_in_steps(scene, scheme, step);
      EXPECT_EQ(end.fault, "") << scheme_name(scheme) << ", " << step;
      EXPECT_LT(calc_difference(scene, exact, end), scene.rate * step) << scheme_name(scheme) << ", " << step;
    }
  }
  for (const auto& [stiffer, part] : {std::pair(1.0, 1.0), std::pair(100.0, scene.left)}) {
    const SharedEnd end = run_compliant(scene, stiffer);
    EXPECT_EQ(end.fault, "") << stiffer;
    EXPECT_LT(calc_difference(scene, exact, end), part * scene.softness) << "springs " << stiffer << " times as stiff";
  }
}

TEST(FormulationsAgree, BlockSlidesUntilItStops) { expect_agreement(make_sliding_block()); }

TEST(FormulationsAgree, BallStartsToRollAndIsStoppedByResistance) {
  expect_agreement(make_ball_that_starts_to_roll());
  expect_agreement(make_rolling_ball());
}

TEST(FormulationsAgree, BallStrikesTheFloorAtAnAngle) {
  for (const double speed : {2.0, 0.3}) {
    for (const double restitution : {0.0, 0.5}) expect_agreement(make_oblique_impact(speed, restitution));
  }
}

TEST(FormulationsAgree, BoxesTipOverTheirEdges) {
  expect_agreement(make_tilted_box("box that falls flat", Vector3(0.4, 0.3, 0.1), 0.3, 0.5, 8.0, 5e-3));
  expect_agreement(make_tilted_box("box that rocks", Vector3(0.1, 0.2, 0.4), 0.1, 0.3, 30.0, 0.2));
}

TEST(FormulationsAgree, BlocksSlideOnEachOther) { expect_agreement(make_two_blocks()); }

TEST(FormulationsAgree, StoolSlidesAndTurns) {
  expect_agreement(make_stool(0.0));
  expect_agreement(make_stool(3.0));
}

TEST(FormulationsAgree, BallsInARowGoOnTogether) { expect_agreement(make_three_balls()); }

TEST(FormulationsAgree, TipOfADoublePendulumIsDraggedAlongTheFloor) { expect_agreement(make_dragged_tip()); }

// Impulses too. While the ball touches, gravity has given m g h of them in each step.
TEST(FormulationsAgree, OnTheImpulsesOfABounce) {
  for (const double speed : {2.0, 0.3}) {
    const SharedScene scene = make_oblique_impact(speed, 0.5);
    SimulationOptions options = make_rigid_options(scene.duration, 1e-10);
    options.contacts = scene.contacts;
    const ContactEvent exact = simulate(scene.model, options).contacts.front().impacts.front();
    options.formulation = FormulationKind::TimeStepping;
    for (const SteppingScheme scheme : kAllSchemes) {
      for (const double step : {4e-3, 2e-3, 1e-3}) {
        SCOPED_TRACE(fmt::format("{} m/s, {}, {} s", speed, scheme_name(scheme), step));
        options.time_stepping.scheme = scheme;
        options.time_stepping.step = step;
        const SimulationReport report = simulate(scene.model, options);
        ASSERT_FALSE(report.contacts.front().impacts.empty()) << report.sentence;
        const ContactEvent& impact = report.contacts.front().impacts.front();
        EXPECT_NEAR(impact.impulse, exact.impulse, 2.0 * kGravity * step);
        EXPECT_NEAR(impact.tangential_impulse, exact.tangential_impulse, 2.0 * kGravity * step);
      }
    }
  }
}

}  // namespace
}  // namespace carom::simulation_tests
