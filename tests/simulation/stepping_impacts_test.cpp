// Impacts under the schemes of time stepping: against closed forms, whatever the step, and each other.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "cases/random_source.h"
#include "simulation/rigid_scenes.h"

namespace carom::simulation_tests {
namespace {

constexpr SteppingScheme kSchemes[] = {SteppingScheme::Peiret, SteppingScheme::MoreauJean,
                                       SteppingScheme::StewartTrinkle, SteppingScheme::AnitescuPotra};

SimulationOptions make_options(SteppingScheme scheme, double step, double duration) {
  SimulationOptions options{
      .duration = duration, .record_every = duration, .contacts = {}, .formulation = FormulationKind::TimeStepping};
  options.time_stepping.scheme = scheme;
  options.time_stepping.step = step;
  options.time_stepping.facets = 16;
  return options;
}

struct Shot {
  Vector3 velocity{Vector3::Zero()};  // [m/s]
  Vector3 spin{Vector3::Zero()};      // [rad/s]
  double friction{};
  ImpactLaw law{};
};

// A ball of 0.5 kg a millimetre above the floor, without gravity.
SimulationReport shoot_ball(const Shot& shot, SteppingScheme scheme, double step) {
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  BodySpec ball{.name = "ball"};
  ball.mass = {.mass = 0.5, .inertia_about_center = 0.2 * kBallRadius * kBallRadius * Matrix3::Identity()};
  ball.joint = {.type = JointType::Free,
                .position = {1, 0, 0, 0, 0, 0, kBallRadius + 1e-3},
                .velocity = {shot.spin.x(), shot.spin.y(), shot.spin.z(), shot.velocity.x(), shot.velocity.y(),
                             shot.velocity.z()}};
  builder.add_body(ball);
  // The way to the floor, and some steps more.
  SimulationOptions options = make_options(scheme, step, 2.5e-3 / -shot.velocity.z() + 4.0 * step);
  options.contacts = touch_floor_with_ball(shot.law);
  return simulate(builder.build(), options);
}

// P_n = (1 + e) m v_n; friction acts against the slip s of the lowest point, and stops it with 2/7 m s or is μ P_n.
std::pair<Vector3, Vector3> calc_motion_after(const Shot& shot, double restitution) {
  constexpr double kMass = 0.5;
  const Vector3 arm(0, 0, -kBallRadius);
  Vector3 slip = shot.velocity + shot.spin.cross(arm);
  slip.z() = 0.0;
  const double normal = (1.0 + restitution) * kMass * -shot.velocity.z();
  const double stops = 2.0 / 7.0 * kMass * slip.norm();
  const Vector3 friction = slip.norm() > 0.0 ? Vector3(-std::min(stops, shot.friction * normal) * slip.normalized())
                                             : Vector3(Vector3::Zero());
  const Vector3 impulse = friction + normal * Vector3::UnitZ();
  return {shot.velocity + impulse / kMass, shot.spin + arm.cross(friction) / (0.2 * kBallRadius * kBallRadius)};
}

// Balls at random speeds, spins and directions, under all schemes and steps from 10 ms to 1 µs: the impact is the same
// for every step. The solution is found to 1e-10 m/s. A pyramid of 16 facets turns friction by up to π/16 and
// weakens it by 1 − cos(π/16).
TEST(SteppedImpact, ObliqueImpactsOfSpinningBallsFollowCoulombForEveryStep) {
  cases::RandomSource random(3);
  double worst = 0.0;
  std::string offender;
  for (int i = 0; i < 40; ++i) {
    const double restitution = i % 3 == 0 ? 0.0 : random.uniform(0.1, 1.0), friction = random.uniform(0.0, 1.0);
    Shot shot{.velocity = random.vector(3.0), .spin = random.vector(60.0), .friction = friction};
    shot.velocity.z() = -random.uniform(0.3, 3.0);
    shot.law = i % 2 == 0 ? ImpactLaw(impact::Newton{.restitution = restitution, .friction = friction})
                          : ImpactLaw(impact::Poisson{.restitution = restitution, .friction = friction});
    const auto [v, w] = calc_motion_after(shot, restitution);
    for (const SteppingScheme scheme : kSchemes) {
      const bool pyramid = scheme == SteppingScheme::StewartTrinkle || scheme == SteppingScheme::AnitescuPotra;
      const double allowed = 1e-8 + (pyramid ? 0.25 * (v - shot.velocity).head<2>().norm() : 0.0);
      for (const double step : {1e-2, 1e-3, 1e-4, 1e-6}) {
        if (step < 1e-5 && i % 20 != 0) continue;  // many steps
        const SimulationReport report = shoot_ball(shot, scheme, step);
        ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
        const double error =
            std::max((report.state.v.tail<3>() - v).norm(), kBallRadius * (report.state.v.head<3>() - w).norm() / 2.5);
        EXPECT_NEAR(report.ledger.residual(), 0.0, 1e-10 * report.ledger.scale);
        if (error / allowed <= worst) continue;
        worst = error / allowed;
        offender = std::string(scheme_name(scheme)) + ", shot " + std::to_string(i) + ", step " + std::to_string(step);
      }
    }
  }
  EXPECT_LE(worst, 1.0) << offender;
}

// The same as printed: the bristles' impulse is K h² times the slip at most, and so vanishes with the step.
TEST(SteppedImpact, PrintedBristlesHaveNoTimeToActInAShortStep) {
  const Shot shot{.velocity = {1, 0, -2}, .friction = 0.3, .law = impact::Newton{.restitution = 0.5, .friction = 0.3}};
  const auto [v, w] = calc_motion_after(shot, 0.5);
  EXPECT_NEAR(v.x(), 5.0 / 7.0, 1e-12);  // sticks: rolls on
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  BodySpec ball{.name = "ball"};
  ball.mass = {.mass = 0.5, .inertia_about_center = 0.2 * kBallRadius * kBallRadius * Matrix3::Identity()};
  ball.joint = {.type = JointType::Free, .position = {1, 0, 0, 0, 0, 0, kBallRadius}, .velocity = {0, 0, 0, 1, 0, -2}};
  builder.add_body(ball);
  SimulationOptions options = make_options(SteppingScheme::Peiret, 1e-5, 1e-4);
  options.contacts = touch_floor_with_ball(shot.law);
  options.time_stepping.impact_friction = ImpactFriction::Bristles;
  const SimulationReport report = simulate(builder.build(), options);
  // K h² s = 1e5 · 1e-10 · 1 kg·m/s on 0.5 kg.
  EXPECT_NEAR(report.state.v[3], 1.0, 2e-5);
}

// A ball falls obliquely on one that lies on the floor: friction of the lower contact acts in the same instant.
// Peiret's scheme with short steps against Moreau and Jean's, whose friction never yields.
TEST(SteppedImpact, CollisionsAreFeltByContactsThatWereAtRest) {
  cases::RandomSource random(17);
  for (int i = 0; i < 10; ++i) {
    ModelBuilder builder = make_builder();
    ContactSetup contacts;
    const Vector3 direction = Vector3(random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), 1.0).normalized();
    const Vector3 speed = random.vector(0.5) - 3.0 * direction;
    for (const bool upper : {false, true}) {
      BodySpec ball{.name = upper ? "upper" : "lower"};
      ball.mass = {.mass = 0.5, .inertia_about_center = 0.2 * kBallRadius * kBallRadius * Matrix3::Identity()};
      const Vector3 at = kBallRadius * Vector3::UnitZ() + (upper ? 2.0 : 0.0) * kBallRadius * direction;
      const Vector3 v = upper ? speed : Vector3::Zero();
      ball.joint = {.type = JointType::Free,
                    .position = {1, 0, 0, 0, at.x(), at.y(), at.z()},
                    .velocity = {0, 0, 0, v.x(), v.y(), v.z()}};
      builder.add_body(ball);
      contacts.shapes.push_back({.body = ball.name, .geometry = shapes::Sphere{kBallRadius}, .surface = "ball"});
    }
    contacts.shapes.push_back({.geometry = shapes::Plane{}, .surface = "floor"});
    for (const char* other : {"ball", "floor"}) {
      ContactRule rule{.surface_a = "ball", .surface_b = other};
      rule.impact = impact::Newton{.restitution = 0.0, .friction = 0.3};
      contacts.rules.push_back(rule);
    }
    const Model model = builder.build();
    VectorX after[2];
    for (const SteppingScheme scheme : {SteppingScheme::Peiret, SteppingScheme::MoreauJean}) {
      SimulationOptions options = make_options(scheme, 1e-6, 2e-5);
      options.contacts = contacts;
      const SimulationReport report = simulate(model, options);
      ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
      after[scheme == SteppingScheme::Peiret ? 0 : 1] = report.state.v;
    }
    // 2e-5 s of what bristles have not yet taken over, of friction μ m v²/2R between balls that slide around each
    // other: μ v² t/2R = 5e-4 m/s, and 5/2R of that for spins. The collision changes them by some 1 m/s and 50 rad/s.
    EXPECT_LT((after[0] - after[1]).norm(), 0.1) << "case " << i;
    EXPECT_LT((after[0].tail<3>() - after[1].tail<3>()).norm(), 2e-3) << "case " << i;
  }
}

// A ball that sticks where it strikes loses 2/7 of the energy of its slip to friction, all else to the impact.
TEST(SteppedImpact, FrictionThatStopsTheSlipIsBookedAsFriction) {
  for (const SteppingScheme scheme : kSchemes) {
    const Shot shot{
        .velocity = {2, 0, -3}, .friction = 0.5, .law = impact::Newton{.restitution = 0.0, .friction = 0.5}};
    const SimulationReport report = shoot_ball(shot, scheme, 1e-3);
    ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    EXPECT_NEAR(dissipated(report, "friction"), 0.25 * 4.0 * 2.0 / 7.0, 1e-9) << scheme_name(scheme);
    EXPECT_NEAR(dissipated(report, "impact"), 0.25 * 9.0, 1e-9) << scheme_name(scheme);
  }
}

// Dropped on the floor with sidespin: after its last bounce it rolls, with what friction of all bounces gave it.
TEST(SteppedImpact, BouncingBallComesToRollOnItsBristles) {
  for (const SteppingScheme scheme : {SteppingScheme::Peiret, SteppingScheme::MoreauJean}) {
    ModelBuilder builder = make_builder();
    BodySpec ball{.name = "ball"};
    ball.mass = {.mass = 0.5, .inertia_about_center = 0.2 * kBallRadius * kBallRadius * Matrix3::Identity()};
    ball.joint = {.type = JointType::Free, .position = {1, 0, 0, 0, 0, 0, 0.3}, .velocity = {0, 0, 0, 1, 0, 0}};
    builder.add_body(ball);
    SimulationOptions options = make_options(scheme, 5e-4, 2.0);
    options.contacts = touch_floor_with_ball(impact::Newton{.restitution = 0.5, .friction = 0.4});
    const SimulationReport report = simulate(builder.build(), options);
    ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    // Rolls from the first bounce on, whatever the number of bounces: 5/7 of the speed. Bristles swing with up to what
    // they store, ½ (μ m g)²/K = 2e-5 J, as little as 9 mm/s.
    EXPECT_NEAR(report.state.v[3], 5.0 / 7.0, 9e-3) << scheme_name(scheme);
    EXPECT_NEAR(report.state.v[1] * kBallRadius, report.state.v[3], 9e-3) << scheme_name(scheme);
    EXPECT_NEAR(report.state.q[6], kBallRadius, 1e-6) << scheme_name(scheme);
  }
}

// A rod that strikes the floor with its end, under Newton's law with e = 1 and friction: in some positions this gains
// energy, and the run says so.
TEST(SteppedImpact, EnergyThatAnImpactLawCreatesIsToldWithItsContact) {
  int gained = 0;
  for (const double degrees : {30.0, 45.0, 60.0}) {
    for (const double sideways : {-2.0, -0.5, 0.5, 2.0}) {
      ModelBuilder builder;
      builder.set_gravity(Vector3::Zero());
      BodySpec rod{.name = "rod"};
      rod.mass = {.mass = 1.0, .inertia_about_center = Vector3(1.0 / 12, 1.0 / 12, 1e-3).asDiagonal()};
      const double half = 0.5 * degrees * std::numbers::pi / 180.0;
      rod.joint = {.type = JointType::Free,
                   .position = {std::cos(half), 0, std::sin(half), 0, 0, 0, 0.5 * std::cos(2.0 * half) + 1e-4},
                   .velocity = {0, 0, 0, sideways, 0, -1}};
      builder.add_body(rod);
      SimulationOptions options = make_options(SteppingScheme::MoreauJean, 1e-4, 2e-3);
      options.contacts = touch_floor("rod", impact::Newton{.restitution = 1.0, .friction = 1.0}, Vector3(0, 0, -0.5));
      const SimulationReport report = simulate(builder.build(), options);
      ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
      const double gain = report.ledger.rows.front().value - report.ledger.initial;
      if (gain < 1e-3) continue;
      ++gained;
      ASSERT_EQ(report.notes.size(), 1U);
      EXPECT_EQ(report.notes.front().kind, RunNote::Kind::EnergyGained);
      EXPECT_EQ(report.notes.front().contact, "tip/floor");
      EXPECT_NEAR(report.notes.front().energy, gain, 1e-3 * gain);
      EXPECT_NE(report.notes.front().sentence.find("impact.restitution"), std::string::npos);
    }
  }
  EXPECT_GE(gained, 1);
}

}  // namespace
}  // namespace carom::simulation_tests
