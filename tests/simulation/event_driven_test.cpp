// Rigid contacts in the simulator, against closed forms.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "simulation/rigid_scenes.h"
#include "support/allocation_counter.h"

namespace carom::simulation_tests {
namespace {

// A ball from height h that keeps e of its speed rests after √(2h/g) (1 + e)/(1 − e).
TEST(EventDriven, DroppedBallRestsWhenInfinitelyManyBouncesHaveEnded) {
  const Model model = make_falling_ball(1.0);
  for (const double rest_speed : {1e-5, 1e-3}) {
    SimulationOptions options = make_rigid_options(2.0);
    options.contacts = touch_floor("ball", impact::Newton{.restitution = 0.5});
    options.event_driven.rest_speed = rest_speed;
    const SimulationReport report = simulate(model, options);
    ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    const ContactReport& contact = report.contacts.front();
    ASSERT_EQ(contact.rests.size(), 1U);
    EXPECT_NEAR(contact.rests.front().time, 3.0 * std::sqrt(2.0 / 9.81), 1e-9) << "rest speed " << rest_speed;
    EXPECT_LE(report.statistics.events, 64);
    EXPECT_NEAR(report.state.q[0], 0.0, 1e-12);
    EXPECT_EQ(report.state.v[0], 0.0);
    EXPECT_LT(report.ledger.relative_residual(), 1e-10);
  }
}

// Flights of e v, e² v, … shorten from 0.45 s to 2 µs, far below the steps that free fall allows: none is passed over.
TEST(EventDriven, NoFlightIsTooShortToBeSeen) {
  const Model model = make_falling_ball(1.0);
  SimulationOptions options = make_rigid_options(2.0);
  options.contacts = touch_floor("ball", impact::Newton{.restitution = 0.5});
  options.event_driven.rest_speed = 1e-5;
  for (const AdaptiveMethod method :
       {AdaptiveMethod::DormandPrince, AdaptiveMethod::ArkodeExplicit, AdaptiveMethod::CvodeAdams}) {
    std::get<AdaptiveOptions>(options.integrator).method = method;
    const SimulationReport report = simulate(model, options);
    // The first n with 0.5ⁿ √(2 g h) below the speed of rest, 1e-5 m/s, is 19: impacts 0 to 19, and flights between.
    const std::vector<ContactEvent>& impacts = report.contacts.front().impacts;
    ASSERT_EQ(impacts.size(), 20U) << "method " << static_cast<int>(method);
    for (std::size_t n = 0; n < impacts.size(); ++n) {
      EXPECT_NEAR(impacts[n].approach_speed, std::ldexp(std::sqrt(2.0 * 9.81), -static_cast<int>(n)), 1e-7) << n;
    }
  }
}

TEST(EventDriven, EachImpactIsReportedWithItsSpeedsAndImpulse) {
  const Model model = make_falling_ball(1.0);
  SimulationOptions options = make_rigid_options(0.6);
  options.contacts = touch_floor("ball", impact::Stronge{.restitution = 0.5});
  const SimulationReport report = simulate(model, options);
  ASSERT_EQ(report.contacts.front().impacts.size(), 1U);
  const ContactEvent& impact = report.contacts.front().impacts.front();
  const double speed = std::sqrt(2.0 * 9.81);
  EXPECT_NEAR(impact.time, std::sqrt(2.0 / 9.81), 1e-10);
  EXPECT_NEAR(impact.approach_speed, speed, 1e-9);
  EXPECT_NEAR(impact.separation_speed, 0.5 * speed, 1e-9);
  EXPECT_NEAR(impact.impulse, 1.5 * speed, 1e-9);  // of 1 kg
}

class EventDrivenMethods : public testing::TestWithParam<IntegratorOptions> {};
INSTANTIATE_TEST_SUITE_P(AdaptiveAndFixed, EventDrivenMethods,
                         testing::Values(IntegratorOptions{AdaptiveOptions{}},
                                         IntegratorOptions{FixedStepOptions{.step = 1e-2}}));

// Coulomb: slows down by a = μ N/m, stops after v²/(2 a), and stays.
TEST_P(EventDrivenMethods, SlidingMassStopsAfterTheDistanceOfCoulomb) {
  constexpr double kFriction = 0.25, kSpeed = 0.5;
  const Model model = make_sliding_mass(kSpeed);
  SimulationOptions options = make_rigid_options(1.0);
  options.integrator = GetParam();
  options.contacts = touch_floor("mass", impact::Newton{.restitution = 0.0, .friction = kFriction});
  const SimulationReport report = simulate(model, options);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  const double slows = kFriction * 9.81 * (1.0 - kCarriageMass);  // the carriage presses on nothing
  EXPECT_NEAR(report.state.q[0], kSpeed * kSpeed / (2.0 * slows), 1e-9);
  EXPECT_NEAR(report.state.v[0], 0.0, 1e-12);
  EXPECT_NEAR(dissipated(report, "friction"), 0.5 * kSpeed * kSpeed, 1e-9);  // all of ½ m v²
  EXPECT_NEAR(report.ledger.residual(), 0.0, 1e-9);
}

// Coriolis: a ball that slides without spin rolls from t = 2 v/(7 μ g) on, with 5/7 v in its direction.
TEST_P(EventDrivenMethods, SlidingBallComesToRoll) {
  constexpr double kFriction = 0.2;
  const Vector3 velocity(1.2, -0.5, 0.0);
  const Model model = make_free_ball(velocity, Vector3::Zero());
  SimulationOptions options = make_rigid_options(1.0);
  options.integrator = GetParam();
  options.contacts = touch_floor_with_ball(impact::Stronge{.restitution = 0.5, .friction = kFriction});
  const SimulationReport report = simulate(model, options);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  const Vector3 rolls = 5.0 / 7.0 * velocity;
  EXPECT_LT((report.state.v.tail<3>() - rolls).norm(), 1e-7);
  const Vector3 spin = report.state.v.head<3>();
  EXPECT_LT((rolls - kBallRadius * spin.cross(Vector3::UnitZ())).norm(), 1e-7);
  const double slides = 2.0 * velocity.norm() / (7.0 * kFriction * 9.81);
  const Vector3 path =
      velocity * slides - 0.5 * kFriction * 9.81 * slides * slides * velocity.normalized() + rolls * (1.0 - slides);
  EXPECT_LT((report.state.q.segment<3>(4) - Vector3(0, 0, kBallRadius) - path).norm(), 1e-7);
  EXPECT_LT(report.ledger.relative_residual(), 1e-8);
}

// A mass on a smooth ball of radius r leaves it a third of the radius below the top: m v²/r = m g cos θ, v² = 2 g r
// (1 − cos θ).
TEST(EventDriven, MassLeavesASmoothBallAThirdOfTheRadiusBelowItsTop) {
  const Model model = make_falling_point(Vector3(1e-3, 0, std::sqrt(1.0 - 1e-6)));
  SimulationOptions options = make_rigid_options(4.0);
  options.contacts = touch_unit_ball(impact::Newton{.restitution = 0.0});
  LiftOffHeight observer;
  const SimulationReport report = Simulation(model, model.make_initial_state(), options).run(&observer);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  ASSERT_FALSE(report.contacts.front().impacts.empty());
  // v² at the height 2/3 of the start's, from which it fell.
  const double height = 2.0 / 3.0 * std::sqrt(1.0 - 1e-6);
  EXPECT_NEAR(observer.height_at(report.contacts.front().impacts.front().time), height, 1e-6);
  EXPECT_LT(report.ledger.relative_residual(), 1e-7);
}

struct AllocationProbe : Observer {
  std::vector<decltype(testing_support::allocation_count())> counts;
  AllocationProbe() { counts.reserve(1000); }
  [[nodiscard]] bool observe(const Moment&) override {
    counts.push_back(testing_support::allocation_count());
    return true;
  }
};

// Events may allocate: they write reports. What lies between them does not.
TEST(EventDriven, SmoothMotionAllocatesNothing) {
  if (!testing_support::counts_allocations()) GTEST_SKIP() << "the sanitizer counts for itself";
  const auto expect_none = [](const Model& model, const ContactSetup& contacts, double duration) {
    SimulationOptions options = make_rigid_options(duration);
    options.contacts = contacts;
    AllocationProbe probe;
    const SimulationReport report = Simulation(model, model.make_initial_state(), options).run(&probe);
    ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    ASSERT_GT(probe.counts.size(), 50U);
    // The first sample is shown before the first step, which sizes what it needs.
    EXPECT_EQ(probe.counts.back(), probe.counts[1]);
  };
  {
    SCOPED_TRACE("a ball that slides");
    expect_none(make_free_ball(Vector3(1.2, -0.5, 0.0), Vector3::Zero()),
                touch_floor_with_ball(impact::Stronge{.restitution = 0.5, .friction = 0.2}), 0.15);
  }
  SCOPED_TRACE("a double pendulum that swings");
  expect_none(make_double_pendulum(),
              touch_floor("lower", impact::Stronge{.restitution = 0.9, .friction = 0.12}, Vector3(0, 0, -0.25), -2.0),
              2.0);
}

TEST(EventDriven, DoublePendulumKeepsItsAccount) {
  const Model model = make_double_pendulum();
  SimulationOptions options = make_rigid_options(10.0);
  options.contacts =
      touch_floor("lower", impact::Stronge{.restitution = 0.9, .friction = 0.12}, Vector3(0, 0, -0.25), -0.61);
  const SimulationReport report = simulate(model, options);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_GT(report.contacts.front().impacts.size(), 10U);
  EXPECT_LT(report.ledger.relative_residual(), 1e-6);
  EXPECT_GE(dissipated(report, "impact"), 0.0);
  EXPECT_TRUE(report.notes.empty());
}

TEST(EventDriven, ResumedRunHasTheSameBits) {
  const Model model = make_double_pendulum();
  SimulationOptions options = make_rigid_options(4.0);
  options.contacts =
      touch_floor("lower", impact::Stronge{.restitution = 0.9, .friction = 0.12}, Vector3(0, 0, -0.25), -0.61);
  options.checkpoint_every = 0.37;
  CheckpointKeeper keeper;
  const SimulationReport unbroken = Simulation(model, model.make_initial_state(), options).run(&keeper);
  ASSERT_GT(keeper.checkpoints.size(), 5U);
  for (const std::size_t i : {2U, 4U, 8U}) {
    const SimulationReport resumed = Simulation(model, keeper.checkpoints[i], options).run(nullptr);
    EXPECT_EQ(resumed.state.q, unbroken.state.q);
    EXPECT_EQ(resumed.state.v, unbroken.state.v);
    EXPECT_EQ(resumed.statistics.steps, unbroken.statistics.steps);
  }
}

}  // namespace
}  // namespace carom::simulation_tests
