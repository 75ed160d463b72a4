// Rules R1 to R4 for contacts that come, last, and go: docs/theory/normal-laws.md, docs/theory/friction-laws.md.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "simulation/compliant/contact_scenes.h"

namespace carom {
namespace {

using test::ContactWatcher;

constexpr double kRadius = 0.1;

test::Ball make_dropped_ball(double height, const Vector3& velocity = Vector3::Zero()) {
  return {.mass = 2.0,
          .radius = kRadius,
          .position = Vector3(0, 0, kRadius + height),
          .velocity = velocity,
          .gravity = Vector3(0, 0, -10.0)};
}

// R1: the speed of touch-down is kept until the depth is zero, also where the force is clipped at positive depth.
TEST(ContactRules, R1ImpactSpeedIsLatchedFromTouchDownToLiftOff) {
  ContactWatcher watcher;
  // Lee and Wang's force is clipped long before the depth is zero.
  SimulationOptions options = test::make_adaptive(
      test::make_contact(kRadius, test::make_plane(), normal::LeeWang{.stiffness = 1e8, .damping = 3e6}), 0.3, 1e-9);
  options.record_every = 1e-5;
  const SimulationReport report = test::simulate(test::make_model(make_dropped_ball(0.2)), options, &watcher);
  const ContactEvent& impact = report.contacts.front().impacts.front();
  EXPECT_NEAR(impact.approach_speed, 2.0, 1e-9);  // √(2 g h)
  int clipped = 0;
  for (const ContactWatcher::Sample& sample : watcher.samples) {
    if (sample.time > impact.time) break;
    EXPECT_EQ(sample.impact_speed, sample.depth > 0.0 ? impact.approach_speed : 0.0) << "t = " << sample.time;
    clipped += sample.depth > 0.0 && sample.forces.normal == 0.0 ? 1 : 0;
  }
  EXPECT_GT(clipped, 0);
  // Clipped or not, one contact: it touched once for each time it left.
  EXPECT_LE(report.contacts.front().episodes - static_cast<std::int64_t>(report.contacts.front().impacts.size()), 1);
}

// R2: a new contact remembers nothing, or what the law has made of the last one in flight.
TEST(ContactRules, R2BristlesStartStraightUnlessTheyAreCarried) {
  const friction::Gonthier friction{.static_coefficient = 0.5,
                                    .kinetic_coefficient = 0.4,
                                    .bristle_stiffness = 1e5,
                                    .bristle_damping = 1e4,
                                    .stribeck_speed = 0.5,
                                    .dwell_time = 0.01};
  const auto calc_first_touch = [&](TouchDownMemory memory) {
    ContactWatcher watcher;
    SimulationOptions options =
        test::make_adaptive(test::make_contact(kRadius, test::make_plane(),
                                               normal::Gonthier{.stiffness = 1e8, .restitution = 0.8}, friction),
                            0.6, 1e-8);
    options.contacts.rules.front().memory = memory;
    options.record_every = 1e-5;
    (void)test::simulate(test::make_model(make_dropped_ball(0.1, Vector3(0.3, 0.1, 0))), options, &watcher);
    // The first sample of the second contact.
    bool flown = false, touched = false;
    for (const ContactWatcher::Sample& sample : watcher.samples) {
      if (touched && !sample.touching) flown = true;
      if (flown && sample.touching) return sample;
      touched = touched || sample.touching;
    }
    ADD_FAILURE() << "it did not bounce";
    return watcher.samples.back();
  };
  const ContactWatcher::Sample reset = calc_first_touch(TouchDownMemory::Reset);
  const ContactWatcher::Sample carried = calc_first_touch(TouchDownMemory::Carry);
  // At most the slip of one sampling interval.
  EXPECT_LE(reset.memory.bristle.norm(), 1.1 * 1e-5 * reset.motion.slip.norm());
  EXPECT_LE(reset.memory.dwell, 1e-5 / 0.01);
  EXPECT_GT(carried.memory.bristle.norm(), 1e-3 * carried.motion.slip.norm());
  EXPECT_GT(carried.memory.dwell, 0.5);
}

// R3: what does not separate any more keeps the speed of its last touch-down; the bounces before are finite.
TEST(ContactRules, R3RestingContactKeepsItsLastImpactSpeed) {
  ContactWatcher watcher;
  SimulationOptions options = test::make_adaptive(
      test::make_contact(kRadius, test::make_plane(), normal::Gonthier{.stiffness = 1e8, .restitution = 0.5}), 2.0,
      1e-9);
  options.record_every = 1e-3;
  const SimulationReport report = test::simulate(test::make_model(make_dropped_ball(0.1)), options, &watcher);
  const ContactReport& contact = report.contacts.front();
  EXPECT_EQ(contact.episodes, static_cast<std::int64_t>(contact.impacts.size()) + 1);
  EXPECT_LT(contact.episodes, 40);
  const double kept = watcher.samples.back().impact_speed;
  EXPECT_GT(kept, 0.0);
  const auto last = std::find_if(watcher.events.rbegin(), watcher.events.rend(),
                                 [](const ContactEvent& event) { return event.kind == ContactEvent::Kind::TouchDown; });
  EXPECT_EQ(kept, last->approach_speed);
  EXPECT_NEAR(watcher.samples.back().depth, std::pow(20.0 / 1e8, 2.0 / 3.0), 1e-12);
}

// R3: a touch slower than the floor is damped as one at the floor: the damping a = d(e)/(e v) stays bounded.
TEST(ContactRules, R3SlowTouchesAreDampedAsAtTheFloor) {
  const auto calc_restitution = [](double speed, double floor) {
    const test::Ball ball{.mass = 1.0,
                          .radius = kRadius,
                          .position = Vector3(0, 0, kRadius + 1e-3 * speed),
                          .velocity = Vector3(0, 0, -speed)};
    SimulationOptions options = test::make_adaptive(
        test::make_contact(kRadius, test::make_plane(),
                           normal::Gonthier{.stiffness = 1e8, .restitution = 0.5, .impact_speed_floor = floor}),
        1.0, 1e-10);
    std::get<AdaptiveOptions>(options.integrator).absolute_tolerance = 1e-15 * speed;
    const ContactEvent impact = test::simulate(test::make_model(ball), options).contacts.front().impacts.front();
    return impact.separation_speed / impact.approach_speed;
  };
  EXPECT_NEAR(calc_restitution(1e-3, 1e-6), 0.5, 1e-6);
  // Ten times slower than the floor: a tenth of the damping in a v, so that little is lost.
  EXPECT_GT(calc_restitution(1e-3, 1e-2), 0.9);
}

// R4: a ball rolls to and fro in a tube. The normal turns, and with it the bristles: they stay in the tangent plane,
// and no energy is lost in rolling. Without slip the ball swings as g sin φ 5/7 (1/(R − r)).
TEST(ContactRules, R4BristlesTurnWithTheWallOfATube) {
  constexpr double kTube = 1.0, kStart = 0.3;  // radius of the tube [m], and the angle from its lowest line [rad]
  const double way = kTube - kRadius, weight = 20.0 * std::cos(kStart);
  constexpr double kStiffness = 1e8;
  const double depth = std::pow(weight / kStiffness, 2.0 / 3.0);
  test::Ball ball = make_dropped_ball(0.0);
  ball.position = (way + depth) * Vector3(std::sin(kStart), 0, -std::cos(kStart));
  // The axis of the tube along y.
  const ShapeSpec tube{.geometry = shapes::Tube{.radius = kTube, .length = 4.0},
                       .rotation = quaternion_from_rotation_vector(0.5 * std::numbers::pi * Vector3::UnitX())};
  const friction::CundallStrack friction{.friction = 0.6, .bristle_stiffness = 1e6, .bristle_damping = 500.0};
  SimulationOptions options = test::make_adaptive(
      test::make_contact(kRadius, tube, normal::HuntCrossley{.stiffness = kStiffness, .alpha = 0.2}, friction), 4.0,
      1e-9);
  options.record_every = 1e-2;
  ContactWatcher watcher;
  const SimulationReport report = test::simulate(test::make_model(ball), options, &watcher);
  ASSERT_EQ(report.contacts.front().episodes, 1);
  double largest_turn = 0.0;
  for (const ContactWatcher::Sample& sample : watcher.samples) {
    const double stretch = sample.memory.bristle.norm();
    EXPECT_LE(std::abs(sample.memory.bristle.dot(sample.normal)), 1e-12 * stretch + 1e-18);
    // It rolls: the bristles carry 2/7 m g sin φ, and all of the slip is theirs.
    EXPECT_LT(sample.motion.slip.norm(), 1e-3) << "t = " << sample.time;
    largest_turn = std::max(largest_turn, std::acos(std::clamp(sample.normal.z(), -1.0, 1.0)));
  }
  EXPECT_NEAR(largest_turn, kStart, 1e-3);
  // Energy: m g (R − r)(1 − cos φ) swings; what friction takes to start the rolling is a part in a thousand of it.
  const double swing = 20.0 * way * (1.0 - std::cos(kStart));
  EXPECT_LT(report.ledger.total(LedgerKind::Dissipated), 2e-3 * swing);
  EXPECT_NEAR(report.ledger.residual(), 0.0, 1e-6 * swing);
  // The period of small swings is 2π √(7/5 (R − r)/g), longer by φ²/16.
  const double period = 2.0 * std::numbers::pi * std::sqrt(1.4 * way / 10.0) *
                        (1.0 + kStart * kStart / 16.0 + 11.0 / 3072.0 * std::pow(kStart, 4));
  double turned_back = 0.0;  // when it is back at its highest point
  for (std::size_t i = 1; i + 1 < watcher.samples.size(); ++i) {
    const auto angle = [&](std::size_t k) {
      return std::atan2(watcher.samples[k].state.q[4], -watcher.samples[k].state.q[6]);
    };
    if (angle(i) > angle(i - 1) && angle(i) >= angle(i + 1) && turned_back == 0.0) {
      const double left = angle(i - 1), mid = angle(i), right = angle(i + 1);
      turned_back = watcher.samples[i].time + 0.5e-2 * (left - right) / (left - 2.0 * mid + right);
    }
  }
  EXPECT_NEAR(turned_back / period, 1.0, 2e-3);
}

}  // namespace
}  // namespace carom
