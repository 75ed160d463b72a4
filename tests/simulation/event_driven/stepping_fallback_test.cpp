// Event-driven runs that continue in time steps where too many contacts are connected.
#include "carom/simulation/event_driven/stepping_fallback.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "carom/model/joints/joint_view.h"
#include "cases/sphere_bin.h"
#include "simulation/rigid_scenes.h"

namespace carom::simulation_tests {
namespace {

using cases::SphereBin;

bool tells_of_fallback(const SimulationReport& report) {
  return std::ranges::any_of(report.notes,
                             [](const RunNote& note) { return note.kind == RunNote::Kind::SteppingFallback; });
}

// Balls thrown into a bin, deep enough that far more contacts than 60 are connected.
constexpr SphereBin kDeep{
    .spheres = 64, .width = 0.36, .spacing = 0.08, .restitution = 0.5, .friction = 0.5, .speed = 0.5};

TEST(SteppingFallback, BallsThrownIntoABinComeToRestInsideIt) {
  const cases::ContactCase scene = cases::make_sphere_bin(kDeep);
  const SimulationReport report = simulate(scene.model, cases::make_rigid_bin_options(scene, 2.0, 1e-8));
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_TRUE(tells_of_fallback(report));
  const cases::BinState end = cases::look_at_bin(scene.model, report.state, kDeep);
  // Nothing resists rolling.
  EXPECT_LT(end.fastest, 0.05);
  // Steps of 1 ms at the speed of the fall, 3 m/s, end up to 3 mm deep, and a fifth of a depth is taken away in each.
  EXPECT_GT(end.lowest, SphereBin::kRadius - 1e-4);
  EXPECT_LT(end.farthest_wall, 1e-4);
  EXPECT_LT(report.ledger.relative_residual(), 1e-6);
}

/// A block that slides over the floor on its four corners.
struct Slider {
  static constexpr double kSpeed = 2.0;     // [m/s]
  static constexpr double kFriction = 0.4;  // [-]
  Model model;
  ContactSetup contacts;
};

Slider make_sliding_scene() {
  ModelBuilder builder = make_builder();
  BodySpec block{.name = "block"};
  block.mass = {.mass = 2.0, .inertia_about_center = 0.01 * Matrix3::Identity()};
  block.joint = {.type = JointType::Free, .position = {1, 0, 0, 0, 0, 0, 0.05}};
  block.joint.velocity = {0, 0, 0, Slider::kSpeed, 0, 0};
  builder.add_body(block);
  ContactSetup contacts =
      make_setup({{.body = "block", .geometry = shapes::Box{Vector3(0.3, 0.3, 0.1)}, .surface = "block"},
                  {.geometry = shapes::Plane{}, .surface = "floor"}},
                 "block", "floor", impact::Newton{.restitution = 0.0, .friction = Slider::kFriction});
  return {builder.build(), std::move(contacts)};
}

SimulationReport slide(double step) {
  const Slider scene = make_sliding_scene();
  SimulationOptions options = make_rigid_options(1.0);
  options.contacts = scene.contacts;
  options.event_driven.max_island = 4;
  options.event_driven.fallback_step = step;
  return simulate(scene.model, options);
}

// Steps of first order stop it at v²/(2 μ g) to within the way of one step.
TEST(SteppingFallback, ABlockSlidesAsFarAsFromEventToEvent) {
  const double way = Slider::kSpeed * Slider::kSpeed / (2.0 * Slider::kFriction * 9.81);
  const double lost = 0.5 * 2.0 * Slider::kSpeed * Slider::kSpeed;
  for (const double step : {1e-2, 1e-3, 1e-4}) {
    const SimulationReport report = slide(step);
    ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    EXPECT_TRUE(tells_of_fallback(report));
    const Slider scene = make_sliding_scene();
    EXPECT_NEAR(JointView(scene.model, BodyIndex(1)).place(report.state).x(), way, Slider::kSpeed * step) << step;
    EXPECT_NEAR(dissipated(report, "friction"), lost, 0.02 * lost * (step / 1e-3)) << step;
    EXPECT_LT(report.ledger.relative_residual(), 1e-9) << step;
  }
}

TEST(SteppingFallback, FewContactsStayWithEvents) {
  const Slider scene = make_sliding_scene();
  SimulationOptions options = make_rigid_options(1.0);
  options.contacts = scene.contacts;
  options.event_driven.max_island = 5;
  const SimulationReport report = simulate(scene.model, options);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_FALSE(tells_of_fallback(report));
}

/// Keeps the last checkpoint before a time, and the longest way of a ball between samples.
class Watcher final : public Observer {
 public:
  explicit Watcher(double until) : until_(until) {}
  [[nodiscard]] bool observe(const Moment& moment) override {
    for (Eigen::Index i = 0; i < last_.size(); i += 7) {
      const Vector3 way = moment.state.q.segment<3>(i + 4) - last_.segment<3>(i + 4);
      largest_ = std::max(largest_, way.norm());
    }
    last_ = moment.state.q;
    return true;
  }
  [[nodiscard]] bool observe_checkpoint(const Checkpoint& checkpoint) override {
    if (checkpoint.time < until_) kept_ = checkpoint;
    return true;
  }
  [[nodiscard]] const Checkpoint& kept() const { return kept_; }
  [[nodiscard]] double largest() const { return largest_; }

 private:
  double until_;  // [s]
  Checkpoint kept_;
  VectorX last_;
  double largest_{};  // [m]
};

constexpr SphereBin kShallow{.spheres = 50, .width = 0.4, .spacing = 0.08, .restitution = 0.2, .friction = 0.3};

SimulationOptions make_shallow_options(const cases::ContactCase& scene) {
  SimulationOptions options = cases::make_rigid_bin_options(scene, 0.5, 1e-8);
  options.event_driven.max_island = 20;
  options.record_every = 1e-3;
  options.checkpoint_every = 0.01;
  return options;
}

TEST(SteppingFallback, ARunResumedAmongTimeStepsHasTheSameBits) {
  const cases::ContactCase scene = cases::make_sphere_bin(kShallow);
  const SimulationOptions options = make_shallow_options(scene);
  for (const double until : {0.15, 0.25, 0.45}) {
    Watcher watcher(until);
    const SimulationReport whole = Simulation(scene.model, scene.model.make_initial_state(), options).run(&watcher);
    ASSERT_EQ(whole.status, SimulationStatus::Finished) << whole.sentence;
    ASSERT_TRUE(tells_of_fallback(whole));
    ASSERT_GT(watcher.kept().time, until - 0.02);
    const SimulationReport rest = Simulation(scene.model, watcher.kept(), options).run(nullptr);
    ASSERT_EQ(rest.status, SimulationStatus::Finished) << rest.sentence;
    EXPECT_EQ(rest.state.q, whole.state.q) << until;
    EXPECT_EQ(rest.state.v, whole.state.v) << until;
  }
}

// Balls fall from 0.2 m, no faster than 2 m/s: a sample on another path than those beside it would be farther away. A
// fifth of a depth of up to 2 mm is taken away in a step.
TEST(SteppingFallback, SamplesBesideTheChangeLieOnTheMotion) {
  const cases::ContactCase scene = cases::make_sphere_bin(kShallow);
  Watcher watcher(0.0);
  const SimulationReport report =
      Simulation(scene.model, scene.model.make_initial_state(), make_shallow_options(scene)).run(&watcher);
  ASSERT_TRUE(tells_of_fallback(report));
  EXPECT_LT(watcher.largest(), 2e-3 + 4e-4);
}

}  // namespace
}  // namespace carom::simulation_tests
