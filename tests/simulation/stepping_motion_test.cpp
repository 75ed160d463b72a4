// What a step of time stepping does besides contacts: turning, samples, friction that is a force, and fast bodies.
#include <cmath>
#include <map>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include "carom/simulation/mechanism/mechanism_system.h"
#include "carom/simulation/time_stepping/free_rotation.h"
#include "cases/random_source.h"
#include "simulation/rigid_scenes.h"

namespace carom::simulation_tests {
namespace {

SimulationOptions make_options(double step, double duration, SteppingScheme scheme = SteppingScheme::Peiret) {
  SimulationOptions options{.duration = duration,
                            .record_every = 0.1 * duration,
                            .contacts = {},
                            .formulation = FormulationKind::TimeStepping};
  options.time_stepping.scheme = scheme;
  options.time_stepping.step = step;
  return options;
}

// The midpoint rule keeps energy and the size of the momentum to rounding, whatever the step.
TEST(FreeRotation, KeepsEnergyAndMomentum) {
  cases::RandomSource random(5);
  for (int i = 0; i < 200; ++i) {
    const Matrix3 axes = matrix_from_quaternion(random.rotation());
    const Vector3 moments(1.0, random.uniform(0.2, 1.1), random.uniform(1.0, 1.15));
    const Matrix3 inertia = axes * moments.asDiagonal() * axes.transpose();
    const Vector3 w = random.vector(std::pow(10.0, random.uniform(-3.0, 4.0)));
    const Vector3 after = turn_freely(inertia, w, 1e-3);
    // At most 1000 parts, each of a few roundings.
    EXPECT_NEAR(after.dot(inertia * after), w.dot(inertia * w), 1e-12 * w.dot(inertia * w)) << i;
    EXPECT_NEAR((inertia * after).norm(), (inertia * w).norm(), 1e-12 * (inertia * w).norm()) << i;
  }
}

// A box that tumbles about its middle axis far from everything, with its frame at its centre or at a corner.
TEST(FreeRotation, TumblingBoxKeepsItsEnergyForEveryStep) {
  for (const double step : {1e-4, 1e-3, 1e-2}) {
    for (const Vector3& center : {Vector3(0, 0, 0), Vector3(0.05, 0.1, 0.15)}) {
      ModelBuilder builder;
      builder.set_gravity(Vector3::Zero());
      BodySpec box{.name = "box"};
      box.mass = {.mass = 1.0,
                  .center_of_mass = center,
                  .inertia_about_center = (Vector3(13.0, 10.0, 5.0) * 0.01 / 12.0).asDiagonal()};
      box.joint = {.type = JointType::Free, .position = {1, 0, 0, 0, 0, 0, 10}, .velocity = {1, 100, 1, 1, 2, 0}};
      builder.add_body(box);
      SimulationOptions options = make_options(step, 2.0);
      options.contacts = touch_floor("box", impact::Newton{});
      const SimulationReport report = simulate(builder.build(), options);
      ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
      // 2e4 steps of a few roundings each.
      EXPECT_NEAR(report.ledger.rows.front().value / report.ledger.initial, 1.0, 1e-11) << step;
    }
  }
}

// The wobble itself is right to first order: the orientation of a box against that of many short steps.
TEST(FreeRotation, TumblingConvergesWithTheStep) {
  const auto run = [](double step) {
    ModelBuilder builder;
    builder.set_gravity(Vector3::Zero());
    BodySpec box{.name = "box"};
    box.mass = {.mass = 1.0, .inertia_about_center = (Vector3(13.0, 10.0, 5.0) * 0.01 / 12.0).asDiagonal()};
    box.joint = {.type = JointType::Free, .position = {1, 0, 0, 0, 0, 0, 10}, .velocity = {1, 10, 1, 0, 0, 0}};
    builder.add_body(box);
    SimulationOptions options = make_options(step, 0.3);
    options.contacts = touch_floor("box", impact::Newton{});
    return simulate(builder.build(), options).state.q.head<4>().eval();
  };
  const VectorX exact = run(2.5e-5);
  const double coarse = (run(2e-3) - exact).norm(), fine = (run(1e-3) - exact).norm();
  EXPECT_LT(fine, 0.02);
  EXPECT_LT(fine, 0.6 * coarse);
}

// Three rods on spherical joints whirl without gravity. Their energy swings by ¼ h vᵀ Ṁ v, in proportion to the step,
// and does not grow: with the efforts of inertia of the start of each step it grew by 5, 11 and 28 % in 5 s.
TEST(TreeInertia, WhirlingChainKeepsItsEnergyUpToTheStep) {
  const auto calc_gain = [](double step) {
    ModelBuilder builder;
    builder.set_gravity(Vector3::Zero());
    for (int i = 0; i < 3; ++i) {
      BodySpec rod{.name = "rod" + std::to_string(i)};
      rod.mass = {.mass = 0.05,
                  .center_of_mass = Vector3(0, 0, -0.06),
                  .inertia_about_center = (Vector3(6e-5, 6e-5, 2.5e-6)).asDiagonal()};
      rod.joint = {.type = JointType::Spherical,
                   .parent = i == 0 ? "world" : "rod" + std::to_string(i - 1),
                   .at = i == 0 ? Vector3(0, 0, 0) : Vector3(0, 0, -0.12),
                   .position = {1, 0, 0, 0},
                   .velocity = {i == 0 ? 0.0 : 2.0, i == 0 ? 8.0 : 3.0, 5.0}};
      builder.add_body(rod);
    }
    SimulationOptions options = make_options(step, 5.0);
    options.contacts = touch_floor("rod2", impact::Newton{}, Vector3::Zero(), -10.0);
    const SimulationReport report = simulate(builder.build(), options);
    EXPECT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    return report.ledger.rows.front().value / report.ledger.initial - 1.0;
  };
  for (const double step : {5e-4, 1e-3, 2e-3}) EXPECT_LT(std::abs(calc_gain(step)), 10.0 * step) << step;
}

// A motor presses a body into the floor: it does not move, so that neither the motor works nor the scheme errs.
TEST(TimeStepping, AMotorThatPressesAgainstTheFloorDoesNoWork) {
  for (const SteppingScheme scheme : {SteppingScheme::Peiret, SteppingScheme::MoreauJean}) {
    ModelBuilder builder = make_builder();
    BodySpec ram{.name = "ram"};
    ram.mass = {.mass = 2.0, .inertia_about_center = Matrix3::Identity()};
    ram.joint = {.type = JointType::Prismatic,
                 .axis = Vector3::UnitZ(),
                 .motor = {Motor{.effort = TimeFunction(time_functions::Constant{-100.0})}}};
    builder.add_body(ram);
    SimulationOptions options = make_options(5e-3, 1.0, scheme);
    options.contacts = touch_floor("ram", impact::Newton{});
    const SimulationReport report = simulate(builder.build(), options);
    ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    for (const LedgerRow& row : report.ledger.rows) EXPECT_NEAR(row.value, 0.0, 1e-9) << row.name;
  }
}

// Everything that a sample shows at the end of a step is of that step, and no more than rounding tells them apart.
struct SampleKeeper : Observer {
  struct Shown {
    double speed{}, force{}, slip{};
  };
  std::map<double, Shown> steps;
  std::vector<std::pair<double, Shown>> samples;

