// Compliant contacts in the simulator, against closed forms and independent reference values.
#include <array>
#include <cmath>
#include <numbers>
#include <tuple>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "carom/model/model_builder.h"
#include "carom/simulation/compliant/stepping/stretched_clock.h"
#include "carom/simulation/simulation.h"

namespace carom {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;

// A ball of radius zero that moves up and down above the floor.
Model make_ball(double mass, double height, double velocity, double gravity) {
  ModelBuilder builder;
  builder.set_gravity(Vector3(0, 0, -gravity));
  BodySpec ball;
  ball.name = "ball";
  ball.mass.mass = mass;
  ball.mass.inertia_about_center = 0.1 * mass * Matrix3::Identity();
  ball.joint.type = JointType::Prismatic;
  ball.joint.axis = Vector3::UnitZ();
  ball.joint.position = {height};
  ball.joint.velocity = {velocity};
  builder.add_body(ball);
  return builder.build();
}

ContactSetup touch(const std::string& body, const Vector3& at, double floor, const NormalLaw& normal,
                   const FrictionLaw& friction = friction::None{}) {
  ShapeSpec tip{.body = body, .geometry = shapes::Point{}, .at = at, .surface = "tip"};
  ShapeSpec plane{.geometry = shapes::Plane{}, .at = Vector3(0, 0, floor), .surface = "floor"};
  return {{tip, plane}, {{.surface_a = "tip", .surface_b = "floor", .normal = normal, .friction = friction}}};
}

SimulationOptions make_adaptive(const ContactSetup& contacts, double duration, double tolerance) {
  return {.integrator = AdaptiveOptions{.relative_tolerance = tolerance, .absolute_tolerance = 0.01 * tolerance},
          .duration = duration,
          .record_every = duration,
          .contacts = contacts};
}

SimulationReport simulate(const Model& model, const SimulationOptions& options) {
  return Simulation(model, model.make_initial_state(), options).run(nullptr);
}

// A central impact without gravity returns the restitution that was asked for, whatever the speed.
TEST(CompliantContacts, GonthierReturnsTheRestitutionAskedFor) {
  for (const double e : {0.01, 0.1, 0.5, 0.9, 1.0}) {
    for (const double speed : {1e-4, 1e-2, 1.0, 100.0}) {
      const Model model = make_ball(2.0, 1e-3 * speed, -speed, 0.0);
      const normal::Gonthier law{.stiffness = 1e8, .restitution = e, .impact_speed_floor = 1e-9};
      // Positions and depths of slow impacts are tiny: the absolute tolerance is scaled with them.
      SimulationOptions options = make_adaptive(touch("ball", Vector3::Zero(), 0.0, law), 1.0, 1e-10);
      std::get<AdaptiveOptions>(options.integrator).absolute_tolerance = 1e-12 * speed * 1e-3;
      const SimulationReport report = simulate(model, options);
      ASSERT_EQ(report.contacts.front().impacts.size(), 1U) << "e = " << e << ", v = " << speed;
      const ContactEvent& impact = report.contacts.front().impacts.front();
      EXPECT_NEAR(impact.separation_speed / impact.approach_speed, e, 1e-6) << "v = " << speed;
      const double energy = speed * speed;  // ½ m v²
      EXPECT_NEAR(report.ledger.residual(), 0.0, 1e-8 * energy) << "e = " << e << ", v = " << speed;
    }
  }
}

// Put down on the floor at exactly zero gap, it sinks in until the spring has taken what gravity gave:
// (2/5) k x^{5/2} = m g x. Were the touch-down noticed only after a step, the depth of that step would come on top.
TEST(CompliantContacts, BallThatStartsAtZeroGapTouchesFromTheStart) {
  const double stiffness = 1e6, mass = 2.0, gravity = 10.0;
  const Model model = make_ball(mass, 0.0, 0.0, gravity);
  const normal::Hertz law{.stiffness = stiffness};
  const SimulationReport report = simulate(model, make_adaptive(touch("ball", Vector3::Zero(), 0.0, law), 0.03, 1e-10));
  EXPECT_EQ(report.contacts.front().episodes, 1);
  const double deepest = std::pow(2.5 * mass * gravity / stiffness, 2.0 / 3.0);
  EXPECT_NEAR(report.contacts.front().max_depth, deepest, 1e-8 * deepest);
  // One that rises does not touch.
  const Model rising = make_ball(mass, 0.0, 1.0, gravity);
  EXPECT_EQ(
      simulate(rising, make_adaptive(touch("ball", Vector3::Zero(), 0.0, law), 0.03, 1e-10)).contacts.front().episodes,
      0);
}

// Section II-C of Azad & Featherstone; reference values computed independently, see tests/reference.
TEST(CompliantContacts, DroppedSphereBouncesAsTheReferenceHasIt) {
  const Model model = make_ball(0.066, 1.0, 0.0, 10.0);
  const normal::AzadFeatherstone law{.stiffness = 1e10, .damping = 1e5};
  const SimulationReport report = simulate(model, make_adaptive(touch("ball", Vector3::Zero(), 0.0, law), 5.0, 1e-8));
  const ContactReport& contact = report.contacts.front();
  EXPECT_EQ(contact.episodes, 38);
  ASSERT_EQ(contact.impacts.size(), 37U);
  // The lift-off before the first apex below a millimeter.
  EXPECT_NEAR(contact.impacts[11].time, 2.39183787815654, 1e-7);
  EXPECT_NEAR(contact.impacts[0].peak_depth, 1.0372885056e-4, 1e-6);
  EXPECT_NEAR(report.state.q[0], -1.6331620904278456e-07, 1e-12);
  EXPECT_LT(report.ledger.relative_residual(), 1e-8);
}

// The budget that the project promises for this problem at the tolerance of the paper.
TEST(CompliantContacts, DroppedSphereTakesFewSteps) {
  const Model model = make_ball(0.066, 1.0, 0.0, 10.0);
  const normal::AzadFeatherstone law{.stiffness = 1e10, .damping = 1e5};
  const SimulationReport report =
      simulate(model, make_adaptive(touch("ball", Vector3::Zero(), 0.0, law), 2.39184, 1e-5));
  ASSERT_EQ(report.contacts.front().impacts.size(), 12U);
  EXPECT_NEAR(report.contacts.front().impacts.back().time, 2.39183787815654, 1e-5);
  EXPECT_LE(report.statistics.steps, 400);
  EXPECT_LE(report.statistics.rate_evaluations, 2000);
}

// Gonthier et al., section 4.2, point masses: end configuration of the reference computation.
Model make_double_pendulum() {
  ModelBuilder builder;
  builder.set_gravity(Vector3(0, 0, -9.81));
  const auto add = [&](const char* name, double mass, double length, const char* parent, double above, double angle,
                       double velocity) {
    BodySpec link;
    link.name = name;
    link.mass.mass = mass;
    link.mass.center_of_mass = Vector3(0, 0, -length);
    link.joint.type = JointType::Revolute;
    link.joint.parent = parent;
    link.joint.at = Vector3(0, 0, -above);
    link.joint.axis = Vector3::UnitY();
    link.joint.position = {angle * kDegree};
    link.joint.velocity = {velocity * kDegree};
    builder.add_body(link);
  };
  add("upper", 5.0, 0.5, "world", 0.0, 45.0, -120.0);
  add("lower", 2.0, 0.25, "upper", 0.5, 0.0, 130.0);
  return builder.build();
}

ContactSetup make_pendulum_contact() {
  return touch("lower", Vector3(0, 0, -0.25), -0.61, normal::Gonthier{.stiffness = 1e9, .restitution = 0.9},
               friction::Gonthier{.static_coefficient = 0.15,
                                  .kinetic_coefficient = 0.12,
                                  .bristle_stiffness = 1e5,
                                  .bristle_damping = std::sqrt(1e5),
                                  .stribeck_speed = 0.1,
                                  .dwell_time = 0.75});
}

TEST(CompliantContacts, DoublePendulumSettlesWhereTheReferenceHasIt) {
  const Model model = make_double_pendulum();
  const SimulationReport report = simulate(model, make_adaptive(make_pendulum_contact(), 10.0, 1e-7));
  EXPECT_NEAR(report.state.q[0] / kDegree, 1.92, 5e-3);
  EXPECT_NEAR(report.state.q[1] / kDegree, -65.74, 5e-3);
  EXPECT_LT(report.state.v.norm(), 1e-6);
  EXPECT_LT(report.ledger.relative_residual(), 1e-6);
}

TEST(CompliantContacts, FixedStepsConvergeToTheAdaptiveMotion) {
  const Model model = make_double_pendulum();
  SimulationOptions options = make_adaptive(make_pendulum_contact(), 1.0, 1e-10);
  const SimulationReport exact = simulate(model, options);
  // The step in which a contact closes sees the kink of its force: order one overall.
  const auto calc_error = [&](double step) {
    options.integrator = FixedStepOptions{.method = FixedMethod::BogackiShampine, .step = step};
    const SimulationReport fixed = simulate(model, options);
    EXPECT_EQ(fixed.contacts.front().episodes, exact.contacts.front().episodes);
    return (fixed.state.q - exact.state.q).norm();
  };
  const double coarse = calc_error(2e-5);
  const double fine = calc_error(2.5e-6);
  EXPECT_LT(coarse, 1e-3);
  EXPECT_LT(fine, 0.25 * coarse);
}

TEST(CompliantContacts, ResumedRunHasTheSameBits) {
  struct Keeper : Observer {
    std::vector<Checkpoint> checkpoints;
    [[nodiscard]] bool observe(const Moment&) override { return true; }
    [[nodiscard]] bool observe_checkpoint(const Checkpoint& checkpoint) override {
      checkpoints.push_back(checkpoint);
      return true;
    }
  };
  const Model model = make_double_pendulum();
  SimulationOptions options = make_adaptive(make_pendulum_contact(), 4.0, 1e-6);
  options.checkpoint_every = 0.37;
  Keeper keeper;
  const SimulationReport unbroken = Simulation(model, model.make_initial_state(), options).run(&keeper);
  ASSERT_GT(keeper.checkpoints.size(), 5U);
  const SimulationReport resumed = Simulation(model, keeper.checkpoints[4], options).run(nullptr);
  EXPECT_EQ(resumed.state.q, unbroken.state.q);
  EXPECT_EQ(resumed.state.v, unbroken.state.v);
  EXPECT_EQ(resumed.statistics.steps, unbroken.statistics.steps);
}

TEST(CompliantContacts, DeepOverlapAtTheStartIsRefusedWithItsDepth) {
  const Model model = make_ball(1.0, -0.02, 0.0, 10.0);
  const SimulationOptions options =
      make_adaptive(touch("ball", Vector3::Zero(), 0.0, normal::Hertz{.stiffness = 1e6}), 1.0, 1e-6);
  try {
    const Simulation simulation(model, model.make_initial_state(), options);
    FAIL() << "an overlap of 2 cm was accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("tip/floor"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("0.02 m"), std::string::npos) << error.what();
  }
}

// A point mass slides over the floor, slows down by μ g, stops after v²/2μg and stays, whatever the law and the method.
class Sliding : public testing::TestWithParam<std::tuple<FrictionLaw, IntegratorOptions>> {};

TEST_P(Sliding, StopsAfterTheDistanceOfCoulombAndStays) {
  constexpr double kGravity = 10.0, kSpeed = 0.5, kFriction = 0.25;
  ModelBuilder builder;
  builder.set_gravity(Vector3(0, 0, -kGravity));
  BodySpec block;
  block.name = "block";
  block.mass.mass = 1.0;
  block.mass.inertia_about_center = Matrix3::Identity();
  block.joint.type = JointType::Free;
  constexpr double kStiffness = 1e6;
  const double depth = std::pow(kGravity / kStiffness, 2.0 / 3.0);
  block.joint.position = {1, 0, 0, 0, 0, 0, -depth};
  block.joint.velocity = {0, 0, 0, 0.6 * kSpeed, 0.8 * kSpeed, 0};
  builder.add_body(block);
  const Model model = builder.build();
  const auto& [law, integrator] = GetParam();
  SimulationOptions options{.integrator = integrator, .duration = 1.0, .record_every = 1.0};
  options.contacts =
      touch("block", Vector3::Zero(), 0.0, normal::HuntCrossley{.stiffness = kStiffness, .alpha = 0.2}, law);
  options.contacts.deepest_start = 2.0 * depth;
  const SimulationReport report = simulate(model, options);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  const Vector3 place = report.state.q.tail<3>();
  const double expected = kSpeed * kSpeed / (2.0 * kFriction * kGravity);
  // Bristles give by up to μ m g/k, and laws that are smooth in the slip reach Coulomb's friction a little later.
  EXPECT_NEAR(place.head<2>().norm(), expected, 1e-3 * expected + 2.0 * kFriction * kGravity / 1e5 + 4e-4);
  EXPECT_NEAR(place.y() / place.x(), 0.8 / 0.6, 1e-3);
  // Bristles without a damper go on swinging with the energy they had on the cone.
  const double swing = kFriction * kGravity / std::sqrt(1e5);
  EXPECT_LT(report.state.v.tail<3>().norm(), std::holds_alternative<friction::Liang>(law) ? 1.01 * swing : 2e-4);
  EXPECT_LT(report.ledger.relative_residual(), 1e-3);
}

const std::array<FrictionLaw, 5> kSlidingLaws{
    friction::Coulomb{.static_coefficient = 0.25, .kinetic_coefficient = 0.25, .smoothing_speed = 1e-4},
    friction::CundallStrack{.friction = 0.25, .bristle_stiffness = 1e5, .bristle_damping = 100.0},
    friction::LuGre{.static_coefficient = 0.25, .kinetic_coefficient = 0.25},
    friction::Liang{.friction = 0.25, .bristle_stiffness = 1e5, .viscous = 0.0},
    friction::Gonthier{.static_coefficient = 0.25, .kinetic_coefficient = 0.25, .stribeck_speed = 1e-3}};
INSTANTIATE_TEST_SUITE_P(Adaptive, Sliding,
                         testing::Combine(testing::ValuesIn(kSlidingLaws),
                                          testing::Values(IntegratorOptions(AdaptiveOptions{
                                              .relative_tolerance = 1e-7, .absolute_tolerance = 1e-9}))));
INSTANTIATE_TEST_SUITE_P(Fixed, Sliding,
                         testing::Combine(testing::ValuesIn(kSlidingLaws),
                                          testing::Values(IntegratorOptions(FixedStepOptions{.method = FixedMethod::Rk4,
                                                                                             .step = 2e-5}))));

TEST(StretchedClock, RunsLikeTimeAndStartsAsItsSquare) {
  StretchedClock clock;
  clock.start(3.0, 0.01);
  EXPECT_EQ(clock.time(0.0), 3.0);
  EXPECT_EQ(clock.speed(0.0), 0.0);
  EXPECT_NEAR(clock.time(1e-5) - 3.0, 1e-10 / 0.02, 1e-14);
  EXPECT_NEAR(clock.speed(10.0), 1.0, 1e-6);
  for (const double tau : {1e-6, 1e-3, 0.01, 1.0})
    EXPECT_NEAR(clock.stretched(clock.time(tau)), tau, 1e-9 * tau + 1e-8);
}

}  // namespace
}  // namespace carom
