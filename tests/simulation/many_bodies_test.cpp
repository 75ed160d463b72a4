// Time stepping with so many bodies that contacts are found step by step.
#include <algorithm>
#include <optional>

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "carom/simulation/mechanism/mechanism_system.h"
#include "carom/simulation/time_stepping/stepped_contacts.h"
#include "cases/random_source.h"
#include "cases/sphere_bin.h"
#include "simulation/rigid_scenes.h"

namespace carom::simulation_tests {
namespace {

using cases::BinState;
using cases::ContactCase;
using cases::make_bin_options;
using cases::SphereBin;

// 60 balls have 1770 pairs, and 300 with the bin.
constexpr SphereBin kSmallBin{.spheres = 60, .width = 0.4, .spacing = 0.065, .jitter = 0.03};

// Balls and boxes at random in a small bin, some of them deep in each other.
ContactCase make_heap(int bodies, std::uint64_t seed) {
  ModelBuilder builder;
  ContactSetup contacts;
  cases::RandomSource random(seed);
  for (int i = 0; i < bodies; ++i) {
    BodySpec body{.name = std::to_string(i)};
    body.mass = {.mass = 1.0, .inertia_about_center = Matrix3::Identity()};
    const Quaternion turned = random.rotation();
    const Vector3 at = random.vector(0.3), spin = random.vector(3.0), speed = random.vector(2.0);
    body.joint = {.type = JointType::Free,
                  .position = {turned[0], turned[1], turned[2], turned[3], at.x(), at.y(), at.z()},
                  .velocity = {spin.x(), spin.y(), spin.z(), speed.x(), speed.y(), speed.z()}};
    builder.add_body(body);
    ShapeSpec shape{.body = body.name, .surface = i % 3 == 0 ? "boxes" : "balls"};
    if (i % 3 == 0) {
      shape.geometry = shapes::Box{Vector3(0.1, 0.06, 0.05)};
    } else {
      shape.geometry = shapes::Sphere{0.04};
    }
    contacts.shapes.push_back(shape);
  }
  contacts.shapes.push_back({.geometry = shapes::Plane{}, .at = {0.0, 0.0, -0.25}, .surface = "floor"});
  contacts.shapes.push_back({.geometry = shapes::Sphere{1.0}});  // only seen
  for (const auto& [a, b] : std::vector<std::pair<const char*, const char*>>{
           {"balls", "balls"}, {"boxes", "balls"}, {"floor", "balls"}, {"boxes", "floor"}}) {
    ContactRule rule{.surface_a = a, .surface_b = b};
    rule.impact = impact::Newton{};
    contacts.rules.push_back(rule);
  }
  return {builder.build(), std::move(contacts)};
}

// Of the contacts near at the initial state: their slots in a common order, with what is known of them.
struct NearContact {
  ContactSlots::Slot slot;
  ContactSlots::Motion motion;
};
std::vector<NearContact> find_near(const ContactCase& scene, int most_listed) {
  Kinematics kinematics(scene.model);
  const State state = scene.model.make_initial_state();
  calc_kinematics(scene.model, state.q, state.v, kinematics);
  ContactSlots slots(scene.model, scene.contacts, most_listed);
  EXPECT_EQ(slots.are_listed(), most_listed > 0);
  slots.find(kinematics, 1e-3, 1e-3, {});
  std::vector<NearContact> near;
  for (const int i : slots.near()) near.push_back({slots.slot(i), slots.motion(i)});
  const auto key = [](const NearContact& contact) {
    const ContactSlots::Slot& slot = contact.slot;
    return std::tuple(slot.rule, slot.shape_a, slot.shape_b, slot.feature);
  };
  std::ranges::sort(near, {}, key);
  return near;
}

TEST(ContactSlots, TheBroadPhaseFindsWhatALookAtAllPairsFinds) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const ContactCase scene = make_heap(90, seed);
    const std::vector<NearContact> listed = find_near(scene, 1'000'000), found = find_near(scene, 0);
    ASSERT_GT(listed.size(), 50U);
    ASSERT_EQ(found.size(), listed.size());
    for (std::size_t i = 0; i < listed.size(); ++i) {
      ASSERT_EQ(found[i].slot, listed[i].slot);
      EXPECT_EQ(found[i].motion.gap, listed[i].motion.gap);
      EXPECT_EQ(found[i].motion.normal, listed[i].motion.normal);
      EXPECT_EQ(found[i].motion.velocity, listed[i].motion.velocity);
    }
  }
}

