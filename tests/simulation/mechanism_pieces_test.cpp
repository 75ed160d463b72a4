// A driven joint whose speed jumps acts as an impulse on what is attached to it, and its work is booked.
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "carom/dynamics/crba.h"
#include "carom/simulation/mechanism/mechanism_system.h"
#include "cases/linkages.h"
#include "cases/random_tree.h"
#include "simulation/methods.h"
#include "simulation/rigid_scenes.h"

namespace carom::simulation_tests {
namespace {

using time_functions::Table;
using time_functions::TableKind;

constexpr double kSpeed = 0.5, kRod = 1.0, kBobMass = 2.0, kSliderMass = 1.0;

// A slider that stands until 1 s and then moves at once, and a bob that hangs on it by a rod without mass.
Model make_slider_with_bob(const TimeFunction& drive) {
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  builder.add_body({.name = "slider",
                    .mass = {.mass = kSliderMass, .inertia_about_center = Matrix3::Identity()},
                    .joint = {.type = JointType::Prismatic, .axis = Vector3::UnitX(), .drive = {drive}}});
  builder.add_body({.name = "bob",
                    .mass = {.mass = kBobMass, .center_of_mass = {0.0, 0.0, -kRod}},
                    .joint = {.type = JointType::Revolute, .parent = "slider", .axis = Vector3::UnitY()}});
  return builder.build();
}

TimeFunction make_start(double time) { return TimeFunction(Table{{time, time + 1.0}, {0.0, kSpeed}}); }

double work_of_drives(const SimulationReport& report) {
  for (const LedgerRow& row : report.ledger.rows) {
    if (row.name == "driven joints") return row.value;
  }
  return std::nan("");
}

void expect_bob_left_behind(const SimulationReport& report, double tolerance, const std::string& what) {
  ASSERT_EQ(report.status, SimulationStatus::Finished) << what << ": " << report.sentence;
  // x of the bob is slider + l sin(−angle): it has not moved, while the joint turns at about −V/l.
  EXPECT_NEAR(report.state.v[1], kSpeed / kRod, tolerance) << what;
  // The bob's own speed is V + (−ω l) = 0: all the work is that of starting the slider.
  EXPECT_NEAR(work_of_drives(report), 0.5 * kSliderMass * kSpeed * kSpeed, tolerance) << what;
  EXPECT_NEAR(report.ledger.residual(), 0.0, tolerance) << what;
}

// Right after the jump. An axis along y turns z towards x, so that a rod that hangs down lags with a positive angle.
TEST(DriveJump, ABobOnASliderThatStartsAtOnceStaysWhereItIs) {
  const Model model = make_slider_with_bob(make_start(1.0));
  SimulationOptions options{.duration = 1.0 + 1e-6, .record_every = 0.1};
  for (const AdaptiveMethod method : kAdaptiveMethods) {
    options.integrator = make_options(method);
    expect_bob_left_behind(Simulation(model, model.make_initial_state(), options).run(nullptr), 1e-8,
                           std::string(method_name(method)));
  }
  for (const FixedMethod method : kFixedMethods) {
    options.integrator = FixedStepOptions{.method = method, .step = 0.0137};
    expect_bob_left_behind(Simulation(model, model.make_initial_state(), options).run(nullptr), 1e-8,
                           std::string(method_name(method)));
  }
}

// There and back: what the first jump put in, the last takes out, and the bob swings on in between.
TEST(DriveJump, TheAccountClosesOverManyCorners) {
  const TimeFunction drive(Table{{0.2, 0.5, 0.6, 0.9, 1.4, 1.5}, {0.0, 0.3, -0.1, 0.4, 0.4, 0.0}});
  const Model model = make_slider_with_bob(drive);
  for (const AdaptiveMethod method : kAdaptiveMethods) {
    const SimulationReport report = run(model, model.make_initial_state(), make_options(method), 2.0);
    ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    EXPECT_LT(std::abs(report.ledger.residual()), 1e-7 * report.ledger.scale) << method_name(method);
    EXPECT_EQ(report.num_notes, 1) << "one for each joint";
  }
}

// M (v⁺ − v⁻) has no part along joints that are free.
TEST(DriveJump, FreeJointsOfRandomTreesGetNoImpulse) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    cases::RandomSource random(seed);
    const auto make = [&] { return random.uniform(0.5, 2.0); };
    ModelBuilder builder;
    std::string parent = "world";
    for (int i = 0; i < 6; ++i) {
      const bool slides = i % 2 == 0, driven = i == 2 || i == 3;
      const Vector3 axis(random.uniform(-1, 1), random.uniform(-1, 1), 1.0);
      JointSpec joint{.type = slides ? JointType::Prismatic : JointType::Revolute,
                      .parent = parent,
                      .at = Vector3(random.uniform(-1, 1), random.uniform(-1, 1), 0.3),
                      .axis = axis,
                      .velocity = {random.uniform(-1, 1)}};
      if (driven) joint.drive = {TimeFunction(Table{{0.5, 1.0}, {0.1, random.uniform(-2, 2)}})};
      parent = "b" + std::to_string(i);
      builder.add_body({.name = parent,
                        .mass = {.mass = make(),
                                 .center_of_mass = {random.uniform(-1, 1), 0.2, random.uniform(-1, 1)},
                                 .inertia_about_center = make() * Matrix3::Identity()},
                        .joint = joint});
    }
    const Model model = builder.build();
    MechanismSystem system(model);
    State before = model.make_initial_state(), after;
    std::vector<double> y(static_cast<std::size_t>(system.size()));
    system.set_piece(0.0, 0.5);
    system.pack(before, y);
    system.unpack(0.5, y, before);
    const double energy = system.make_ledger(0.5, y).rows.front().value;
    ASSERT_TRUE(system.enter_piece(0.5, 1.0, y));
    ASSERT_EQ(system.drive_jumps().size(), 2U);
    system.unpack(0.5, y, after);
    Kinematics kinematics(model);
    calc_kinematics(model, after.q, after.v, kinematics);
    CompositeBodies composite(model);
    MatrixX M(model.num_velocities(), model.num_velocities());
    calc_mass_matrix(model, kinematics, composite, M);
    const VectorX impulse = M * (after.v - before.v);
    double work = 0.0;
    for (int k = 0; k < model.num_velocities(); ++k) {
      if (k == 2 || k == 3) {
        work += 0.5 * impulse[k] * (after.v[k] + before.v[k]);
      } else {
        // Some tens of roundings on terms of the size of the impulse.
        EXPECT_NEAR(impulse[k], 0.0, 1e-12 * impulse.cwiseAbs().maxCoeff()) << "seed " << seed << ", joint " << k;
      }
    }
    const Ledger ledger = system.make_ledger(0.5, y);
    for (const LedgerRow& row : ledger.rows) {
      if (row.name != "driven joints") continue;
      EXPECT_NEAR(row.value, work, 1e-12 * (std::abs(work) + energy)) << "seed " << seed;
    }
    EXPECT_NEAR(ledger.rows.front().value - energy, work, 1e-12 * (std::abs(work) + energy)) << "seed " << seed;
  }
}

