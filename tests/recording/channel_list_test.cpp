// The numbers of a sample, by name.
#include "carom/recording/channel_list.h"

#include <algorithm>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "carom/model/model_builder.h"
#include "carom/recording/channel_names.h"
#include "carom/simulation/simulation.h"

namespace carom {
namespace {

using testing::ElementsAre;

MassProperties make_mass() {
  return {.mass = 1.0, .center_of_mass = {0.1, 0.0, -0.5}, .inertia_about_center = Vector3(0.1, 0.1, 0.1).asDiagonal()};
}

std::vector<std::string> list_names(const std::vector<Channel>& channels) {
  std::vector<std::string> names;
  for (const Channel& channel : channels) names.push_back(channel.name);
  return names;
}

struct JointNames {
  JointType type{};
  std::vector<std::string> positions, velocities;
};

TEST(ChannelNames, EveryJointNamesItsCoordinatesWithUnits) {
  const std::vector<JointNames> all{
      {JointType::Weld, {}, {}},
      {JointType::Revolute, {"j.position_rad"}, {"j.velocity_rad_per_s"}},
      {JointType::Prismatic, {"j.position_m"}, {"j.velocity_m_per_s"}},
      {JointType::Helical, {"j.position_rad"}, {"j.velocity_rad_per_s"}},
      {JointType::Cylindrical, {"j.angle_rad", "j.displacement_m"}, {"j.angle_rate_rad_per_s", "j.velocity_m_per_s"}},
      {JointType::Universal,
       {"j.angle_1_rad", "j.angle_2_rad"},
       {"j.angle_1_rate_rad_per_s", "j.angle_2_rate_rad_per_s"}},
      {JointType::Planar,
       {"j.x_m", "j.y_m", "j.angle_rad"},
       {"j.vx_m_per_s", "j.vy_m_per_s", "j.angle_rate_rad_per_s"}},
      {JointType::Spherical, {"j.qw", "j.qx", "j.qy", "j.qz"}, {"j.wx_rad_per_s", "j.wy_rad_per_s", "j.wz_rad_per_s"}},
      {JointType::Free,
       {"j.qw", "j.qx", "j.qy", "j.qz", "j.x_m", "j.y_m", "j.z_m"},
       {"j.wx_rad_per_s", "j.wy_rad_per_s", "j.wz_rad_per_s", "j.vx_m_per_s", "j.vy_m_per_s", "j.vz_m_per_s"}}};
  ASSERT_EQ(all.size(), all_joint_types().size());
  for (const JointNames& expected : all) {
    ModelBuilder builder;
    builder.add_body({.name = "b", .mass = make_mass(), .joint = {.type = expected.type, .name = "j", .pitch = 0.1}});
    const Model model = builder.build();
    EXPECT_EQ(list_names(name_positions(model)), expected.positions);
    EXPECT_EQ(list_names(name_velocities(model)), expected.velocities);
  }
}

TEST(ChannelNames, RowsOfTheLedgerSayTheirKindWhereTheyAreNotStored) {
  const Ledger ledger{.rows = {{"kinetic", LedgerKind::Stored, 0.0},
                               {"joint stops", LedgerKind::Stored, 0.0},
                               {"joint stops", LedgerKind::Dissipated, 0.0},
                               {"my force", LedgerKind::Work, 0.0}}};
  EXPECT_THAT(list_names(name_ledger(ledger)),
              ElementsAre("ledger.kinetic_J", "ledger.joint_stops_J", "ledger.dissipated_joint_stops_J",
                          "ledger.work_my_force_J", "ledger.residual_J"));
}

TEST(ChannelNames, ANameThatOccursAgainGetsANumber) {
  std::vector<Channel> channels{{"a", "", ""}, {"a", "", ""}, {"a#2", "", ""}, {"a", "", ""}};
  make_names_unique(channels);
  EXPECT_THAT(list_names(channels), ElementsAre("a", "a#2", "a#2#2", "a#3"));
}

// Keeps the last sample by name.
class LastSample : public Observer {
 public:
  explicit LastSample(ChannelList& channels) : channels_(channels), values_(channels.channels().size()) {}
  [[nodiscard]] bool observe(const Moment& moment) override {
    channels_.fill(moment, values_);
    ++samples;
    return true;
  }
  [[nodiscard]] double at(const std::string& name) const {
    const auto& all = channels_.channels();
    const auto found = std::ranges::find(all, name, &Channel::name);
    EXPECT_NE(found, all.end()) << name;
    return found == all.end() ? 0.0 : values_[static_cast<std::size_t>(found - all.begin())];
  }
  int samples{};

