// Rigid contacts that resist rolling and spinning, from event to event.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "carom/math/rotation.h"
#include "carom/model/joints/joint_view.h"
#include "cases/random_source.h"
#include "simulation/rigid_scenes.h"

namespace carom::simulation_tests {
namespace {

constexpr double kGravity = 9.81;  // [m/s²]

// A ball of inertia 2/5 m r² on a plane, which slopes down along x.
struct TurningBall {
  double mass{2.0};
  double radius{0.1};
  Vector3 velocity{Vector3::Zero()};
  Vector3 spin{Vector3::Zero()};
  double rolling{}, spinning{};  // [m]
  double slope{};                // [rad]
  double height{};               // above the plane  [m]
  ImpactLaw law{impact::Newton{.restitution = 0.0, .friction = 0.5}};

  // The same in other units: gravity stays, so that speeds grow with the root of lengths.
  [[nodiscard]] TurningBall scale(double of_mass, double of_length) const {
    TurningBall other = *this;
    other.mass *= of_mass;
    for (double* length : {&other.radius, &other.rolling, &other.spinning, &other.height}) *length *= of_length;
    other.velocity *= std::sqrt(of_length);
    other.spin /= std::sqrt(of_length);
    return other;
  }
};

BodySpec make_ball(const std::string& name, double mass, double radius, const Vector3& at, const Vector3& velocity,
                   const Vector3& spin) {
  BodySpec ball;
  ball.name = name;
  ball.mass.mass = mass;
  ball.mass.inertia_about_center = 0.4 * mass * radius * radius * Matrix3::Identity();
  ball.joint.type = JointType::Free;
  ball.joint.position = {1, 0, 0, 0, at.x(), at.y(), at.z()};
  ball.joint.velocity = {spin.x(), spin.y(), spin.z(), velocity.x(), velocity.y(), velocity.z()};
  return ball;
}

ContactRule make_rule(const std::string& a, const std::string& b, double rolling, double spinning,
                      const ImpactLaw& law = impact::Newton{.restitution = 0.0, .friction = 0.5}) {
  ContactRule rule{.surface_a = a, .surface_b = b};
  rule.resistance = {.rolling = rolling, .spinning = spinning};
  rule.impact = law;
  return rule;
}

Model make_model(const TurningBall& ball) {
  ModelBuilder builder;
  builder.set_gravity(kGravity * Vector3(std::sin(ball.slope), 0, -std::cos(ball.slope)));
  builder.add_body(
      make_ball("ball", ball.mass, ball.radius, Vector3(0, 0, ball.radius + ball.height), ball.velocity, ball.spin));
  return builder.build();
}

SimulationOptions make_options(const TurningBall& ball, double duration) {
  SimulationOptions options = make_rigid_options(duration);
  options.contacts = {{{.body = "ball", .geometry = shapes::Sphere{ball.radius}, .surface = "ball"},
                       {.geometry = shapes::Plane{}, .surface = "floor"}},
                      {make_rule("ball", "floor", ball.rolling, ball.spinning, ball.law)}};
  return options;
}

// A run, and how its bodies move at the end.
struct Outcome {
  const Model& model;
  SimulationReport report;
  [[nodiscard]] Vector3 place(const std::string& body = "ball") const {
    return JointView(model, body).place(report.state);
  }
  [[nodiscard]] Vector3 velocity(const std::string& body = "ball") const {
    return JointView(model, body).velocity(report.state);
  }
  [[nodiscard]] Vector3 spin(const std::string& body = "ball") const {
    return JointView(model, body).angular_velocity(report.state);
  }
  [[nodiscard]] double resisted() const { return dissipated(report, "rolling resistance"); }
};

Outcome run(const Model& model, const SimulationOptions& options) { return {model, simulate(model, options)}; }

struct BallRun : Outcome {
  BallRun(std::unique_ptr<Model> own, const SimulationOptions& options)
      : Outcome{*own, simulate(*own, options)}, owned(std::move(own)) {}
  std::unique_ptr<Model> owned;
};

BallRun roll(const TurningBall& ball, double duration) {
  return {std::make_unique<Model>(make_model(ball)), make_options(ball, duration)};
}

void expect_closed_account(const Outcome& run) {
  const Ledger& ledger = run.report.ledger;
  EXPECT_EQ(run.report.status, SimulationStatus::Finished) << run.report.sentence;
  EXPECT_LT(ledger.relative_residual(), 1e-9);
  for (const LedgerRow& row : ledger.rows) {
    const double lost = row.kind == LedgerKind::Dissipated ? row.value : 0.0;
    EXPECT_GE(lost, -1e-12 * std::max(ledger.scale, 1.0)) << row.name;
  }
}

// About the contact (7/5) m r² α = b m g: a = (5/7) g b/r, whatever the units of mass and length. The bound 1e-9 is
// that of the integration.
TEST(RigidTurning, RollingBallSlowsDownByFiveSeventhsOfGravityTimesArmOverRadius) {
  const double a = 5.0 / 7.0 * kGravity * 0.05;
  const TurningBall ball{.velocity = Vector3(1, 0, 0), .spin = Vector3(0, 10, 0), .rolling = 0.005};
  for (const auto& [mass, length] : {std::array{1.0, 1.0}, {1e6, 1.0}, {1e-6, 1.0}, {1.0, 1e6}, {1.0, 1e-6}}) {
    SCOPED_TRACE(testing::Message() << "mass " << mass << ", length " << length);
    const TurningBall scaled = ball.scale(mass, length);
    const double unit = std::sqrt(length);  // of speeds and of times
    const BallRun rolled = roll(scaled, unit);
    expect_closed_account(rolled);
    EXPECT_NEAR(rolled.velocity().x() / unit, 1.0 - a, 1e-9);
    EXPECT_NEAR(rolled.spin().y() * unit, 10.0 * (1.0 - a), 1e-8);
    const double lost = 0.7 * scaled.mass * length * (1.0 - (1.0 - a) * (1.0 - a));
    EXPECT_NEAR(rolled.resisted() / lost, 1.0, 1e-9);
    EXPECT_NEAR(dissipated(rolled.report, "friction") / lost, 0.0, 1e-9);
  }
}

TEST(RigidTurning, RollingBallStopsWhereItsSpeedIsGoneAndStays) {
  const double a = 5.0 / 7.0 * kGravity * 0.05, stop = 1.0 / a;
  const TurningBall ball{.velocity = Vector3(0.6, 0.8, 0), .spin = Vector3(-8, 6, 0), .rolling = 0.005};
  for (const double time : {stop + 1e-6, 5.0, 500.0}) {
    const BallRun rolled = roll(ball, time);
    expect_closed_account(rolled);
    EXPECT_LT(rolled.velocity().norm(), 1e-12) << time;
    EXPECT_NEAR(rolled.place().x(), 0.6 * 0.5 / a, 1e-9) << time;
    EXPECT_NEAR(rolled.place().y(), 0.8 * 0.5 / a, 1e-9) << time;
  }
  EXPECT_NEAR(roll(ball, stop - 1e-4).velocity().norm(), 1e-4 * a, 1e-9);
  for (const auto& [mass, length] : {std::array{1e6, 1.0}, {1e-6, 1.0}, {1.0, 1e6}, {1.0, 1e-6}}) {
    SCOPED_TRACE(testing::Message() << "mass " << mass << ", length " << length);
    const BallRun rest = roll(ball.scale(mass, length), 2.0 * stop * std::sqrt(length));
    expect_closed_account(rest);
    EXPECT_LT(rest.velocity().norm() / std::sqrt(length), 1e-12);
    EXPECT_NEAR(rest.place().x() / length, 0.6 * 0.5 / a, 1e-9);
  }
}

// Up to tan θ = b/r the ball stands; beyond it rolls with (5/7) g (sin θ − b/r cos θ).
TEST(RigidTurning, BallOnASlopeRollsOnlyBeyondTheArmOverItsRadius) {
  for (const double part : {0.4, 0.999999, 1.000001, 1.1, 3.0}) {
    const double slope = std::atan(part * 0.1);
    const TurningBall ball{.rolling = 0.01, .slope = slope};
    const BallRun rolled = roll(ball, 2.0);
    expect_closed_account(rolled);
    const double a = 5.0 / 7.0 * kGravity * (std::sin(slope) - 0.1 * std::cos(slope));
    EXPECT_NEAR(rolled.velocity().x(), part < 1.0 ? 0.0 : 2.0 * a, part < 1.0 ? 1e-14 : 1e-9) << part;
  }
}

// Thrown up the slope it stops; then it stands, or rolls back slower than it came.
TEST(RigidTurning, BallThrownUpASlopeStandsOrRollsBack) {
  for (const double part : {0.5, 2.0}) {
    const double slope = std::atan(part * 0.1);
    const TurningBall ball{.velocity = Vector3(-1, 0, 0), .spin = Vector3(0, -10, 0), .rolling = 0.01, .slope = slope};
    const double pull = 5.0 / 7.0 * kGravity * std::sin(slope), hold = 5.0 / 7.0 * kGravity * 0.1 * std::cos(slope);
    const double stop = 1.0 / (pull + hold);
    const BallRun rolled = roll(ball, 3.0);
    expect_closed_account(rolled);
    EXPECT_NEAR(rolled.velocity().x(), part < 1.0 ? 0.0 : (3.0 - stop) * (pull - hold), 1e-9) << part;
  }
}

// (2/5) m r² dω/dt = −b m g.
TEST(RigidTurning, SpinningBallStopsInProportionToTime) {
  const double rate = 0.001 * kGravity / (0.4 * 0.01);
  const TurningBall ball{.spin = Vector3(0, 0, 4), .spinning = 0.001};
  EXPECT_NEAR(roll(ball, 1.0).spin().z(), 4.0 - rate, 1e-9);
  EXPECT_NEAR(roll(ball, 4.0 / rate - 1e-3).spin().z(), 1e-3 * rate, 1e-9);
  for (const double time : {4.0 / rate + 1e-3, 10.0}) {
    const BallRun rolled = roll(ball, time);
    expect_closed_account(rolled);
    EXPECT_LT(std::abs(rolled.spin().z()), 1e-14);
    EXPECT_NEAR(rolled.resisted(), 0.5 * 0.4 * 2.0 * 0.01 * 16.0, 1e-11);
  }
}

// Without turning: slip with −μ g, while friction turns the ball against its resistance; then it rolls, then stops.
TEST(RigidTurning, BallThatSlidesFirstThenRollsThenStops) {
  constexpr double kFriction = 0.2, kArm = 0.003, kRadius = 0.1;
  const TurningBall ball{
      .velocity = Vector3(2, 0, 0), .rolling = kArm, .law = impact::Newton{.restitution = 0.0, .friction = kFriction}};
  const double turn = 2.5 * kGravity / (kRadius * kRadius) * (kFriction * kRadius - kArm);
  const double rolls = 2.0 / (kFriction * kGravity + kRadius * turn);
  const double speed = 2.0 - kFriction * kGravity * rolls, a = 5.0 / 7.0 * kGravity * kArm / kRadius;
  const BallRun sliding = roll(ball, 0.5 * rolls);
  EXPECT_NEAR(sliding.velocity().x(), 2.0 - 0.5 * kFriction * kGravity * rolls, 1e-9);
  EXPECT_NEAR(sliding.spin().y(), 0.5 * turn * rolls, 1e-8);
  const BallRun rolling = roll(ball, rolls + 1.0);
  expect_closed_account(rolling);
  EXPECT_NEAR(rolling.velocity().x(), speed - a, 1e-9);
  const BallRun rest = roll(ball, rolls + speed / a + 1e-3);
  expect_closed_account(rest);
  EXPECT_LT(rest.velocity().norm(), 1e-12);
}

// p_n = (1 + e) m v. A ball that rolls as it lands keeps rolling: (7/5) m r² Δω = −b p_n about its contact; its spin
// about the normal changes by Δω = −b p_n/(2/5 m r²).
TEST(RigidTurning, ImpactTakesAsMuchTurningAsItsNormalImpulseAllows) {
  const std::array<ImpactLaw, 3> laws{impact::Newton{.restitution = 0.5, .friction = 0.5},
                                      impact::Poisson{.restitution = 0.5, .friction = 0.5},
                                      impact::Stronge{.restitution = 0.5, .friction = 0.5}};
  for (const ImpactLaw& law : laws) {
    const TurningBall ball{
        .velocity = Vector3(1, 0, -2), .spin = Vector3(0, 10, 30), .rolling = 0.002, .spinning = 0.001, .law = law};
    const BallRun rolled = roll(ball, 1e-6);
    expect_closed_account(rolled);
    const double impulse = 1.5 * 2.0 * 2.0;
    EXPECT_NEAR(rolled.velocity().z(), 1.0 - 1e-6 * kGravity, 1e-11);
    EXPECT_NEAR(rolled.spin().y(), 10.0 - 0.002 * impulse / (1.4 * 2.0 * 0.01), 1e-10);
    EXPECT_NEAR(rolled.velocity().x(), 0.1 * rolled.spin().y(), 1e-10);
    EXPECT_NEAR(rolled.spin().z(), 30.0 - 0.001 * impulse / (0.4 * 2.0 * 0.01), 1e-10);
    // The law's own path is replaced, and the run says so once.
    ASSERT_EQ(std::ranges::count(rolled.report.notes, RunNote::Kind::LawReplaced, &RunNote::kind), 1);
    // A slow spin is stopped altogether.
    const TurningBall slow{.velocity = Vector3(0, 0, -2), .spin = Vector3(0, 0, 0.5), .spinning = 0.001, .law = law};
    EXPECT_LT(std::abs(roll(slow, 1e-6).spin().z()), 1e-12);
  }
}

// Two planes without friction that slope by ±φ across x carry m g/(2 cos φ) each. A ball that turns about y rolls by ω
// cos φ and spins by ω sin φ at each of them; what their moments have along z cancels: 2/5 m r² dω/dt = −(m g/cos
// φ)(b_r cos φ + b_s sin φ).
TEST(RigidTurning, BallInAGrooveRollsAndSpinsAtBothContacts) {
  constexpr double kTilt = 0.6, kArm = 0.002, kSpinArm = 0.001, kRadius = 0.1;
  const double c = std::cos(kTilt), s = std::sin(kTilt);
  ModelBuilder builder = make_builder();
  builder.add_body(make_ball("ball", 1.0, kRadius, Vector3(0, 0, kRadius / c), Vector3(1, 0, 0), Vector3(0, 20.0, 0)));
  const Model model = builder.build();
  const auto plane = [](double angle) {
    return ShapeSpec{.geometry = shapes::Plane{},
                     .rotation = quaternion_from_rotation_vector(Vector3(angle, 0, 0)),
                     .surface = "groove"};
  };
  SimulationOptions options = make_rigid_options(1.0);
  options.contacts = {
      {{.body = "ball", .geometry = shapes::Sphere{kRadius}, .surface = "ball"}, plane(kTilt), plane(-kTilt)},
      {make_rule("ball", "groove", kArm, kSpinArm, impact::Newton{})}};
  const Outcome rolled = run(model, options);
  expect_closed_account(rolled);
  const double rate = kGravity * (kArm * c + kSpinArm * s) / (0.4 * kRadius * kRadius * c);
  EXPECT_NEAR(rolled.spin().y(), 20.0 - rate, 1e-8);
  options.duration = 30.0 / rate;
  const Outcome rest = run(model, options);
  expect_closed_account(rest);
  EXPECT_LT(rest.spin().norm(), 1e-12);
  EXPECT_NEAR(rest.velocity().x(), 1.0, 1e-12);
}

// A solid cylinder: (3/2) m r² α = b m g, shared by the points of contact at both rims.
TEST(RigidTurning, WheelSlowsDownByTwoThirdsOfGravityTimesArmOverRadius) {
  constexpr double kArm = 0.004, kRadius = 0.2, kMass = 3.0;
  ModelBuilder builder = make_builder();
  BodySpec wheel = make_ball("wheel", kMass, kRadius, Vector3(0, 0, kRadius), Vector3(1, 0, 0), Vector3(0, 5, 0));
  const double across = kMass * (0.25 * kRadius * kRadius + 0.01 / 12.0);
  wheel.mass.inertia_about_center = Vector3(across, 0.5 * kMass * kRadius * kRadius, across).asDiagonal();
  builder.add_body(wheel);
  const Model model = builder.build();
  SimulationOptions options = make_rigid_options(1.0);
  options.contacts = {{{.body = "wheel",
                        .geometry = shapes::Cylinder{.radius = kRadius, .length = 0.1},
                        .rotation = quaternion_from_rotation_vector(Vector3(0.5 * std::numbers::pi, 0, 0)),
                        .surface = "wheel"},
                       {.geometry = shapes::Plane{}, .surface = "floor"}},
                      {make_rule("wheel", "floor", kArm, 0.0)}};
  const double a = 2.0 / 3.0 * kGravity * kArm / kRadius;
  const Outcome rolled = run(model, options);
  expect_closed_account(rolled);
  EXPECT_NEAR(rolled.velocity("wheel").x(), 1.0 - a, 1e-9);
  options.duration = 1.0 / a + 0.1;
  const Outcome rest = run(model, options);
  expect_closed_account(rest);
  EXPECT_LT(rest.velocity("wheel").norm(), 1e-12);
  EXPECT_NEAR(rest.place("wheel").x(), 0.5 / a, 1e-8);
}

// A board on balls, all of them pushed, with resistance above and below.
struct Board {
  int balls{3};
  double radius{0.1};
  double speed{1.0};  // of the board  [m/s]

