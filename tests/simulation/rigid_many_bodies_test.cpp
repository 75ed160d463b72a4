// Rigid bodies from event to event, so many that contacts come from a search and are reported by rule.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <random>

#include <gtest/gtest.h>

#include "carom/model/joints/joint_view.h"
#include "carom/simulation/mechanism/mechanism_system.h"
#include "cases/random_source.h"
#include "cases/sphere_bin.h"
#include "simulation/rigid_scenes.h"

namespace carom::simulation_tests {
namespace {

using cases::ContactCase;
using cases::make_rigid_bin_options;
using cases::SphereBin;

constexpr int kAllListed = 1'000'000;

// 50 balls have 1225 pairs, and 300 with the box.
constexpr SphereBin kGas{
    .spheres = 50, .width = 0.55, .spacing = 0.1, .restitution = 1.0, .friction = 0.0, .speed = 1.0, .closed = true};

std::int64_t count_impacts(const SimulationReport& report) {
  std::int64_t impacts = 0;
  for (const ContactReport& contact : report.contacts) impacts += contact.num_impacts;
  return impacts;
}

// Elastic impacts keep the energy, each to a few roundings, and flights without forces are followed exactly.
TEST(RigidGas, ElasticBallsInABoxKeepTheirEnergy) {
  const ContactCase scene = cases::make_sphere_bin(kGas);
  const SimulationReport report = simulate(scene.model, make_rigid_bin_options(scene, 0.5, 1e-8));
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  ASSERT_EQ(report.contacts.size(), 2U);
  EXPECT_EQ(report.contacts[0].name, "balls/balls");
  EXPECT_GT(report.contacts[0].num_impacts, 30);
  EXPECT_GT(report.contacts[1].num_impacts, 30);
  const double energy = report.ledger.rows.front().value;
  EXPECT_NEAR(energy, report.ledger.initial, 1e-10 * energy);
  EXPECT_LT(report.ledger.relative_residual(), 1e-10);
  const cases::BinState end = cases::look_at_bin(scene.model, report.state, kGas);
  EXPECT_GT(end.lowest, SphereBin::kRadius - 1e-8);
  EXPECT_LT(end.farthest_wall, 1e-8);
}

Vector3 calc_momentum(const Model& model, const State& state) {
  Vector3 momentum = Vector3::Zero();
  for (int i = 1; i < model.num_bodies(); ++i) {
    momentum += model.spec(BodyIndex(i)).mass.mass * JointView(model, BodyIndex(i)).velocity(state);
  }
  return momentum;
}

// Balls without a box that fly towards each other. Each impact rounds the momentum of a ball by ε, some hundred times.
TEST(RigidGas, BallsThatMeetInSpaceKeepTheirMomentum) {
  ContactCase scene = cases::make_sphere_bin(kGas);
  std::erase_if(scene.contacts.shapes, [](const ShapeSpec& shape) { return shape.surface == "bin"; });
  scene.contacts.rules.pop_back();
  State initial = scene.model.make_initial_state();
  const Vector3 middle(0.0, 0.0, 0.2);
  for (int i = 1; i < scene.model.num_bodies(); ++i) {
    const Body& body = scene.model.body(i);
    const Vector3 from = initial.q.segment<3>(body.position_start + 4) - middle;
    initial.v.segment<3>(body.velocity_start + 3) -= 5.0 * from;
  }
  const Vector3 before = calc_momentum(scene.model, initial);
  SimulationOptions options = make_rigid_bin_options(scene, 0.3, 1e-8);
  const SimulationReport report = Simulation(scene.model, initial, options).run(nullptr);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_GT(count_impacts(report), 50);
  EXPECT_LT((calc_momentum(scene.model, report.state) - before).norm(), 1e-10);
}

// The same gas with a slot for every pair. An impact makes errors grow by the mean free path over the radius, about
// threefold: from 1e-13 of the time of an impact to below 1e-9 in the few impacts that a ball has.
TEST(RigidGas, PairsFromASearchCollideAsAllPairsDo) {
  const ContactCase scene = cases::make_sphere_bin(kGas);
  SimulationOptions options = make_rigid_bin_options(scene, 0.15, 1e-11);
  const SimulationReport searched = simulate(scene.model, options);
  options.event_driven.most_listed = kAllListed;
  const SimulationReport listed = simulate(scene.model, options);
  ASSERT_EQ(searched.status, SimulationStatus::Finished) << searched.sentence;
  ASSERT_EQ(listed.status, SimulationStatus::Finished) << listed.sentence;
  EXPECT_EQ(searched.contacts.size(), 2U);
  EXPECT_GT(listed.contacts.size(), 1000U);
  EXPECT_GT(count_impacts(listed), 30);
  EXPECT_EQ(count_impacts(searched), count_impacts(listed));
  EXPECT_LT((searched.state.q - listed.state.q).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT((searched.state.v - listed.state.v).cwiseAbs().maxCoeff(), 1e-8);
}

// Each ball bounces by itself, at its own time, and rests: h = 2 v e/(1 − e)/g after the first impact.
TEST(RigidPile, BallsApartComeToRestOnTheFloorAndStayThere) {
  const ContactCase scene =
      cases::make_sphere_bin({.spheres = 49, .width = 0.8, .spacing = 0.1, .restitution = 0.5, .friction = 0.5});
  const SimulationReport report = simulate(scene.model, make_rigid_bin_options(scene, 0.5, 1e-8));
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  const SphereBin bin{.width = 0.8};
  const cases::BinState end = cases::look_at_bin(scene.model, report.state, bin);
  EXPECT_LT(end.fastest, 1e-12);
  EXPECT_NEAR(end.lowest, SphereBin::kRadius, 1e-12);
  EXPECT_NEAR(end.highest, SphereBin::kRadius, 1e-12);
  EXPECT_EQ(report.contacts[1].num_rests, 49);
  EXPECT_LT(report.ledger.relative_residual(), 1e-9);
}

// Two layers fall on each other: islands of several balls, sliding and bouncing.
constexpr SphereBin kShallow{.spheres = 50, .width = 0.5, .spacing = 0.08, .restitution = 0.1, .friction = 0.0};

TEST(RigidPile, NothingGoesThroughTheFloorOrTheWallsWhereBallsPileUp) {
  const ContactCase scene = cases::make_sphere_bin(kShallow);
  SimulationOptions options = make_rigid_bin_options(scene, 0.18, 1e-8);
  options.event_driven.rest_speed = 1e-3;
  const SimulationReport report = simulate(scene.model, options);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  const cases::BinState end = cases::look_at_bin(scene.model, report.state, kShallow);
  EXPECT_GT(end.lowest, SphereBin::kRadius - 1e-8);
  EXPECT_LT(end.farthest_wall, 1e-8);
  EXPECT_GT(count_impacts(report), 100);
  // Some thousand steps, each within a tolerance of 1e-8.
  EXPECT_LT(report.ledger.relative_residual(), 1e-6);
}

// A ball of 1 mm at 300 m/s hits one that hangs in space, in the middle of others. A step without forces could be as
// long as the run.
TEST(RigidGas, AFastSmallBallDoesNotPassThroughAnother) {
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  ContactSetup contacts;
  constexpr double kRadius = 1e-3, kStart = 0.02, kDuration = 2e-4;
  for (int i = 0; i < 50; ++i) {
    BodySpec ball{.name = "ball " + std::to_string(i)};
    ball.mass = {.mass = 1e-3, .inertia_about_center = 1e-9 * Matrix3::Identity()};
    ball.joint = {.type = JointType::Free,
                  .position = {1, 0, 0, 0, i == 0 ? 0.0 : kStart, 0.0, i < 2 ? 0.0 : 0.01 * i}};
    if (i == 0) ball.joint.velocity = {0, 0, 0, 300.0, 0, 0};
    builder.add_body(ball);
    contacts.shapes.push_back({.body = ball.name, .geometry = shapes::Sphere{kRadius}, .surface = "balls"});
  }
  ContactRule rule{.surface_a = "balls", .surface_b = "balls"};
  rule.impact = impact::Newton{.restitution = 1.0};
  contacts.rules.push_back(rule);
  const Model model = builder.build();
  SimulationOptions options = make_rigid_options(kDuration);
  options.contacts = contacts;
  const SimulationReport report = simulate(model, options);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_EQ(report.contacts.size(), 1U);
  EXPECT_EQ(report.contacts[0].num_impacts, 1);
  // The second goes on with all of the speed, from where it was, after the first has come up to it.
  const double flown = 300.0 * kDuration - (kStart - 2.0 * kRadius);
  EXPECT_NEAR(JointView(model, BodyIndex(2)).place(report.state).x(), kStart + flown, 1e-9);
  EXPECT_NEAR(JointView(model, BodyIndex(1)).velocity(report.state).norm(), 0.0, 1e-9);
}

using Motions = std::map<std::string, VectorX>;

Motions run_in_order(std::uint32_t seed) {
  const ContactCase scene = cases::make_sphere_bin(kShallow);
  std::vector<int> order;
  for (int i = 1; i < scene.model.num_bodies(); ++i) order.push_back(i);
  ContactSetup contacts = scene.contacts;
  std::mt19937 random(seed);
  if (seed > 0) {
    std::ranges::shuffle(order, random);
    std::ranges::shuffle(contacts.shapes, random);
  }
  ModelBuilder builder;
  builder.set_gravity(scene.model.gravity());
  for (const int i : order) builder.add_body(scene.model.spec(BodyIndex(i)));
  const Model model = builder.build();
  SimulationOptions options = make_rigid_options(0.15, 1e-8);
  options.contacts = contacts;
  options.event_driven.rest_speed = 1e-3;
  options.event_driven.max_island = 1000;  // time steps visit contacts in the order of declaration
  const SimulationReport report = simulate(model, options);
  EXPECT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  Motions motions;
  for (int i = 1; i < model.num_bodies(); ++i) {
    const Body& body = model.body(i);
    VectorX motion(13);
    motion << report.state.q.segment(body.position_start, 7), report.state.v.segment(body.velocity_start, 6);
    motions[model.spec(BodyIndex(i)).name] = motion;
  }
  return motions;
}

TEST(RigidPile, TheOrderOfDeclarationChangesNoBit) {
  const Motions first = run_in_order(0);
  for (const std::uint32_t seed : {1U, 2U}) {
    const Motions other = run_in_order(seed);
    for (const auto& [name, motion] : first) EXPECT_EQ(motion, other.at(name)) << name << ", order " << seed;
  }
}

class PileWatcher : public Observer {
 public:
  [[nodiscard]] bool observe(const Moment& moment) override {
    (void)moment.system.calc_forces(moment.state.time, moment.y);
    EXPECT_EQ(moment.system.num_contacts(), 2);
    for (int i = 0; i < 2; ++i) forces.push_back(moment.system.look_at_contact(i, moment.y).normal_force);
    return true;
  }
  [[nodiscard]] bool observe_checkpoint(const Checkpoint& given) override {
    if (!checkpoint) checkpoint = given;
    return true;
  }

  std::vector<double> forces;
  std::optional<Checkpoint> checkpoint;
};

// Modes and directions of slip are remembered outside y.
TEST(RigidPile, ARunGoesOnFromACheckpointWithTheSameBits) {
  const ContactCase scene = cases::make_sphere_bin(kShallow);
  SimulationOptions options = make_rigid_bin_options(scene, 0.16, 1e-8);
  options.event_driven.rest_speed = 1e-3;
  options.record_every = 0.01;
  options.checkpoint_every = 0.13;
  PileWatcher whole, rest;
  const SimulationReport first = Simulation(scene.model, scene.model.make_initial_state(), options).run(&whole);
  ASSERT_EQ(first.status, SimulationStatus::Finished) << first.sentence;
  ASSERT_TRUE(whole.checkpoint.has_value());
  const SimulationReport second = Simulation(scene.model, *whole.checkpoint, options).run(&rest);
  ASSERT_EQ(second.status, SimulationStatus::Finished) << second.sentence;
  EXPECT_EQ(first.state.q, second.state.q);
  EXPECT_EQ(first.state.v, second.state.v);
  EXPECT_EQ(count_impacts(first), count_impacts(second));
  ASSERT_LT(rest.forces.size(), whole.forces.size());
  EXPECT_TRUE(std::ranges::equal(rest.forces, std::span(whole.forces).last(rest.forces.size())));
  EXPECT_GT(*std::ranges::max_element(rest.forces), 0.0);
  Checkpoint damaged = *whole.checkpoint;
  damaged.contacts.pop_back();
  EXPECT_THROW(Simulation(scene.model, damaged, options), InputError);
}

}  // namespace
}  // namespace carom::simulation_tests