 private:
  ChannelList& channels_;
  std::vector<double> values_;
};

// A weight on a driven arm at rest, hung up by a point constraint: every number is known.
//   The arm is kept level at angle 0, so that its drive holds 1 kg at 0.1 m: 0.981 N·m about −y.
//   The free weight of 1 kg is held where it is by forces (0, 0, 9.81) N at its centre of mass.
TEST(ChannelList, EveryQuantityStandsUnderItsName) {
  ModelBuilder builder;
  builder.add_body({.name = "arm",
                    .mass = make_mass(),
                    .joint = {.type = JointType::Revolute, .axis = Vector3::UnitY(), .drive = {TimeFunction()}}});
  builder.add_body({.name = "weight", .mass = make_mass(), .joint = {.type = JointType::Free, .at = {2.0, 3.0, 4.0}}});
  builder.add_constraint({.name = "hook",
                          .type = ConstraintType::Point,
                          .body_a = "world",
                          .body_b = "weight",
                          .at_a = {2.1, 3.0, 3.5},
                          .at_b = {0.1, 0.0, -0.5}});
  const Model model = builder.build();
  Simulation simulation(model, model.make_initial_state(),
                        {.integrator = FixedStepOptions{}, .duration = 0.0105, .record_every = 0.005});
  ChannelList channels(model, simulation.ledger(), {.forces = true, .bodies = {"weight"}});
  LastSample last(channels);
  const SimulationReport report = simulation.run(&last);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_EQ(last.samples, 4);  // 0, 5, 10 and 10.5 ms

  const double tolerance = 1e-12;  // a few roundings on values up to 10, and projections to 1e-12
  EXPECT_EQ(channels.channels().front().name, "time_s");
  EXPECT_DOUBLE_EQ(last.at("time_s"), 0.0105);
  EXPECT_EQ(last.at("arm.position_rad"), 0.0);
  EXPECT_NEAR(last.at("weight.qw"), 1.0, tolerance);
  EXPECT_NEAR(last.at("body.weight.x_m"), 2.0, tolerance);
  EXPECT_NEAR(last.at("body.weight.z_m"), 4.0, tolerance);
  EXPECT_NEAR(last.at("body.weight.qw"), 1.0, tolerance);
  EXPECT_NEAR(last.at("body.weight.vz_m_per_s"), 0.0, tolerance);
  EXPECT_NEAR(last.at("drive.arm.effort_N_m"), -0.981, tolerance);
  EXPECT_NEAR(std::abs(last.at("constraint.hook.row_3_N")), 9.81, 1e-10);
  EXPECT_EQ(last.at("ledger.kinetic_J"), report.ledger.rows.front().value);
  EXPECT_EQ(last.at("ledger.residual_J"), report.ledger.residual());
}

TEST(ChannelList, AnUnknownBodyIsNamedWithTheNearest) {
  ModelBuilder builder;
  builder.add_body({.name = "upper", .mass = make_mass(), .joint = {.type = JointType::Revolute}});
  const Model model = builder.build();
  try {
    const ChannelList channels(model, {}, {.bodies = {"uper"}});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("did you mean 'upper'?"));
  }
}

}  // namespace
}  // namespace carom