// A crank that is started at once takes its loop along: right after, all velocities are those of the linkage.
TEST(DriveJump, AFourBarFollowsItsCrankAtOnce) {
  const cases::FourBar linkage;
  const cases::KnownMotion moving = cases::make_four_bar(linkage, cases::Drive::ConstantSpeed);
  const Model& source = moving.model;
  ModelBuilder builder;
  const double start = source.spec(BodyIndex(1)).joint.drive[0].sample(0.0).value;
  for (int i = 1; i < source.num_bodies(); ++i) {
    BodySpec spec = source.spec(BodyIndex(i));
    spec.joint.velocity = {0.0};
    if (i == 1) spec.joint.drive = {TimeFunction(Table{{0.5, 1.5}, {start, start + linkage.speed}})};
    builder.add_body(spec);
  }
  for (const ConstraintSpec& constraint : source.constraint_specs()) builder.add_constraint(constraint);
  const Model model = builder.build();
  // With gravity the linkage rests, since its only freedom is driven.
  const SimulationReport report =
      run(model, model.make_initial_state(), make_options(AdaptiveMethod::DormandPrince), 0.7);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  const State known = run(source, source.make_initial_state(), make_options(AdaptiveMethod::DormandPrince), 0.2).state;
  EXPECT_LT((report.state.v - known.v).norm(), 1e-7);
  EXPECT_LT(std::abs(report.ledger.residual()), 1e-7 * report.ledger.scale);
}