  static Shown look(MechanismSystem& system, double time, std::span<const double> y, double speed) {
    EXPECT_TRUE(system.calc_forces(time, y));
    const Contact view = system.look_at_contact(0, y);
    return {speed, view.normal_force, view.slip.norm()};
  }
  [[nodiscard]] bool observe(const Moment& moment) override {
    samples.emplace_back(moment.state.time, look(moment.system, moment.state.time, moment.y, moment.state.v[3]));
    return true;
  }
  [[nodiscard]] bool observe_step(const StepMoment& step) override {
    const double speed = step.y[static_cast<std::size_t>(step.system.model().num_positions()) + 3];
    steps[step.time] = look(step.system, step.time, step.y, speed);
    return true;
  }
};

TEST(TimeStepping, SamplesAtTheEndOfAStepAreOfThatStep) {
  for (const SteppingScheme scheme : {SteppingScheme::Peiret, SteppingScheme::MoreauJean}) {
    for (const double step : {1e-3, 1e-3 / 3.0, 7e-4, 0.000333333333}) {
      for (const int every : {1, 2, 3, 10}) {
        // A ball that skids, on a floor that it strikes once: its speed and slip change with every step.
        const Model model = make_free_ball(Vector3(3, 0, -1), Vector3::Zero());
        SimulationOptions options = make_options(step, 300.0 * step, scheme);
        options.record_every = every * step;
        options.checkpoint_every = 71.0 * step;
        options.contacts = touch_floor_with_ball(impact::Newton{.restitution = 0.5, .friction = 0.1});
        SampleKeeper keeper;
        const SimulationReport report = Simulation(model, model.make_initial_state(), options).run(&keeper);
        ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
        ASSERT_EQ(keeper.samples.size(), 300U / static_cast<unsigned>(every) + 1);
        for (std::size_t i = 1; i < keeper.samples.size(); ++i) {
          const auto& [time, shown] = keeper.samples[i];
          const auto nearest = std::prev(keeper.steps.upper_bound(time + 0.5 * step));
          ASSERT_NEAR(nearest->first, time, 1e-9 * step);
          EXPECT_EQ(shown.speed, nearest->second.speed) << scheme_name(scheme) << " " << step << " at " << time;
          EXPECT_EQ(shown.force, nearest->second.force) << scheme_name(scheme) << " " << step << " at " << time;
          EXPECT_EQ(shown.slip, nearest->second.slip) << scheme_name(scheme) << " " << step << " at " << time;
        }
      }
    }
  }
}

// m v̇ = −μ m g − c v: v + μ m g/c falls with e^(−c t/m), to first order in the step; the account is closed.
TEST(TimeStepping, ViscousFrictionAddsToCoulombs) {
  constexpr double kMu = 0.1, kViscous = 2.0, kSpeed = 5.0, kTime = 0.5;
  for (const SteppingScheme scheme : {SteppingScheme::Peiret, SteppingScheme::MoreauJean,
                                      SteppingScheme::StewartTrinkle, SteppingScheme::AnitescuPotra}) {
    for (const double step : {1e-3, 1e-4}) {
      ModelBuilder builder = make_builder();
      BodySpec block{.name = "point"};
      block.mass = {.mass = 1.0, .inertia_about_center = 1e6 * Matrix3::Identity()};
      block.joint = {.type = JointType::Free, .velocity = {0, 0, 0, kSpeed, 0, 0}};
      builder.add_body(block);
      SimulationOptions options = make_options(step, kTime, scheme);
      options.contacts = touch_floor("point", impact::Newton{});
      options.contacts.rules.front().friction =
          friction::Liang{.friction = kMu, .bristle_stiffness = 1e6, .viscous = kViscous};
      const SimulationReport report = simulate(builder.build(), options);
      ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
      const double rest = kMu * 9.81 / kViscous;
      const double exact = (kSpeed + rest) * std::exp(-kViscous * kTime) - rest;
      // One step of no viscous force at first, c h/2 in every step after: below 2 c h v.
      EXPECT_NEAR(report.state.v[3], exact, 2.0 * kViscous * step * kSpeed) << scheme_name(scheme) << " " << step;
      EXPECT_NEAR(dissipated(report, "friction"), 12.5 - 0.5 * exact * exact, 4.0 * kViscous * step * 25.0);
      EXPECT_NEAR(report.ledger.residual(), 0.0, 1e-9 * report.ledger.scale);
    }
  }
}

// Viscous friction so strong that explicit steps would reverse the slip, and more so at each of four feet, brings a
// plate to rest.
TEST(TimeStepping, StrongViscousFrictionStopsWithoutReversing) {
  ModelBuilder builder = make_builder();
  BodySpec table{.name = "table"};
  table.mass = {.mass = 1.0, .inertia_about_center = 0.1 * Matrix3::Identity()};
  table.joint = {.type = JointType::Free, .velocity = {0, 0, 3, 1, 0.5, 0}};
  builder.add_body(table);
  SimulationOptions options = make_options(1e-3, 0.1);
  options.contacts = touch_floor("table", impact::Newton{});
  options.contacts.shapes.erase(options.contacts.shapes.begin());
  for (const double x : {-0.2, 0.2}) {
    for (const double y : {-0.2, 0.2}) {
      options.contacts.shapes.push_back(
          {.body = "table", .geometry = shapes::Point{}, .at = Vector3(x, y, 0.0), .surface = "tip"});
    }
  }
  options.contacts.rules.front().friction = friction::Liang{.friction = 0.0, .bristle_stiffness = 1e4, .viscous = 1e7};
  const SimulationReport report = simulate(builder.build(), options);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_LT(report.state.v.norm(), 1e-6);
  EXPECT_NEAR(report.ledger.residual(), 0.0, 1e-9 * report.ledger.scale);
}

// A block that sticks on bristles swings as a damped spring: x = v₀/ω_d e^(−ζω t) sin ω_d t.
TEST(TimeStepping, BristleDampingDampsTheSwingOfAStuckBlock) {
  constexpr double kStiffness = 1e4, kDamping = 40.0, kSpeed = 1e-3, kTime = 0.05;
  const double omega = std::sqrt(kStiffness), zeta = 0.5 * kDamping / omega, swing = omega * std::sqrt(1 - zeta * zeta);
  const double exact = kSpeed / swing * std::exp(-zeta * omega * kTime) * std::sin(swing * kTime);
  double last = 0.0;
  for (const double step : {2e-5, 1e-5}) {
    ModelBuilder builder = make_builder();
    BodySpec block{.name = "point"};
    block.mass = {.mass = 1.0, .inertia_about_center = 1e6 * Matrix3::Identity()};
    block.joint = {.type = JointType::Free, .velocity = {0, 0, 0, kSpeed, 0, 0}};
    builder.add_body(block);
    SimulationOptions options = make_options(step, kTime);
    options.contacts = touch_floor("point", impact::Newton{});
    options.contacts.rules.front().friction =
        friction::CundallStrack{.friction = 0.5, .bristle_stiffness = kStiffness, .bristle_damping = kDamping};
    const SimulationReport report = simulate(builder.build(), options);
    ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    const double error = report.state.q[4] - exact;
    // Backward Euler damps by ω h/2 more: 1e-3 of the first swing, v₀/ω = 1e-5 m, over five radians.
    EXPECT_LT(std::abs(error), 5e-8);
    if (last != 0.0) {
      EXPECT_NEAR(error / last, 0.5, 0.05);
    }
    last = error;
    // What the swing lost went to the damping, but for what backward Euler took: ω h/2 of ζ.
    const double energy = 0.5 * kSpeed * kSpeed, left = std::exp(-2.0 * zeta * omega * kTime);
    EXPECT_GT(dissipated(report, "friction"), (1.0 - 2.0 * left) * energy);
    EXPECT_LT(std::abs(report.ledger.rows.back().value), 0.02 * energy) << report.ledger.rows.back().name;
  }
}

struct FastShot {
  ShapeGeometry geometry;
  double speed{}, step{}, restitution{};
  Vector3 start{Vector3::Zero()}, direction{Vector3::UnitX()};
};

// Onto a fixed plate of 1 mm in the plane x = 0, four metres wide.
SimulationReport shoot_at_plate(const FastShot& shot, SteppingScheme scheme, int steps) {
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  BodySpec bullet{.name = "bullet"};
  bullet.mass = {.mass = 0.1, .inertia_about_center = 1e-4 * Matrix3::Identity()};
  const Vector3 v = shot.speed * shot.direction;
  bullet.joint = {.type = JointType::Free,
                  .position = {1, 0, 0, 0, shot.start.x(), shot.start.y(), shot.start.z()},
                  .velocity = {0, 0, 0, v.x(), v.y(), v.z()}};
  builder.add_body(bullet);
  SimulationOptions options = make_options(shot.step, steps * shot.step, scheme);
  options.contacts = make_setup({{.body = "bullet", .geometry = shot.geometry, .surface = "bullet"},
                                 {.geometry = shapes::Box{Vector3(1e-3, 4.0, 4.0)}, .surface = "plate"}},
                                "bullet", "plate", impact::Newton{.restitution = shot.restitution, .friction = 0.2});
  return simulate(builder.build(), options);
}

// Balls, boxes and capsules at 10 to 1e5 m/s against a plate of 1 mm, with steps from 10 µs to 10 ms: whatever is shot
// at the plate stays on its side of it, with the speed that its restitution leaves.
TEST(FastBodies, DoNotPassThroughAThinPlate) {
  cases::RandomSource random(23);
  const ShapeGeometry geometries[] = {shapes::Sphere{0.01}, shapes::Box{Vector3(0.02, 0.03, 0.01)},
                                      shapes::Capsule{0.005, 0.02}};
  int ended = 0;
  for (int i = 0; i < 240; ++i) {
    FastShot shot{.geometry = geometries[i % 3], .restitution = i % 2 == 0 ? 0.0 : 0.5};
    shot.speed = std::pow(10.0, random.uniform(1.0, 5.0));
    shot.step = std::pow(10.0, random.uniform(-5.0, -2.0));
    shot.direction = Vector3(1.0, random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3)).normalized();
    // Hits the plate within its middle metre, after up to three steps.
    const double way = 0.05 + random.uniform(0.0, 3.0) * shot.speed * shot.step;
    shot.start = Vector3(0.0, random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5)) - way * shot.direction;
    const auto scheme = static_cast<SteppingScheme>(i % 4);
    const SimulationReport report = shoot_at_plate(shot, scheme, 5);
    const std::string what = std::string(scheme_name(scheme)) + ", shot " + std::to_string(i) + " at " +
                             std::to_string(shot.speed) + " m/s, step " + std::to_string(shot.step);
    // What has edges turns on them, in a step more often than a turn: such a run may end in words.
    if (i % 3 != 0 && report.status == SimulationStatus::Failed) {
      ++ended;
      continue;
    }
    ASSERT_EQ(report.status, SimulationStatus::Finished) << what << ": " << report.sentence;
    EXPECT_LT(report.state.q[4], 0.0) << what;
    EXPECT_NEAR(report.ledger.residual(), 0.0, 1e-9 * report.ledger.scale) << what;
    if (i % 3 != 0 || 5.0 * shot.speed * shot.step < 1.2 * way) continue;
    // A gap of 0.5 nm, at which they count as touching, may be closed in the last step.
    EXPECT_NEAR(report.state.v[3], -shot.restitution * shot.speed * shot.direction.x(), 1e-6 * shot.speed + 1e-4)
        << what;
  }
  EXPECT_LT(ended, 40);
}

