#include "carom/report/run/default_charts.h"

#include <gtest/gtest.h>

#include "carom/report/run/channel_label.h"

namespace carom {
namespace {

TEST(ChannelLabel, IsTheNameWithoutItsUnit) {
  EXPECT_EQ(channel_label({"upper.position_rad", "rad", ""}), "upper.position");
  EXPECT_EQ(channel_label({"upper.velocity_rad_per_s", "rad/s", ""}), "upper.velocity");
  EXPECT_EQ(channel_label({"drive.crank.effort_N_m", "N·m", ""}), "drive.crank.effort");
  EXPECT_EQ(channel_label({"top.qw", "", ""}), "top.qw");
  EXPECT_EQ(channel_label({"x_m#2", "m", ""}), "x#2");
  EXPECT_EQ(channel_label({"made by hand", "kg", ""}), "made by hand");
}

TEST(ChannelGroup, IsTheFirstWordWhereItIsOneOfThem) {
  EXPECT_EQ(channel_group({"ledger.kinetic_J", "J", ""}), "ledger");
  EXPECT_EQ(channel_group({"contact.tip-floor.gap_m", "m", ""}), "contact");
  EXPECT_EQ(channel_group({"ledger_arm.position_rad", "rad", ""}), "joint");
}

TEST(DefaultCharts, HoldOneKindOfQuantityEach) {
  const std::vector<Channel> channels{{"time_s", "s", ""},
                                      {"a.position_rad", "rad", ""},
                                      {"b.position_m", "m", ""},
                                      {"a.velocity_rad_per_s", "rad/s", ""},
                                      {"ledger.kinetic_J", "J", ""},
                                      {"ledger.residual_J", "J", ""},
                                      {"contact.tip.normal_force_N", "N", ""},
                                      {"c.position_rad", "rad", ""}};
  const std::vector<Chart> charts = choose_charts(channels);
  ASSERT_EQ(charts.size(), 4U);
  EXPECT_EQ(charts[0].channels, (std::vector<int>{1, 7}));  // where it is, then what touches
  EXPECT_EQ(charts[2].channels, std::vector<int>{6});
  for (const Chart& chart : charts) {
    for (const int channel : chart.channels) {
      EXPECT_EQ(channels[static_cast<std::size_t>(channel)].unit,
                channels[static_cast<std::size_t>(chart.channels.front())].unit);
    }
  }
  const std::vector<Chart> ledger = choose_ledger_charts(channels);
  ASSERT_EQ(ledger.size(), 2U);
  EXPECT_EQ(ledger[1].channels, std::vector<int>{5});
}

TEST(DefaultCharts, StayReadableForAThousandJoints) {
  std::vector<Channel> channels{{"time_s", "s", ""}};
  for (int i = 0; i < 1000; ++i) channels.push_back({"j" + std::to_string(i) + ".position_rad", "rad", ""});
  const std::vector<Chart> charts = choose_charts(channels);
  ASSERT_EQ(charts.size(), 1U);
  EXPECT_EQ(charts[0].channels.size(), 7U);
}

}  // namespace
}  // namespace carom
