// Simulations that somebody else steps: the same bits as whole runs, inputs that act at once, the present at any
// moment.
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "simulation/rigid_scenes.h"
#include "support/allocation_counter.h"

namespace carom::simulation_tests {
namespace {

constexpr double kGravity = 9.81;  // [m/s²]

struct Way {
  std::string name;
  SimulationOptions options;
};

SimulationOptions with_steps(FixedMethod method, double step) {
  SimulationOptions options;
  options.integrator = FixedStepOptions{.method = method, .step = step};
  return options;
}

/// Every formulation, with steps of each kind.
std::vector<Way> list_ways() {
  SimulationOptions adaptive, fixed = with_steps(FixedMethod::Rk4, 1e-4), events = make_rigid_options(1.0),
                              steps{.formulation = FormulationKind::TimeStepping}, implicit;
  SimulationOptions fixed_events = with_steps(FixedMethod::Rk4, 1e-3);
  fixed_events.formulation = FormulationKind::EventDriven;
  adaptive.integrator = AdaptiveOptions{.relative_tolerance = 1e-8, .absolute_tolerance = 1e-10};
  implicit.integrator =
      AdaptiveOptions{.method = AdaptiveMethod::Radau, .relative_tolerance = 1e-8, .absolute_tolerance = 1e-10};
  steps.time_stepping.step = 1e-3;
  return {{"adaptive", adaptive}, {"radau", implicit},           {"rk4", fixed},
          {"events", events},     {"events, rk4", fixed_events}, {"steps", steps}};
}

bool has_fixed_steps(const Way& way) {
  return way.options.formulation == FormulationKind::TimeStepping ||
         std::holds_alternative<FixedStepOptions>(way.options.integrator);
}

/// A ball on the floor that can only move up and down, and one beside it on a cart that a motor may push.
Model make_ball_and_cart(double height) {
  ModelBuilder builder = make_builder();
  BodySpec ball{.name = "ball", .mass = {.mass = 2.0, .inertia_about_center = 0.01 * Matrix3::Identity()}};
  ball.joint = {.type = JointType::Prismatic, .axis = Vector3::UnitZ(), .position = {height}};
  builder.add_body(ball);
  BodySpec cart{.name = "cart", .mass = {.mass = 4.0, .inertia_about_center = Matrix3::Identity()}};
  cart.joint = {.type = JointType::Prismatic, .axis = Vector3::UnitX()};
  cart.joint.name = "rail";
  builder.add_body(cart);
  BodySpec free{.name = "free", .mass = {.mass = 1.0, .inertia_about_center = Vector3(1, 2, 3).asDiagonal()}};
  free.joint = {.type = JointType::Free, .position = {1, 0, 0, 0, 0, 0, 50}};
  builder.add_body(free);
  return builder.build();
}

ContactSetup touch_with_every_law() {
  ContactSetup setup = touch_floor_with_ball(impact::Newton{0.5});
  setup.rules.front().normal = normal::KelvinVoigt{.stiffness = 1e5, .damping = 600.0};
  setup.rules.front().friction = friction::Coulomb{};
  return setup;
}

std::vector<Way> list_ways_with_contact() {
  std::vector<Way> ways = list_ways();
  for (Way& way : ways) way.options.contacts = touch_with_every_law();
  return ways;
}

void expect_same_bits(const State& a, const State& b, const std::string& where) {
  EXPECT_EQ(a.time, b.time) << where;
  EXPECT_EQ((a.q.array() == b.q.array()).all(), true) << where << "\n" << (a.q - b.q).transpose();
  EXPECT_EQ((a.v.array() == b.v.array()).all(), true) << where << "\n" << (a.v - b.v).transpose();
}

double find_row(const Ledger& ledger, const std::string& name) {
  for (const LedgerRow& row : ledger.rows) {
    if (row.name == name) return row.value;
  }
  return std::nan("");
}

Simulation make_simulation(const Way& way, double height = 0.3) {
  Model model = make_ball_and_cart(height);
  State initial = model.make_initial_state();
  return Simulation({.model = std::move(model), .initial = std::move(initial), .options = way.options});
}

TEST(Steps, AWholeRunHasTheBitsOfItsSteps) {
  for (const Way& way : list_ways_with_contact()) {
    Simulation whole = make_simulation(way), stepped = make_simulation(way);
    const SimulationReport report = whole.run();
    EXPECT_EQ(report.status, SimulationStatus::Finished) << way.name << ": " << report.sentence;
    while (stepped.time() < 1.0) stepped.step();
    expect_same_bits(whole.state(), stepped.state(), way.name);
    EXPECT_EQ(stepped.report().contacts.front().num_impacts, report.contacts.front().num_impacts) << way.name;
    EXPECT_EQ(stepped.ledger().residual(), report.ledger.residual()) << way.name;
  }
}

// Calls whose ends are ends of steps.
TEST(Steps, FixedStepsHaveTheSameBitsHoweverTheyAreDivided) {
  for (const Way& way : list_ways_with_contact()) {
    if (!has_fixed_steps(way)) continue;
    Simulation whole = make_simulation(way), divided = make_simulation(way);
    (void)whole.run();
    for (int i = 1; i <= 125; ++i) divided.advance_to(i * 8e-3);
    expect_same_bits(whole.state(), divided.state(), way.name);
  }
}

TEST(Steps, EndWhereTheyAreAskedTo) {
  for (const Way& way : list_ways_with_contact()) {
    Simulation simulation = make_simulation(way);
    for (const double time : {1e-3, 0.1234567, 0.1234568, 0.5, 0.75, 1.3}) {  // beyond the duration too
      EXPECT_TRUE(simulation.advance_to(time)) << way.name;
      EXPECT_EQ(simulation.time(), time) << way.name;
      EXPECT_EQ(simulation.state().time, time) << way.name;
    }
    EXPECT_TRUE(simulation.advance(0.0));
    EXPECT_EQ(simulation.time(), 1.3);
    const SimulationReport report = simulation.run();  // at its end already
    EXPECT_EQ(report.status, SimulationStatus::Finished) << way.name << report.sentence;
    EXPECT_TRUE(simulation.advance(0.1)) << way.name;
    EXPECT_DOUBLE_EQ(simulation.time(), 1.4) << way.name;
  }
}

// A time that differs from the present by rounding is the present: contacts keep their forces.
TEST(Steps, ARoundingOfTheClockIsNoStep) {
  for (const Way& way : list_ways_with_contact()) {
    Simulation simulation = make_simulation(way, kBallRadius);
    simulation.advance(1e-300);
    simulation.advance_to(1.5);
    ASSERT_EQ(simulation.contacts().size(), 1U) << way.name;
    const double force = simulation.contacts().front().normal_force;
    simulation.advance_to(std::nextafter(1.5, 2.0));
    ASSERT_EQ(simulation.contacts().size(), 1U) << way.name;
    EXPECT_NEAR(simulation.contacts().front().normal_force, force, 1e-6 * force) << way.name;
    EXPECT_EQ(simulation.time(), std::nextafter(1.5, 2.0)) << way.name;
    simulation.advance_to(1.6);
    EXPECT_NEAR(simulation.contacts().front().normal_force, 2.0 * kGravity, 2e-2) << way.name;
  }
}

TEST(Steps, ASavedMomentGoesOnWithTheSameBits) {
  for (const Way& way : list_ways_with_contact()) {
    for (const double when : {0.0, 0.1, 0.245, 0.2475, 0.6}) {  // in flight, in an impact, among bounces
      Simulation first = make_simulation(way);
      first.effort("rail") = 2.0;
      first.advance_to(when);
      const Checkpoint saved = first.save();
      const double set = first.effort("rail");
      first.advance_to(when + 0.4);
      const State end = first.state();
      const double residual = first.ledger().residual();
      first.effort("rail") = -7.0;
      first.force("free") = Vector3(1, 2, 3);
      first.gravity() = Vector3(0, 0, -1.6);
      first.advance(0.1);

      first.restore(saved);
      EXPECT_EQ(first.time(), when) << way.name;
      EXPECT_EQ(first.effort("rail"), set) << way.name;
      first.advance_to(when + 0.4);
      expect_same_bits(first.state(), end, way.name + ", restored");
      EXPECT_EQ(first.ledger().residual(), residual) << way.name;

      first.restore(saved);
      first.restore(first.save());  // saved again at once
      EXPECT_EQ(first.effort("rail"), set) << way.name;
      first.advance_to(when + 0.4);
      expect_same_bits(first.state(), end, way.name + ", saved twice");

      const Model model = make_ball_and_cart(0.3);
      Simulation second(model, saved, way.options);  // in another simulation
      second.advance_to(when + 0.4);
      expect_same_bits(second.state(), end, way.name + ", another");
    }
  }
}

TEST(Steps, ResetGoesBackToTheStart) {
  for (const Way& way : list_ways_with_contact()) {
    Simulation simulation = make_simulation(way);
    simulation.advance_to(0.5);
    const State before = simulation.state();
    simulation.effort("rail") = 3.0;
    simulation.torque("free") = Vector3(0, 1, 0);
    simulation.gravity() = Vector3(1, 0, 0);
    simulation.advance_to(0.8);
    simulation.reset();
    EXPECT_EQ(simulation.time(), 0.0);
    EXPECT_EQ(simulation.effort("rail"), 0.0);
    EXPECT_EQ(Vector3(simulation.gravity()), Vector3(0, 0, -kGravity));
    EXPECT_EQ(simulation.ledger().find("inputs"), nullptr);
    simulation.advance_to(0.5);
    expect_same_bits(simulation.state(), before, way.name);
  }
}

TEST(Steps, AnotherStateStartsAnew) {
  for (const Way& way : list_ways_with_contact()) {
    Simulation simulation = make_simulation(way);
    simulation.advance_to(0.5);
    State state = simulation.model().make_initial_state();
    state.time = 3.0;
    state.q[0] = 10.0;
    state.v[0] = 1.0;
    simulation.set_state(state);
    EXPECT_EQ(simulation.time(), 3.0);
    simulation.advance(0.25);
    EXPECT_NEAR(simulation.velocity("ball"), 1.0 - 0.25 * kGravity, 1e-9) << way.name;
    EXPECT_NEAR(simulation.ledger().residual(), 0.0, 1e-6) << way.name;
  }
}

// A force changes the velocity by F t / m from the moment at which it is set, no step later or earlier; and its work is
// booked.
TEST(Inputs, EffortsAndForcesActFromTheMomentAtWhichTheyAreSet) {
  for (const Way& way : list_ways_with_contact()) {
    Simulation simulation = make_simulation(way);
    simulation.advance_to(0.3);
    EXPECT_EQ(simulation.velocity("rail"), 0.0) << way.name;
    simulation.effort("rail") = 8.0;
    if (has_fixed_steps(way)) {
      simulation.step();
      EXPECT_NEAR(simulation.velocity("rail"), 2.0 * (simulation.time() - 0.3), 1e-12) << way.name;
    }
    simulation.advance_to(0.4);
    EXPECT_NEAR(simulation.velocity("rail"), 0.2, 1e-12) << way.name;
    simulation.effort("rail") = -4.0;
    simulation.force("free") = Vector3(3.0, 0.0, kGravity);
    simulation.torque("free") = Vector3(0.0, 0.0, 0.6);
    const double fallen = simulation.velocity("free", 5);
    simulation.advance_to(0.7);
    EXPECT_NEAR(simulation.velocity("rail"), -0.1, 1e-12) << way.name;
    EXPECT_NEAR(simulation.velocity("free", 3), 0.9, 1e-12) << way.name;
    EXPECT_NEAR(simulation.velocity("free", 5), fallen, 1e-9) << way.name;
    EXPECT_NEAR(simulation.velocity("free", 2), 0.06, 1e-12) << way.name;
    // ½ m v² of each, and what was lifted against gravity.
    const double work = 0.5 * 4.0 * 0.01 + 0.5 * 0.81 + 0.5 * 3.0 * 0.0036 + kGravity * fallen * 0.3;
    EXPECT_NEAR(find_row(simulation.ledger(), "inputs"), work, 1e-6 * std::abs(work)) << way.name;
    EXPECT_NEAR(simulation.ledger().residual(), 0.0, 1e-5 * simulation.ledger().scale) << way.name;
  }
}

// What a controller sets every millisecond is what acts in that millisecond.
TEST(Inputs, AForceOfEveryTickIsTheSumOfItsTicks) {
  for (const Way& way : list_ways()) {
    Simulation simulation = make_simulation(way);
    double momentum = 0.0;
    ScalarInput rail = simulation.effort("rail");
    for (int tick = 0; tick < 200; ++tick) {
      rail = std::sin(0.1 * tick);
      momentum += 1e-3 * std::sin(0.1 * tick);
      simulation.advance(1e-3);
    }
    EXPECT_NEAR(4.0 * simulation.velocity("rail"), momentum, 1e-13) << way.name;
  }
}

TEST(Inputs, GravityActsAtOnceAndItsWorkIsBooked) {
  for (const Way& way : list_ways_with_contact()) {
    Simulation simulation = make_simulation(way, 5.0);
    simulation.advance_to(0.2);
    simulation.gravity() = Vector3(2.0, 0.0, 4.0);
    simulation.advance_to(0.5);
    EXPECT_NEAR(simulation.velocity("ball"), -0.2 * kGravity + 0.3 * 4.0, 1e-9) << way.name;
    EXPECT_NEAR(simulation.velocity("rail"), 0.3 * 2.0, 1e-9) << way.name;
    EXPECT_NEAR(simulation.ledger().residual(), 0.0, 1e-4 * simulation.ledger().scale) << way.name;
    EXPECT_NE(simulation.report().verdict.grade, Grade::Failed) << way.name;
  }
}

// A ball at rest presses on the floor with its weight, whatever gravity is.
TEST(Inputs, ContactsFollowGravityAndForces) {
  for (const Way& way : list_ways_with_contact()) {
    Simulation simulation = make_simulation(way, kBallRadius);
    const auto find_force = [&] {
      double force = 0.0;
      for (const Contact& contact : simulation.contacts()) force += contact.normal_force;
      return force;
    };
    simulation.advance_to(1.5);
    EXPECT_NEAR(find_force(), 2.0 * kGravity, 2e-2) << way.name;
    simulation.force("ball") = Vector3(5.0, 0.0, -30.0);
    simulation.advance(1.5);
    EXPECT_NEAR(find_force(), 2.0 * kGravity + 30.0, 2e-2) << way.name;
    simulation.gravity() = Vector3(0.0, 0.0, -1.0);
    simulation.advance(1.5);
    EXPECT_NEAR(find_force(), 2.0 + 30.0, 5e-2) << way.name;
    simulation.force("ball") = Vector3::Zero();
    simulation.gravity() = Vector3(0.0, 0.0, 1.0);
    simulation.advance(0.5);
    EXPECT_TRUE(simulation.contacts().empty()) << way.name;
    EXPECT_NEAR(simulation.velocity("ball"), 0.5, 5e-2) << way.name;  // springs gave it a little
  }
}

Model make_slider_with_bob() {
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  BodySpec slider{.name = "slider", .mass = {.mass = 3.0, .inertia_about_center = Matrix3::Identity()}};
  slider.joint = {.type = JointType::Prismatic, .axis = Vector3::UnitX()};
  slider.joint.drive = {TimeFunction(time_functions::Sine{.amplitude = 0.1, .angular_frequency = 3.0})};
  builder.add_body(slider);
  BodySpec bob{.name = "bob", .mass = {.mass = 1.0, .center_of_mass = {0, 0, -0.5}}};
  bob.joint = {.type = JointType::Revolute, .parent = "slider", .axis = Vector3::UnitY()};
  bob.joint.motor = {{.target = TimeFunction(time_functions::Constant{0.0})}};
  builder.add_body(bob);
  return builder.build();
}

// The bob hangs straight down from what changes its speed by V at once: it turns at V/l, and the drive has done the
// work.
TEST(Inputs, ADriveThatIsSetTakesWhatItCarriesAlongByAnImpulse) {
  for (const Way& way : list_ways()) {
    ModelBuilder builder;
    builder.set_gravity(Vector3::Zero());
    BodySpec slider{.name = "slider", .mass = {.mass = 3.0, .inertia_about_center = Matrix3::Identity()}};
    slider.joint = {.type = JointType::Prismatic, .axis = Vector3::UnitX()};
    slider.joint.drive = {TimeFunction(time_functions::Constant{0.25})};
    builder.add_body(slider);
    BodySpec bob{.name = "bob", .mass = {.mass = 1.0, .center_of_mass = {0, 0, -0.5}}};
    bob.joint = {.type = JointType::Revolute, .parent = "slider", .axis = Vector3::UnitY()};
    builder.add_body(bob);
    const Model model = builder.build();
    Simulation simulation(model, model.make_initial_state(), way.options);
    simulation.advance_to(0.5);
    EXPECT_EQ(simulation.position("slider"), 0.25) << way.name;
    simulation.drive_speed("slider") = 2.0;
    EXPECT_EQ(simulation.position("slider"), 0.25) << way.name;
    EXPECT_EQ(simulation.velocity("slider"), 2.0) << way.name;
    EXPECT_NEAR(simulation.velocity("bob"), 4.0, 1e-12) << way.name;  // its mass stays where it is
    EXPECT_NEAR(simulation.point_velocity("bob", Vector3(0, 0, -0.5)).norm(), 0.0, 1e-12) << way.name;
    EXPECT_NEAR(find_row(simulation.ledger(), "driven joints"), 0.5 * 3.0 * 4.0, 1e-12) << way.name;
    simulation.advance_to(0.75);
    EXPECT_NEAR(simulation.position("slider"), 0.75, 1e-12) << way.name;
    EXPECT_NEAR(simulation.ledger().residual(), 0.0, 2e-2) << way.name;
    simulation.drive_speed("slider") = 0.0;
    simulation.advance_to(0.8);
    EXPECT_NEAR(simulation.position("slider"), 0.75, 1e-12) << way.name;
    simulation.reset();
    simulation.advance_to(0.6);
    EXPECT_EQ(simulation.position("slider"), 0.25) << way.name;
  }
}

// The motor of a scene whose target steps, and the same target set by hand.
TEST(Inputs, TargetsActAsThoseOfMotors) {
  for (const Way& way : list_ways()) {
    const auto make = [](const TimeFunction& target) {
      ModelBuilder builder = make_builder();
      BodySpec arm{.name = "arm", .mass = {.mass = 1.0, .center_of_mass = {0, 0, -0.5}}};
      arm.joint = {.type = JointType::Revolute, .axis = Vector3::UnitY()};
      arm.joint.motor = {{.target = target, .position_gain = 40.0, .velocity_gain = 3.0, .limit = 6.0}};
      builder.add_body(arm);
      return builder.build();
    };
    using time_functions::Table;
    const Model by_table =
        make(TimeFunction(Table{{0.0, 0.2, 0.4}, {0.0, 0.5, -0.5}, {}, time_functions::TableKind::Step}));
    const Model by_hand = make(TimeFunction(time_functions::Constant{0.0}));
    Simulation table(by_table, by_table.make_initial_state(), way.options);
    Simulation hand(by_hand, by_hand.make_initial_state(), way.options);
    table.advance_to(0.8);
    hand.advance_to(0.2);
    hand.target("arm") = 0.5;
    hand.advance_to(0.4);
    hand.target("arm") = -0.5;
    hand.advance_to(0.8);
    EXPECT_NEAR(hand.position("arm"), table.position("arm"), 1e-7) << way.name;
    EXPECT_NEAR(hand.velocity("arm"), table.velocity("arm"), 1e-6) << way.name;
    EXPECT_NEAR(hand.ledger().residual(), 0.0, 1e-2) << way.name;
    hand.target_rate("arm") = 0.25;
    EXPECT_EQ(hand.target("arm"), -0.5);
    EXPECT_EQ(hand.target_rate("arm"), 0.25);
  }
}

std::string catch_input_error(const std::function<void()>& act) {
  try {
    act();
  } catch (const InputError& error) {
    return error.what();
  }
  return "nothing";
}

TEST(Inputs, RefuseWhatTheyCannotBe) {
  const Way way = list_ways().front();
  const Model model = make_slider_with_bob();
  Simulation simulation(model, model.make_initial_state(), way.options);
  EXPECT_NE(catch_input_error([&] { simulation.effort("bop") = 1.0; }).find("bob"), std::string::npos);
  EXPECT_NE(catch_input_error([&] { simulation.force("slidr") = Vector3::Zero(); }).find("slider"), std::string::npos);
  EXPECT_NE(catch_input_error([&] { simulation.effort("slider") = 1.0; }).find("driven"), std::string::npos);
  EXPECT_NE(catch_input_error([&] { simulation.effort("bob", 1) = 1.0; }).find("degrees"), std::string::npos);
  EXPECT_NE(catch_input_error([&] { simulation.target("slider") = 1.0; }).find("motor"), std::string::npos);
  EXPECT_NE(catch_input_error([&] { simulation.drive_speed("bob") = 1.0; }).find("not driven"), std::string::npos);
  EXPECT_NE(catch_input_error([&] { simulation.effort("bob") = std::nan(""); }).find("finite"), std::string::npos);
  EXPECT_NE(catch_input_error([&] { simulation.gravity() = Vector3(0, 0, INFINITY); }).find("finite"),
            std::string::npos);
  EXPECT_NE(catch_input_error([&] { simulation.advance(-1.0); }).find("negative"), std::string::npos);
  EXPECT_NE(catch_input_error([&] { simulation.advance(std::nan("")); }).find("finite"), std::string::npos);
  simulation.advance(0.5);
  EXPECT_NE(catch_input_error([&] { simulation.advance_to(0.25); }).find("present"), std::string::npos);
  SimulationOptions options = way.options;
  Simulation other = make_simulation(way);
  EXPECT_NE(catch_input_error([&] { other.restore(simulation.save()); }).find("checkpoint"), std::string::npos);
  options.threads = -1;
  EXPECT_NE(catch_input_error([&] { Simulation(model, model.make_initial_state(), options); }).find("threads"),
            std::string::npos);
  State state = simulation.state();
  state.v.resize(1);
  EXPECT_NE(catch_input_error([&] { simulation.set_state(state); }).find("velocities, found"), std::string::npos);
  EXPECT_NE(catch_input_error([&] { simulation.set_state({}); }).find("positions"), std::string::npos);
  state = simulation.state();
  state.q[0] = std::nan("");
  EXPECT_NE(catch_input_error([&] { simulation.set_state(state); }).find("finite"), std::string::npos);
  state = simulation.state();
  state.time = INFINITY;
  EXPECT_NE(catch_input_error([&] { simulation.set_state(state); }).find("finite"), std::string::npos);
  simulation.advance(0.1);  // nothing of all this has harmed it
  EXPECT_DOUBLE_EQ(simulation.time(), 0.6);
}

// A ball that was pushed through the floor: what objects to that objects to each further step, until the state is
// another.
TEST(Steps, WhatCannotBeRightDoesNotGoOn) {
  Way way = list_ways_with_contact()[2];
  Simulation simulation = make_simulation(way, kBallRadius);
  const Checkpoint saved = simulation.save();
  simulation.force("ball") = Vector3(0.0, 0.0, -1e5);
  EXPECT_THROW(simulation.advance(0.5), SimulationError);
  const double stopped = simulation.time();
  EXPECT_THROW(simulation.step(), SimulationError);
  EXPECT_THROW(simulation.advance(0.5), SimulationError);
  EXPECT_EQ(simulation.time(), stopped);
  simulation.restore(saved);
  EXPECT_TRUE(simulation.advance(0.01));
}

TEST(Steps, AFailureIsThrownAndTheStateIsThatOfTheLastGoodStep) {
  Way way = list_ways()[2];
  way.options.integrator = FixedStepOptions{.method = FixedMethod::Rk4, .step = 1e-3, .max_steps = 20};
  way.options.duration = 0.02;
  Simulation simulation = make_simulation(way);
  simulation.advance_to(0.015);
  const Checkpoint saved = simulation.save();
  double failed_at = 0.0;
  try {
    simulation.advance(1.0);
  } catch (const SimulationError& error) {
    failed_at = error.time();
    EXPECT_NE(std::string(error.what()).find("steps"), std::string::npos) << error.what();
  }
  EXPECT_NEAR(failed_at, 0.020, 1e-9);
  EXPECT_EQ(simulation.time(), failed_at);
  EXPECT_THROW(simulation.step(), SimulationError);
  simulation.restore(saved);
  EXPECT_EQ(simulation.time(), 0.015);
  simulation.advance(1e-3);
  EXPECT_DOUBLE_EQ(simulation.time(), 0.016);
}

TEST(Steps, ContactsSayWhoTouchesWhomAndHow) {
  for (const Way& way : list_ways_with_contact()) {
    Simulation simulation = make_simulation(way, kBallRadius);
    simulation.advance_to(0.9);
    ASSERT_EQ(simulation.contacts().size(), 1U) << way.name;
    const Contact& contact = simulation.contacts().front();
    EXPECT_EQ(contact.name, "ball/floor") << way.name;
    EXPECT_EQ(contact.id, (ContactId{0, 1, 0})) << way.name;
    EXPECT_EQ(contact.body_a, 1) << way.name;
    EXPECT_EQ(contact.body_b, 0) << way.name;
    EXPECT_NEAR((contact.normal - Vector3::UnitZ()).norm(), 0.0, 1e-12) << way.name;
    EXPECT_NEAR(contact.force().z(), 2.0 * kGravity, 2e-2) << way.name;
    EXPECT_NEAR(contact.gap, 0.0, 2e-3) << way.name;
    EXPECT_NEAR(contact.gap_rate, 0.0, 2e-3) << way.name;
    EXPECT_NEAR(contact.point.z(), 0.0, 2e-3) << way.name;
  }
}

TEST(Steps, EventsAreThoseOfTheLastCall) {
  for (const Way& way : list_ways_with_contact()) {
    Simulation simulation = make_simulation(way);
    simulation.advance_to(0.1);
    EXPECT_TRUE(simulation.events().empty()) << way.name;
    simulation.advance_to(0.35);
    ASSERT_FALSE(simulation.events().empty()) << way.name;
    const ContactEvent& touch = simulation.events().front();
    EXPECT_EQ(simulation.contact_names()[static_cast<std::size_t>(touch.slot)], "ball/floor");
    EXPECT_NEAR(touch.time, std::sqrt(2.0 * 0.25 / kGravity), 2e-3) << way.name;
    simulation.advance_to(0.36);
    EXPECT_TRUE(simulation.events().empty()) << way.name;
  }
}

// Momentum and energy by what a user is given: M and J.
TEST(Steps, TheMassMatrixAndJacobiansAreThoseOfThePresent) {
  for (const Way& way : list_ways()) {
    Simulation simulation = make_simulation(way);
    simulation.effort("rail") = 1.0;
    simulation.torque("free") = Vector3(0.3, 0.1, 0.2);
    simulation.advance_to(0.5);
    const VectorX v = simulation.state().v;
    EXPECT_NEAR(0.5 * v.dot(simulation.mass_matrix() * v), find_row(simulation.ledger(), "kinetic"), 1e-9) << way.name;
    const Vector3 point(0.1, 0.2, 0.3);
    const VectorX twist = simulation.jacobian("free", point) * v;
    EXPECT_NEAR((twist.tail<3>() - simulation.point_velocity("free", point)).norm(), 0.0, 1e-12) << way.name;
    const Vector3 arm = simulation.point_position("free", point) - simulation.point_position("free");
    EXPECT_NEAR((arm - simulation.orientation("free") * point).norm(), 0.0, 1e-12) << way.name;
  }
}

TEST(Steps, KeptInputsOutliveMovesOfTheSimulation) {
  const Way way = list_ways().front();
  Simulation first = make_simulation(way);
  ScalarInput effort = first.effort("rail");
  Simulation second = std::move(first);
  effort = 4.0;
  second.advance(0.5);
  EXPECT_NEAR(second.velocity("rail"), 0.5, 1e-12);
}

TEST(Steps, ThreadsDoNotChangeBits) {
  for (Way way : list_ways_with_contact()) {
    way.options.threads = 1;
    Simulation one = make_simulation(way);
    way.options.threads = 2;
    Simulation two = make_simulation(way);
    (void)one.run();
    while (two.time() < 1.0) two.step();
    expect_same_bits(one.state(), two.state(), way.name);
  }
}

TEST(Steps, AllocateNothingWithFixedSteps) {
  if (!testing_support::counts_allocations()) GTEST_SKIP() << "sanitizers own malloc";
  for (const Way& way : list_ways_with_contact()) {
    if (!has_fixed_steps(way)) continue;
    Simulation simulation = make_simulation(way, kBallRadius);
    ScalarInput effort = simulation.effort("rail");
    VectorInput force = simulation.force("free");
    // Where contacts have modes, a change of inputs is an event at which they are chosen anew.
    const bool changes = way.options.formulation != FormulationKind::EventDriven;
    effort = 1.0;
    const auto tick = [&](int i) {
      if (changes) {
        effort = std::sin(0.3 * i);
        force = Vector3(std::cos(0.2 * i), 0.0, 1.0);
      }
      simulation.step();
      (void)simulation.contacts();
      (void)simulation.state();
    };
    for (int i = 0; i < 50; ++i) tick(i);
    const std::int64_t before = testing_support::allocation_count();
    for (int i = 0; i < 500; ++i) tick(i);
    EXPECT_EQ(testing_support::allocation_count() - before, 0) << way.name;
  }
}

struct Stopper : Observer {
  int samples{}, steps{};
  [[nodiscard]] bool observe(const Moment& moment) override {
    ++samples;
    return moment.state.time < 0.5;
  }
  [[nodiscard]] bool observe_step(const StepMoment&) override {
    ++steps;
    return true;
  }
};

TEST(Steps, AnObserverMayStopThem) {
  for (const Way& way : list_ways_with_contact()) {
    Simulation simulation = make_simulation(way);
    Stopper stopper;
    simulation.observe(&stopper);
    EXPECT_FALSE(simulation.advance_to(0.9)) << way.name;
    EXPECT_GE(simulation.time(), 0.5 - 1e-9) << way.name;
    EXPECT_LT(simulation.time(), 0.9) << way.name;
    EXPECT_GE(stopper.samples, 50) << way.name;
    simulation.observe(nullptr);
    EXPECT_TRUE(simulation.advance_to(0.9)) << way.name;
  }
}

}  // namespace
}  // namespace carom::simulation_tests