// A contact that is to be kept keeps its slot though its bodies are far apart, until it is let go.
TEST(ContactSlots, KeptOnesStayUntilTheyAreLetGo) {
  const ContactCase scene = cases::make_sphere_bin(kSmallBin);
  Kinematics kinematics(scene.model);
  State state = scene.model.make_initial_state();
  const int first = scene.model.body(1).position_start + 4;
  for (int i = 2; i < scene.model.num_bodies(); ++i) state.q[scene.model.body(i).position_start + 6] += 1.0;
  state.q[first + 2] = SphereBin::kRadius;  // on the floor, and alone there
  calc_kinematics(scene.model, state.q, state.v, kinematics);
  ContactSlots slots(scene.model, scene.contacts, 0);
  slots.find(kinematics, 1e-3, 1e-3, {});
  ASSERT_EQ(slots.count(), 1);
  const ContactSlots::Slot slot = slots.slot(0);
  state.q[first + 2] = 0.5;
  calc_kinematics(scene.model, state.q, state.v, kinematics);
  slots.find(kinematics, 1e-3, 1e-3, std::vector<char>{1});
  ASSERT_EQ(slots.count(), 1);
  EXPECT_EQ(slots.slot(0), slot);
  EXPECT_EQ(slots.origins().front(), 0);
  EXPECT_TRUE(slots.near().empty());
  EXPECT_NEAR(slots.motion(0).gap, 0.5 - SphereBin::kRadius, 1e-15);
  slots.find(kinematics, 1e-3, 1e-3, std::vector<char>{0});
  EXPECT_EQ(slots.count(), 0);
}

// After 1.5 s the balls lie in the bin. All 60 together weigh 59 N and press one contact in by 59 µm at 1e6 N/m.
TEST(SphereBin, BallsSettleOnTheFloorAndBetweenTheWalls) {
  const ContactCase scene = cases::make_sphere_bin(kSmallBin);
  const SimulationReport report = simulate(scene.model, make_bin_options(scene, 1.5, 1e-6));
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_TRUE(report.warnings.empty()) << report.warnings.front();
  const BinState end = cases::look_at_bin(scene.model, report.state, kSmallBin);
  EXPECT_LT(end.fastest, 0.05);
  EXPECT_GT(end.lowest, SphereBin::kRadius - 5.9e-5);
  EXPECT_LT(end.highest, 0.3);
  EXPECT_LT(end.farthest_wall, 5.9e-5);
  EXPECT_LT(report.ledger.relative_residual(), 1e-10);
  // One report a rule, whatever touched.
  ASSERT_EQ(report.contacts.size(), 2U);
  EXPECT_EQ(report.contacts[0].name, "balls/balls");
  EXPECT_EQ(report.contacts[1].name, "balls/bin");
  EXPECT_GT(report.contacts[0].episodes, 60);
  EXPECT_LT(report.contacts[0].max_depth, 2e-3);
}

TEST(SphereBin, ThreadsChangeNoBit) {
  const ContactCase scene = cases::make_sphere_bin({.spheres = 300, .width = 0.8});
  std::vector<State> ends;
  for (const std::size_t threads : {1U, 2U, 4U}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    const SimulationReport report = simulate(scene.model, make_bin_options(scene, 0.25, 1e-5));
    ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    ends.push_back(report.state);
  }
  for (const State& end : ends) {
    EXPECT_EQ(end.q, ends.front().q);
    EXPECT_EQ(end.v, ends.front().v);
  }
}

// What a run would record of its contacts, and the checkpoint in its middle.
class BinWatcher : public Observer {
 public:
  [[nodiscard]] bool observe(const Moment& moment) override {
    EXPECT_TRUE(moment.system.calc_forces(moment.state.time, moment.y));
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

// Bristles need what contacts remember.
TEST(SphereBin, ARunGoesOnFromACheckpointWithTheSameBits) {
  const ContactCase scene = cases::make_sphere_bin(kSmallBin);
  SimulationOptions options = make_bin_options(scene, 0.3, 1e-6);
  options.record_every = 0.01;
  options.checkpoint_every = 0.17;
  BinWatcher whole, rest;
  const SimulationReport first = Simulation(scene.model, scene.model.make_initial_state(), options).run(&whole);
  ASSERT_EQ(first.status, SimulationStatus::Finished) << first.sentence;
  ASSERT_TRUE(whole.checkpoint.has_value());
  const SimulationReport second = Simulation(scene.model, *whole.checkpoint, options).run(&rest);
  EXPECT_EQ(first.state.q, second.state.q);
  EXPECT_EQ(first.state.v, second.state.v);
  EXPECT_EQ(first.contacts[0].episodes, second.contacts[0].episodes);
  ASSERT_LT(rest.forces.size(), whole.forces.size());
  EXPECT_TRUE(std::ranges::equal(rest.forces, std::span(whole.forces).last(rest.forces.size())));
  EXPECT_GT(*std::ranges::max_element(rest.forces), 0.0);
  Checkpoint damaged = *whole.checkpoint;
  damaged.contacts.pop_back();
  EXPECT_THROW(Simulation(scene.model, damaged, options), InputError);
}

}  // namespace
}  // namespace carom::simulation_tests
