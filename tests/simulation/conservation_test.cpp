// Free systems keep their momentum; the rows of the ledger have the sign that their names say.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "carom/dynamics/momentum.h"
#include "carom/simulation/mechanism/mechanism_system.h"
#include "cases/benchmark_robots.h"
#include "cases/linkages.h"
#include "cases/oscillators.h"
#include "cases/pendulums.h"
#include "cases/rolling.h"
#include "simulation/methods.h"

namespace carom {
namespace {

using namespace simulation_tests;

class WatchMomentum : public Observer {
 public:
  bool observe(const Moment& moment) override {
    const Model& model = moment.system.model();
    Kinematics kinematics(model);
    calc_kinematics(model, moment.state.q, moment.state.v, kinematics);
    const CentroidalMomentum now = calc_centroidal_momentum(model, kinematics);
    const Vector3 about_origin = now.angular_about_origin();
    if (shown_++ > 0) {
      linear_step_ = std::max(linear_step_, (now.linear - linear_).norm());
      angular_step_ = std::max(angular_step_, (about_origin - angular_).norm());
    }
    linear_ = now.linear;
    angular_ = about_origin;
    return true;
  }
  int shown_{};
  Vector3 linear_, angular_;  // [kg·m/s], [kg·m²/s]
  double linear_step_{}, angular_step_{};
};

// A trunk with three limbs on different joints and springs between them, flying free.
Model make_floating_creature() {
  const auto link = [](double mass, double length) {
    return MassProperties{.mass = mass,
                          .center_of_mass = {0.5 * length, 0.0, 0.0},
                          .inertia_about_center = mass * length * length / 12.0 * Vector3(0.2, 1.0, 1.1).asDiagonal()};
  };
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  builder.add_body({.name = "trunk",
                    .mass = link(3.0, 0.6),
                    .joint = {.type = JointType::Free, .velocity = {0.8, -0.5, 1.1, 0.4, 0.2, -0.3}}});
  builder.add_body({.name = "arm",
                    .mass = link(1.0, 0.5),
                    .joint = {.type = JointType::Spherical,
                              .parent = "trunk",
                              .at = {0.6, 0.0, 0.0},
                              .velocity = {1.0, 2.0, -1.0},
                              .damping = {0.1},
                              .stiffness = {2.0}}});
  builder.add_body({.name = "hand",
                    .mass = link(0.4, 0.2),
                    .joint = {.type = JointType::Universal,
                              .parent = "arm",
                              .at = {0.5, 0.0, 0.0},
                              .velocity = {1.5, -2.0},
                              .stiffness = {1.0}}});
  builder.add_body(
      {.name = "leg",
       .mass = link(1.2, 0.7),
       .joint = {.type = JointType::Revolute,
                 .parent = "trunk",
                 .axis = {0.0, 1.0, 0.3},
                 .velocity = {-2.0},
                 .motor = {{.target = TimeFunction(time_functions::Sine{.amplitude = 0.4, .angular_frequency = 3.0}),
                            .position_gain = 5.0}}}});
  builder.add_spring_damper({.name = "tendon",
                             .body_a = "hand",
                             .body_b = "leg",
                             .at_a = {0.2, 0.0, 0.0},
                             .at_b = {0.7, 0.0, 0.0},
                             .stiffness = 4.0,
                             .damping = 0.2,
                             .rest_length = 0.8});
  return builder.build();
}

// Coordinates are relative, so nothing keeps the momentum but the equations themselves: what changes in a step is the
// error of the step, C h⁵. Measured: 2e-12 at 1 ms, so 6e-14 and round-off at half of it.
TEST(Conservation, MomentumOfAFreeSystemWithSpringsInside) {
  const Model model = make_floating_creature();
  WatchMomentum watch;
  const SimulationReport report = run(model, model.make_initial_state(),
                                      FixedStepOptions{.method = FixedMethod::Rk4, .step = 5e-4}, 1.0, &watch, 5e-4);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_EQ(watch.shown_, 2001);
  EXPECT_GT(watch.linear_.norm(), 1.0);
  EXPECT_LT(watch.linear_step_, 1e-12);
  EXPECT_LT(watch.angular_step_, 1e-12);
  EXPECT_LT(report.ledger.relative_residual(), 1e-9);
}

TEST(Conservation, MomentumOfAFlyingQuadruped) {
  ModelBuilder builder;
  const Model robot = cases::make_quadruped();
  builder.set_gravity(Vector3::Zero());
  for (int i = 1; i < robot.num_bodies(); ++i) builder.add_body(robot.spec(BodyIndex(i)));
  const Model model = builder.build();
  State state = model.make_initial_state();
  cases::set_benchmark_state(model, state);
  state.v.head<6>() << 0.4, -0.3, 0.5, 1.0, 0.2, -0.1;
  WatchMomentum watch;
  const SimulationReport report =
      run(model, state, FixedStepOptions{.method = FixedMethod::Rk4, .step = 1e-3}, 0.5, &watch, 1e-3);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_LT(watch.linear_step_, 1e-12);
  EXPECT_LT(watch.angular_step_, 1e-12);
}

double find_row(const Ledger& ledger, const std::string& name, LedgerKind kind) {
  for (const LedgerRow& row : ledger.rows) {
    if (row.name == name && row.kind == kind) return row.value;
  }
  ADD_FAILURE() << "no row '" << name << "'";
  return 0.0;
}

// At rest at the end, the oscillator has lost what it had: ½ k x₀² + ½ m ẋ₀².
TEST(LedgerRows, DampingTakesWhatTheSpringHad) {
  const cases::Oscillator oscillator{.damping = 9.0};
  const cases::KnownMotion motion = cases::make_oscillator(oscillator);
  const SimulationReport report = run(motion.model, motion.initial, make_options(AdaptiveMethod::ArkodeExplicit), 60.0);
  const double start = 0.5 * oscillator.stiffness * oscillator.position * oscillator.position +
                       0.5 * oscillator.mass * oscillator.velocity * oscillator.velocity;
  EXPECT_NEAR(find_row(report.ledger, "joint damping", LedgerKind::Dissipated), start, 1e-9);
  EXPECT_NEAR(find_row(report.ledger, "joint springs", LedgerKind::Stored), 0.0, 1e-12);
}

TEST(LedgerRows, AMotorThatLiftsDoesPositiveWorkAndOneThatBrakesNegative) {
  for (const double torque : {0.8, -0.8}) {
    ModelBuilder builder;
    builder.set_gravity(Vector3::Zero());
    builder.add_body({.name = "wheel",
                      .mass = {.mass = 1.0, .inertia_about_center = 0.5 * Matrix3::Identity()},
                      .joint = {.type = JointType::Revolute,
                                .velocity = {3.0},
                                .motor = {{.effort = TimeFunction(time_functions::Constant{torque})}}}});
    const Model model = builder.build();
    const SimulationReport report =
        run(model, model.make_initial_state(), make_options(AdaptiveMethod::ArkodeExplicit), 1.0);
    // τ (ω₀ t + ½ τ/I t²)
    EXPECT_NEAR(find_row(report.ledger, "motors", LedgerKind::Work), torque * (3.0 + 0.5 * torque / 0.5), 1e-9);
  }
}

TEST(LedgerRows, AGivenForceDoesTheWorkOfForceTimesWay) {
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  builder.add_body({.name = "mass", .mass = {.mass = 2.0}, .joint = {.type = JointType::Prismatic}});
  builder.add_body_force({.name = "push", .body = "mass", .force = {0.0, 0.0, 3.0}});
  const Model model = builder.build();
  const SimulationReport report =
      run(model, model.make_initial_state(), make_options(AdaptiveMethod::ArkodeExplicit), 2.0);
  EXPECT_NEAR(find_row(report.ledger, "given forces", LedgerKind::Work), 3.0 * 0.5 * 1.5 * 4.0, 1e-9);
}

TEST(LedgerRows, ACallbackIsBookedUnderItsName) {
  const cases::KnownMotion motion = cases::make_body_in_thick_air();
  const SimulationReport report = run(motion.model, motion.initial, make_options(AdaptiveMethod::ArkodeExplicit), 2.0);
  EXPECT_LT(find_row(report.ledger, "air", LedgerKind::Work), -1.0);
  EXPECT_LT(report.ledger.relative_residual(), 1e-9);
}

// What the crank's drive put in is what the mechanism has more than at the start.
TEST(LedgerRows, ADriveDoesTheWorkThatTheMechanismGains) {
  const cases::SliderCrank linkage;
  const cases::KnownMotion motion = cases::make_slider_crank(linkage);
  for (const double time : {0.1, 0.37, 1.0}) {
    const SimulationReport report =
        run(motion.model, motion.initial, make_options(AdaptiveMethod::ArkodeExplicit), time);
    const double gained = linkage.calc_motion(time).energy - linkage.calc_motion(0.0).energy;
    EXPECT_NEAR(find_row(report.ledger, "driven joints", LedgerKind::Work), gained, 1e-8) << "t = " << time;
  }
}

// The stop takes energy in while it is pressed, gives part of it back, and never pulls.
TEST(LedgerRows, AStopLosesTheEnergyBetweenImpactAndRebound) {
  const cases::Stop stop;
  const Model model = stop.make_model();
  // From 0 to the stop at 0.5 m takes 0.25 s; the contact lasts about π √(m/k) = 0.05 s.
  const SimulationReport report =
      run(model, model.make_initial_state(), make_options(AdaptiveMethod::ArkodeExplicit), 0.35);
  const double rebound = stop.calc_rebound_speed();
  EXPECT_GT(rebound, 0.5 * stop.speed);
  EXPECT_LT(rebound, 0.9 * stop.speed);
  EXPECT_NEAR(report.state.v[0], -rebound, 1e-7);
  const double lost = 0.5 * stop.mass * (stop.speed * stop.speed - rebound * rebound);
  EXPECT_NEAR(find_row(report.ledger, "joint stops", LedgerKind::Dissipated), lost, 1e-7);
  EXPECT_EQ(find_row(report.ledger, "joint stops", LedgerKind::Stored), 0.0);
  // Where the contact begins and ends the effort has a corner, and the two steps across are not of the method's order:
  // a hundred times what a smooth motion may leave.
  EXPECT_LT(report.ledger.relative_residual(), 1e-7);
}

}  // namespace
}  // namespace carom
