// Stick and slip, laws that create energy, and what a resumed run still knows.
#include "carom/simulation/compliant/contact_log.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "carom/simulation/contacts/contact_event_fields.h"
#include "carom/simulation/contacts/contact_report_numbers.h"
#include "contact/friction/sample_laws.h"
#include "simulation/compliant/contact_scenes.h"

namespace carom {
namespace {

using test::ContactWatcher;
using Kind = ContactEvent::Kind;

constexpr double kGravity = 10.0, kStiffness = 1e8;
const double kDepth = std::pow(kGravity / kStiffness, 2.0 / 3.0);  // of a block of 1 kg at rest  [m]

// A block of 1 kg on a plate that moves along x as it is told. The block moves along x and z.
struct BlockOnPlate {
  TimeFunction plate{time_functions::Constant{0.0}};
  double spring{};                                   // holds the block to the world along x  [N/m]
  double speed{};                                    // of the block along x at the start  [m/s]
  TimeFunction load{time_functions::Constant{0.0}};  // besides its weight  [N]
};

Model make_model(const BlockOnPlate& scene) {
  ModelBuilder builder;
  builder.set_gravity(Vector3(0, 0, -kGravity));
  const MassProperties mass{.mass = 1.0, .inertia_about_center = Matrix3::Identity()};
  builder.add_body({.name = "plate",
                    .mass = mass,
                    .joint = {.type = JointType::Prismatic, .axis = Vector3::UnitX(), .drive = {scene.plate}}});
  builder.add_body({.name = "block",
                    .mass = mass,
                    .joint = {.type = JointType::Planar,
                              .axis = -Vector3::UnitY(),
                              .second_axis = Vector3::UnitX(),
                              .position = {0.0, -kDepth, 0.0},
                              .velocity = {scene.speed, 0.0, 0.0},
                              .stiffness = {scene.spring, 0.0, 0.0}}});
  builder.add_body_force({.name = "load", .body = "block", .force = -Vector3::UnitZ(), .scale = scene.load});
  return builder.build();
}

SimulationOptions make_options(const FrictionLaw& friction, double duration, double tolerance) {
  const ShapeSpec foot{.body = "block", .geometry = shapes::Point{}, .surface = "block"};
  const ShapeSpec top{.body = "plate", .geometry = shapes::Plane{}, .surface = "plate"};
  SimulationOptions options =
      test::make_adaptive({.shapes = {foot, top},
                           .rules = {{.surface_a = "block",
                                      .surface_b = "plate",
                                      .normal = normal::HuntCrossley{.stiffness = kStiffness, .alpha = 0.2},
                                      .friction = friction}}},
                          duration, tolerance);
  options.record_every = 1e-2;
  return options;
}

std::vector<ContactEvent> pick(const std::vector<ContactEvent>& events, Kind kind) {
  std::vector<ContactEvent> picked;
  std::ranges::copy_if(events, std::back_inserter(picked), [&](const ContactEvent& e) { return e.kind == kind; });
  return picked;
}

// Bowden and Leben's block [gonthier2004, section 2.2]: it goes with the plate until the spring pulls as strongly as
// static friction, which grows with the time at rest: k v t = f_n (μ_C + (μ_S − μ_C)(1 − exp(−t/τ))).
TEST(ContactLog, BlockOnAMovingPlateSlipsWhenTheSpringPullsEnoughAndSticksAgain) {
  constexpr double kSpeed = 0.1, kSpring = 2.0;
  const friction::Gonthier law{.static_coefficient = 0.15,
                               .kinetic_coefficient = 0.1,
                               .bristle_stiffness = 1e5,
                               .bristle_damping = std::sqrt(1e5),
                               .viscous = 0.1,
                               .stribeck_speed = 1e-3,
                               .dwell_time = 2.0};
  double slip_time = 7.0;
  for (int i = 0; i < 50; ++i) {
    slip_time = kGravity * (0.1 + 0.05 * (1.0 - std::exp(-slip_time / law.dwell_time))) / (kSpring * kSpeed);
  }
  ContactWatcher watcher;
  const Model model = make_model(
      {.plate = TimeFunction(time_functions::ConstantSpeed{.speed = kSpeed}), .spring = kSpring, .speed = kSpeed});
  const SimulationReport report = test::simulate(model, make_options(law, 12.0, 1e-8), &watcher);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  const std::vector<ContactEvent> slips = pick(watcher.events, Kind::Slip), sticks = pick(watcher.events, Kind::Stick);
  ASSERT_FALSE(slips.empty());
  ASSERT_FALSE(sticks.empty());
  // Bristles give by 15 µm on the way, which the spring feels later: 0.15 ms.
  EXPECT_NEAR(slips.front().time, slip_time, 1e-3);
  EXPECT_LT(slips.front().slip_speed, law.stribeck_speed);
  EXPECT_GT(sticks.front().time, slips.front().time + 0.5);
  EXPECT_EQ(report.contacts.front().slips, static_cast<std::int64_t>(slips.size()));
  EXPECT_TRUE(std::ranges::all_of(watcher.names, [](const std::string& name) { return name == "block/plate"; }));
}

// A block that slides and comes to rest sticks once, wherever its law has stick, and does not slip again.
TEST(ContactLog, BlockThatComesToRestSticksOnce) {
  for (const FrictionLaw& law : test::make_friction_laws()) {
    ContactWatcher watcher;
    (void)test::simulate(make_model({.speed = 0.3}), make_options(law, 1.0, 1e-8), &watcher);
    const std::vector<ContactEvent> sticks = pick(watcher.events, Kind::Stick);
    ASSERT_FALSE(sticks.empty()) << test::describe(law);
    // Bristles without a damper swing on, to the cone and back.
    if (std::holds_alternative<friction::Liang>(law)) continue;
    EXPECT_EQ(sticks.size(), 1U) << test::describe(law);
    // It slides from the start, but laws with bristles have to stretch them first.
    EXPECT_LE(pick(watcher.events, Kind::Slip).size(), 1U) << test::describe(law);
    EXPECT_LT(sticks.front().slip_speed, 0.05) << test::describe(law);
    EXPECT_EQ(watcher.events.back().kind, Kind::Stick) << test::describe(law);
  }
}

// A plate that goes slowly to and fro under a load that is small on the way out and large on the way back. Bristles
// that stretch without limit, at a small load and for nothing, pull with the large one: deviation G7. The other laws
// take energy from the plate in every cycle.
TEST(ContactLog, LawsThatCreateEnergyAreReportedWithTheAmount) {
  constexpr double kFrequency = std::numbers::pi, kWay = 1e-3;
  const BlockOnPlate scene{
      .plate = TimeFunction(time_functions::Sine{.amplitude = kWay, .angular_frequency = kFrequency}),
      .spring = 1e5,
      .load = TimeFunction(
          time_functions::Sine{.offset = 100.0, .amplitude = -100.0, .angular_frequency = 2.0 * kFrequency})};
  for (const FrictionLaw& sample : test::make_friction_laws()) {
    FrictionLaw law = sample;
    if (auto* gonthier = std::get_if<friction::Gonthier>(&law)) gonthier->stribeck_speed = 0.1;
    ContactWatcher watcher;
    const SimulationReport report = test::simulate(make_model(scene), make_options(law, 2.0, 1e-6), &watcher);
    const ContactReport& contact = report.contacts.front();
    double gained = 0.0;
    for (const ContactEvent& gain : contact.gains) gained += gain.energy;
    EXPECT_EQ(pick(watcher.events, Kind::FrictionGain).size(), contact.gains.size());
    EXPECT_TRUE(pick(watcher.events, Kind::DampingGain).empty());
    if (std::holds_alternative<friction::Gonthier>(law)) {
      ASSERT_FALSE(contact.gains.empty());
      // The account says the same: what friction has lost is less than it would be without the gains.
      EXPECT_GT(gained, 1e-3);
      EXPECT_GE(contact.gains.front().time - contact.gains.front().duration, 0.0);
    } else {
      EXPECT_EQ(gained, 0.0) << test::describe(law);
    }
  }
}

TEST(PassivityMonitor, ReportsAFallWithItsBeginItsEndAndItsSize) {
  PassivityMonitor monitor;
  const std::vector<double> lost{0.0, 1.0, 2.0, 1.9, 1.5, 1.2, 1.3, 1.9, 3.0};
  std::vector<PassivityMonitor::Gain> gains;
  for (std::size_t i = 0; i < lost.size(); ++i) {
    if (const auto gain = monitor.update(static_cast<double>(i), lost[i], 0.05)) gains.push_back(*gain);
  }
  ASSERT_EQ(gains.size(), 1U);
  EXPECT_EQ(gains[0].began, 2.0);
  EXPECT_EQ(gains[0].ended, 5.0);
  EXPECT_NEAR(gains[0].energy, 0.8, 1e-15);
  EXPECT_FALSE(monitor.finish().has_value());
}

TEST(PassivityMonitor, LetsSmallFallsPassAndCountsOneThatIsNotOver) {
  PassivityMonitor monitor;
  EXPECT_FALSE(monitor.update(0.0, 1.0, 0.1).has_value());
  EXPECT_FALSE(monitor.update(1.0, 0.95, 0.1).has_value());
  EXPECT_FALSE(monitor.finish().has_value());
  EXPECT_FALSE(monitor.update(2.0, 0.8, 0.1).has_value());
  const auto gain = monitor.finish();
  ASSERT_TRUE(gain.has_value());
  EXPECT_EQ(gain->began, 0.0);
  EXPECT_NEAR(gain->energy, 0.2, 1e-15);
}

// To the last bit, and what is unknown of one is unknown of the other: that is not a number.
bool same(const ContactEvent& a, const ContactEvent& b) {
  if (a.kind != b.kind || a.slot != b.slot || a.time != b.time) return false;
  return std::ranges::all_of(list_contact_event_fields(), [&](const ContactEventField& field) {
    if (!field.belongs_to(a.kind)) return true;
    const double first = field.get(a), second = field.get(b);
    return first == second || (std::isnan(first) && std::isnan(second));
  });
}

// From every checkpoint, also those in the middle of an impact: the report is that of the whole run, to the last bit.
TEST(ContactLog, ResumedRunReportsTheWholeRun) {
  const test::Ball ball{.mass = 0.5,
                        .radius = 0.05,
                        .position = Vector3(0, 0, 0.1),
                        .velocity = Vector3(0.4, 0, 0),
                        .gravity = Vector3(0, 0, -kGravity)};
  const friction::Gonthier friction{.static_coefficient = 0.3, .kinetic_coefficient = 0.25, .stribeck_speed = 0.01};
  SimulationOptions options =
      test::make_adaptive(test::make_contact(ball.radius, test::make_plane(),
                                             normal::Gonthier{.stiffness = 1e5, .restitution = 0.7}, friction),
                          1.0, 1e-8);
  options.checkpoint_every = 1e-3;
  const Model model = test::make_model(ball);
  ContactWatcher watcher;
  const SimulationReport unbroken = test::simulate(model, options, &watcher);
  const ContactReport& expected = unbroken.contacts.front();
  ASSERT_GE(expected.impacts.size(), 3U);
  ASSERT_GT(watcher.checkpoints.size(), 100U);
  for (std::size_t i = 0; i < watcher.checkpoints.size(); i += 7) {
    const SimulationReport resumed = Simulation(model, watcher.checkpoints[i], options).run(nullptr);
    const ContactReport& found = resumed.contacts.front();
    EXPECT_EQ(found.episodes, expected.episodes) << "from t = " << watcher.checkpoints[i].time;
    EXPECT_EQ(found.slips, expected.slips);
    EXPECT_EQ(found.max_depth, expected.max_depth);
    ASSERT_EQ(found.impacts.size(), expected.impacts.size());
    EXPECT_TRUE(std::ranges::equal(found.impacts, expected.impacts, same))
        << "from t = " << watcher.checkpoints[i].time;
  }
}

TEST(ContactLog, RefusesNumbersThatAreNotItsOwn) {
  const test::Ball ball{.position = Vector3(0, 0, 1)};
  const Model model = test::make_model(ball);
  CompliantContacts contacts(model,
                             test::make_contact(ball.radius, test::make_plane(), normal::Hertz{.stiffness = 1e6}));
  CompliantPart part(contacts);
  ContactLog log(part);
  std::vector<double> numbers;
  log.save(numbers);
  const auto fits = [&log](const std::vector<double>& all) {
    NumberReader reader(all);
    log.restore(reader);
    return !reader.failed() && reader.empty();
  };
  EXPECT_TRUE(fits(numbers));
  for (std::size_t place = 0; place < numbers.size(); ++place) {
    // Counts, kinds and states are whole numbers of a range; speeds and energies may be anything.
    std::vector<double> broken = numbers;
    broken[place] = std::numeric_limits<double>::quiet_NaN();
    (void)fits(broken);
  }
  numbers.push_back(0.0);
  EXPECT_FALSE(fits(numbers));
  numbers.resize(3);
  EXPECT_FALSE(fits(numbers));
  EXPECT_FALSE(fits({}));
}

}  // namespace
}  // namespace carom
