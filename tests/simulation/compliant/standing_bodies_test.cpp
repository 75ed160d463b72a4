// Bodies that stand on several points: each point keeps its place in the list, and with it its memory.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "carom/simulation/mechanism/mechanism_system.h"
#include "simulation/compliant/contact_scenes.h"

namespace carom {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;

// A body of 1 kg with its center above the ground, turned about y.
Model make_model(const Vector3& inertia, double height, double tilt, const Vector3& gravity = Vector3(0, 0, -10)) {
  ModelBuilder builder;
  builder.set_gravity(gravity);
  BodySpec body;
  body.name = "body";
  body.mass.mass = 1.0;
  body.mass.inertia_about_center = inertia.asDiagonal();
  body.joint.type = JointType::Free;
  body.joint.position = {std::cos(0.5 * tilt), 0, std::sin(0.5 * tilt), 0, 0, 0, height};
  builder.add_body(body);
  return builder.build();
}

SimulationOptions make_options(const ShapeGeometry& geometry, double duration) {
  const ShapeSpec shape{.body = "body", .geometry = geometry, .surface = "body"};
  ShapeSpec ground = test::make_plane();
  ground.surface = "ground";
  SimulationOptions options = test::make_adaptive(
      {.shapes = {shape, ground},
       .rules = {{.surface_a = "body",
                  .surface_b = "ground",
                  .normal = normal::Gonthier{.stiffness = 1e6, .restitution = 0.2, .impact_speed_floor = 0.01},
                  .friction =
                      friction::CundallStrack{.friction = 0.8, .bristle_stiffness = 1e5, .bristle_damping = 300.0}}}},
      duration, 1e-7);
  options.record_every = 1e-2;
  return options;
}

// Which points touch at each sample.
struct FeetWatcher : Observer {
  std::vector<std::set<int>> feet;
  std::vector<std::vector<double>> touch_times;  // [s]
  std::vector<double> times;                     // [s]
  [[nodiscard]] bool observe(const Moment& moment) override {
    const auto state = test::compliant_part(moment.system).state(moment.y);
    times.push_back(moment.state.time);
    feet.emplace_back();
    touch_times.emplace_back();
    for (int i = 0; i < test::compliant_part(moment.system).contacts().num_slots(); ++i) {
      if (CompliantContacts::is_touching(state, i)) feet.back().insert(i);
      touch_times.back().push_back(CompliantContacts::passive(state, i, CompliantContacts::kTouchTime));
    }
    return true;
  }
};

// Corners are numbered 4 i + 2 j + k with i, j, k = 1 on the −x, −y, −z side: the lower ones are odd.
TEST(StandingBodies, BoxFallsFromItsEdgeOntoItsLowerFace) {
  const Vector3 size(0.2, 0.3, 0.1);
  const double tilt = 20.0 * kDegree;  // about y: the edge at +x goes down
  const double drop = 1e-4;            // that it touches down clearly
  const double height = 0.5 * (size.x() * std::sin(tilt) + size.z() * std::cos(tilt)) + drop;
  const double inertia = 1.0 / 12.0;
  const Model model =
      make_model(inertia * Vector3(size.y() * size.y() + size.z() * size.z(), size.x() * size.x() + size.z() * size.z(),
                                   size.x() * size.x() + size.y() * size.y()),
                 height, tilt);
  FeetWatcher watcher;
  const SimulationReport report = test::simulate(model, make_options(shapes::Box{.size = size}, 1.5), &watcher);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_EQ(watcher.feet.back(), (std::set<int>{1, 3, 5, 7}));
  // Until the other side lands it stands on the edge at +x: corners 1 and 3, and on nothing else.
  const double landing = std::min(report.contacts[5].impacts.empty() ? 1.5 : report.contacts[5].impacts.front().time,
                                  watcher.touch_times.back()[5]);
  int on_edge = 0;
  for (std::size_t i = 1; i < watcher.feet.size() && watcher.times[i] < 0.5 * landing; ++i) {
    EXPECT_TRUE(watcher.feet[i] == (std::set<int>{1, 3})) << "t = " << watcher.times[i];
    ++on_edge;
  }
  EXPECT_GT(on_edge, 2);
  for (const int upper : {0, 2, 4, 6}) EXPECT_EQ(report.contacts[static_cast<std::size_t>(upper)].episodes, 0);
  // It lies still, flat, and each corner carries a quarter of the weight.
  EXPECT_LT(report.state.v.norm(), 1e-6);
  EXPECT_NEAR(report.state.q[6], 0.5 * size.z() - std::pow(2.5 / 1e6, 2.0 / 3.0), 1e-7);
  EXPECT_LT(report.ledger.relative_residual(), 1e-5);
}

// On a slope below the friction angle it stays, its corners with the memory they have: no creep.
TEST(StandingBodies, BoxOnASlopeKeepsItsCornersAndDoesNotCreep) {
  const Vector3 size(0.2, 0.2, 0.1);
  const double slope = 25.0 * kDegree;  // tan 25° = 0.47
  const Model model = make_model(Vector3(0.05, 0.05, 0.08) / 12.0, 0.5 * size.z(), 0.0,
                                 10.0 * Vector3(std::sin(slope), 0, -std::cos(slope)));
  FeetWatcher watcher;
  const SimulationReport report = test::simulate(model, make_options(shapes::Box{.size = size}, 20.0), &watcher);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  for (std::size_t i = watcher.feet.size() / 2; i < watcher.feet.size(); ++i) {
    ASSERT_EQ(watcher.feet[i], (std::set<int>{1, 3, 5, 7})) << "t = " << watcher.times[i];
    ASSERT_EQ(watcher.touch_times[i], watcher.touch_times.back());
  }
  EXPECT_LT(report.state.v.norm(), 1e-10);
}

// Points 0–2 on the rim at +z, 3–5 at −z, the first of each its lowest.
TEST(StandingBodies, CylinderRocksFromItsRimOntoThreePoints) {
  constexpr double kRadius = 0.1, kLength = 0.2;
  const double tilt = 10.0 * kDegree;
  const double height = kRadius * std::sin(tilt) + 0.5 * kLength * std::cos(tilt);
  const double across = (3.0 * kRadius * kRadius + kLength * kLength) / 12.0;
  const Model model = make_model(Vector3(across, across, 0.5 * kRadius * kRadius), height, tilt);
  FeetWatcher watcher;
  SimulationOptions options = make_options(shapes::Cylinder{.radius = kRadius, .length = kLength}, 2.0);
  // Its lowest point changes sides at once where it passes the upright pose: fixed steps do not look for such moments.
  options.integrator = FixedStepOptions{.method = FixedMethod::Rk4, .step = 2e-5};
  const SimulationReport report = test::simulate(model, options, &watcher);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_EQ(watcher.feet.back(), (std::set<int>{3, 4, 5}));
  for (const std::size_t upper : {0U, 1U, 2U}) EXPECT_EQ(report.contacts[upper].episodes, 0);
  // First on the lowest point alone.
  EXPECT_EQ(watcher.feet[2], (std::set<int>{3}));
  EXPECT_LT(report.state.v.norm(), 1e-4);
}

}  // namespace
}  // namespace carom