// What flies past the edge of the plate is not stopped by it.
TEST(FastBodies, FlyPastWhatTheyDoNotTouch) {
  for (const SteppingScheme scheme : {SteppingScheme::Peiret, SteppingScheme::MoreauJean,
                                      SteppingScheme::StewartTrinkle, SteppingScheme::AnitescuPotra}) {
    for (const double speed : {100.0, 1e3, 1e4}) {
      const FastShot shot{.geometry = shapes::Sphere{0.01},
                          .speed = speed,
                          .step = 1e-2,
                          .start = Vector3(-0.3 * speed * 1e-2, 2.02, 0.0)};
      const SimulationReport report = shoot_at_plate(shot, scheme, 3);
      ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
      EXPECT_EQ(report.state.v[3], speed);
      EXPECT_EQ(report.contacts.front().episodes, 0);
    }
  }
}

// A ball between two plates strikes them so often within a step that the step is given up, in words.
TEST(FastBodies, TooManyTouchesInAStepEndTheRun) {
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  BodySpec ball{.name = "ball"};
  ball.mass = {.mass = 0.1, .inertia_about_center = 1e-4 * Matrix3::Identity()};
  ball.joint = {.type = JointType::Free, .velocity = {0, 0, 0, 1e5, 0, 0}};
  builder.add_body(ball);
  SimulationOptions options = make_options(1e-2, 1e-1);
  options.contacts =
      make_setup({{.body = "ball", .geometry = shapes::Sphere{0.01}, .surface = "ball"},
                  {.geometry = shapes::Box{Vector3(1e-3, 1.0, 1.0)}, .at = Vector3(0.05, 0, 0), .surface = "plate"},
                  {.geometry = shapes::Box{Vector3(1e-3, 1.0, 1.0)}, .at = Vector3(-0.05, 0, 0), .surface = "plate"}},
                 "ball", "plate", impact::Newton{.restitution = 1.0});
  const SimulationReport report = simulate(builder.build(), options);
  EXPECT_EQ(report.status, SimulationStatus::Failed);
  EXPECT_NE(report.sentence.find("pass through each other at contact"), std::string::npos) << report.sentence;
}

}  // namespace
}  // namespace carom::simulation_tests