Model make_lift(double speed) {
  ModelBuilder builder;
  builder.set_gravity(Vector3(0, 0, -10.0));
  const MassProperties mass{.mass = 1.0, .inertia_about_center = Matrix3::Identity()};
  builder.add_body({.name = "table",
                    .mass = mass,
                    .joint = {.type = JointType::Prismatic,
                              .axis = Vector3::UnitZ(),
                              .drive = {TimeFunction(Table{{0.5, 1.5}, {0.0, speed}})}}});
  builder.add_body({.name = "block", .mass = mass, .joint = {.type = JointType::Prismatic, .axis = Vector3::UnitZ()}});
  return builder.build();
}

// A rigid table that starts upwards at once strikes the block that rests on it: it leaves with e V more than the table.
// Downwards it leaves the block alone.
TEST(DriveJump, ARigidTableThatStartsAtOnceStrikesWhatRestsOnIt) {
  for (const FormulationKind formulation : {FormulationKind::EventDriven, FormulationKind::TimeStepping}) {
    for (const double restitution : {0.0, 0.5}) {
      for (const double speed : {0.4, -0.4}) {
        const Model model = make_lift(speed);
        SimulationOptions options = make_rigid_options(0.51);
        options.formulation = formulation;
        options.time_stepping.step = 1e-3;
        options.contacts = make_setup({{.body = "block", .geometry = shapes::Point{}, .surface = "block"},
                                       {.body = "table", .geometry = shapes::Plane{}, .surface = "table"}},
                                      "block", "table", impact::Newton{.restitution = restitution});
        const SimulationReport report = simulate(model, options);
        ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
        const double carried = restitution == 0.0 ? speed : (1.0 + restitution) * speed - 0.1;
        // A step of time stepping takes the impact with the gravity of the whole step, or without.
        const double allowed = formulation == FormulationKind::TimeStepping ? 1.001 * 10.0 * 1e-3 : 1e-9;
        EXPECT_NEAR(report.state.v[1], speed > 0.0 ? carried : -0.1, allowed) << speed << ", e = " << restitution;
        EXPECT_NEAR(report.ledger.residual(), 0.0, 1e-9) << speed << ", e = " << restitution;
      }
    }
  }
}

// The account of time stepping closes by construction: what is tested is the motion, and that drives did the work.
TEST(DriveJump, TimeSteppingLeavesTheBobBehindToo) {
  const Model model = make_slider_with_bob(make_start(1.0));
  ContactRule rule{.surface_a = "bob", .surface_b = "floor"};
  rule.impact = impact::Newton{};
  SimulationOptions options{.duration = 1.0 + 1e-6, .record_every = 0.1};
  options.formulation = FormulationKind::TimeStepping;
  options.time_stepping.step = 0.0137;
  options.contacts = {.shapes = {{.body = "bob", .geometry = shapes::Sphere{0.1}, .surface = "bob"},
                                 {.geometry = shapes::Plane{}, .at = Vector3(0, 0, -5.0), .surface = "floor"}},
                      .rules = {rule}};
  const SimulationReport report = Simulation(model, model.make_initial_state(), options).run(nullptr);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_NEAR(report.state.v[1], kSpeed / kRod, 1e-5);
  EXPECT_NEAR(work_of_drives(report), 0.5 * kSliderMass * kSpeed * kSpeed, 1e-5);
}

// Positions that jump are no motion.
TEST(DriveJump, ADriveThatJumpsToAnotherPlaceIsRefused) {
  for (const TableKind kind : {TableKind::Step, TableKind::Pulse}) {
    const TimeFunction drive(Table{.times = {1.0, 2.0}, .values = {0.0, 0.5}, .kind = kind, .width = 0.1});
    try {
      (void)make_slider_with_bob(drive);
      FAIL() << "accepted";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("joint of body 'slider'"), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("at 2 s"), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace carom::simulation_tests