  [[nodiscard]] Model make_model() const {
    ModelBuilder builder = make_builder();
    for (int i = 0; i < balls; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / balls;
      builder.add_body(make_ball("ball" + std::to_string(i), 1.0, radius,
                                 Vector3(std::cos(angle), std::sin(angle), radius), Vector3(0.5 * speed, 0, 0),
                                 Vector3(0, 0.5 * speed / radius, 0)));
    }
    BodySpec board =
        make_ball("board", 5.0, 1.0, Vector3(0, 0, 2.0 * radius + 0.05), Vector3(speed, 0, 0), Vector3::Zero());
    builder.add_body(board);
    return builder.build();
  }
  [[nodiscard]] ContactSetup make_contacts() const {
    ContactSetup setup;
    for (int i = 0; i < balls; ++i) {
      setup.shapes.push_back(
          {.body = "ball" + std::to_string(i), .geometry = shapes::Sphere{radius}, .surface = "ball"});
    }
    setup.shapes.push_back({.body = "board", .geometry = shapes::Box{Vector3(4.0, 4.0, 0.1)}, .surface = "board"});
    setup.shapes.push_back({.geometry = shapes::Plane{}, .surface = "floor"});
    setup.rules = {make_rule("ball", "floor", 0.004, 0.001), make_rule("ball", "board", 0.002, 0.001)};
    return setup;
  }
};

// Time steps of h come to the same motion with an error in proportion to h.
TEST(RigidTurning, BoardOnBallsMovesAsTimeStepsDoInTheLimit) {
  const Board board;
  const Model model = board.make_model();
  SimulationOptions options = make_rigid_options(0.5);
  options.contacts = board.make_contacts();
  const Outcome exact = run(model, options);
  expect_closed_account(exact);
  // Each ball carries a third of the board and moves half as fast: (M + 3 · 7/5 m/4) a = (M g b + (M + 3 m) g b′)/(2
  // r).
  const double a = kGravity * (5.0 * 0.002 + 8.0 * 0.004) / (2.0 * board.radius) / (5.0 + 1.05);
  EXPECT_NEAR(exact.velocity("board").x(), 1.0 - 0.5 * a, 1e-9);
  options.formulation = FormulationKind::TimeStepping;
  double before = 1.0;
  for (const double h : {4e-3, 2e-3, 1e-3}) {
    options.time_stepping = {.scheme = SteppingScheme::MoreauJean, .step = h};
    const SimulationReport stepped = simulate(model, options);
    ASSERT_EQ(stepped.status, SimulationStatus::Finished) << stepped.sentence;
    const double error = (stepped.state.q - exact.report.state.q).norm();
    EXPECT_LT(error, 2.0 * h) << h;
    EXPECT_LT(error, 0.6 * before) << h;
    before = error;
  }
}

// Also where contacts come and go, and what they remember is outside y.
TEST(RigidTurning, RunThatIsResumedHasTheSameBits) {
  const Board board;
  const Model model = board.make_model();
  for (const int listed : {1000, 1}) {
    SimulationOptions options = make_rigid_options(1.0);
    options.contacts = board.make_contacts();
    options.event_driven.most_listed = listed;
    options.checkpoint_every = 0.2;
    CheckpointKeeper keeper;
    const SimulationReport whole = Simulation(model, model.make_initial_state(), options).run(&keeper);
    ASSERT_EQ(whole.status, SimulationStatus::Finished) << whole.sentence;
    ASSERT_GE(keeper.checkpoints.size(), 3U);
    for (const Checkpoint& checkpoint : keeper.checkpoints) {
      const SimulationReport rest = Simulation(model, checkpoint, options).run(nullptr);
      EXPECT_EQ(rest.state.q, whole.state.q) << checkpoint.time << ", " << listed;
      EXPECT_EQ(rest.state.v, whole.state.v) << checkpoint.time << ", " << listed;
    }
  }
}

// Balls of any size thrown on each other and on the floor, with arms up to their radii: nothing is gained, nothing
// sinks, and what has come to rest stays.
TEST(RigidTurning, BallsThrownTogetherLoseEnergyUntilTheyRest) {
  cases::RandomSource random(20);
  double resisted = 0.0;
  for (int scene = 0; scene < 12; ++scene) {
    ModelBuilder builder = make_builder();
    SimulationOptions options = make_rigid_options(3.0, 1e-8);
    double height = 0.0;
    for (int i = 0; i < 3; ++i) {
      const std::string name = "ball" + std::to_string(i);
      const double radius = random.uniform(0.05, 0.15), mass = random.log_uniform(0.01, 100.0);
      height += 0.2 + 2.0 * radius;
      builder.add_body(make_ball(name, mass, radius, Vector3(0, 0, height) + random.vector(0.02), random.vector(0.5),
                                 random.vector(20.0)));
      options.contacts.shapes.push_back({.body = name, .geometry = shapes::Sphere{radius}, .surface = "ball"});
    }
    options.contacts.shapes.push_back({.geometry = shapes::Plane{}, .surface = "floor"});
    const ImpactLaw law = impact::Newton{.restitution = random.uniform(0.0, 0.7), .friction = random.uniform(0.1, 1.0)};
    const double arm = random.log_uniform(5e-4, 0.05);
    options.contacts.rules = {make_rule("ball", "floor", arm, 0.3 * arm, law),
                              make_rule("ball", "ball", arm, 0.3 * arm, law)};
    const Model model = builder.build();
    SCOPED_TRACE(scene);
    const Outcome rolled = run(model, options);
    expect_closed_account(rolled);
    resisted += rolled.resisted();
    for (int i = 0; i < 3; ++i) EXPECT_GT(rolled.place("ball" + std::to_string(i)).z(), 0.04);
  }
  EXPECT_GT(resisted, 1e-3);
}

}  // namespace
}  // namespace carom::simulation_tests
