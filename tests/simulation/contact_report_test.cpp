#include "carom/simulation/contacts/contact_report.h"

#include <gtest/gtest.h>

#include "carom/simulation/contacts/contact_report_numbers.h"

namespace carom {
namespace {

using Kind = ContactEvent::Kind;

// Lists end at their limit; counts, sums and extremes do not.
TEST(ContactReport, CountsGoOnWhereListsEnd) {
  ContactReport report;
  for (int i = 1; i <= 25; ++i) {
    count_event({.kind = Kind::TouchDown}, report, 10);
    count_event({.kind = Kind::LiftOff, .time = 1.0 * i, .peak_force = 2.0 * i, .peak_depth = 3.0 * i}, report, 10);
    count_event({.kind = Kind::FrictionGain, .energy = 0.5}, report, 10);
    count_event({.kind = Kind::Rest}, report, 10);
  }
  EXPECT_EQ(report.episodes, 25);
  EXPECT_EQ(report.num_impacts, 25);
  EXPECT_EQ(report.num_gains, 25);
  EXPECT_EQ(report.num_rests, 25);
  EXPECT_EQ(report.gained, 12.5);
  EXPECT_EQ(report.max_force, 50.0);
  EXPECT_EQ(report.max_depth, 75.0);
  ASSERT_EQ(report.impacts.size(), 10U);
  EXPECT_EQ(report.impacts.back().time, 10.0);
  EXPECT_EQ(report.gains.size(), 10U);
  EXPECT_EQ(report.rests.size(), 10U);
}

TEST(ContactReport, NumbersBringBackCountsAndLists) {
  ContactReport report;
  for (int i = 0; i < 7; ++i) {
    count_event({.kind = Kind::Impact, .time = 1.0 * i, .impulse = 2.0}, report, 3);
    count_event({.kind = Kind::DampingGain, .energy = 0.25}, report, 3);
    count_event({.kind = Kind::Slip}, report, 3);
  }
  std::vector<double> numbers;
  append_report(report, numbers);
  NumberReader reader(numbers);
  ContactReport again;
  reader.take_report(0, again);
  EXPECT_FALSE(reader.failed());
  EXPECT_TRUE(reader.empty());
  EXPECT_EQ(again.episodes, 7);
  EXPECT_EQ(again.slips, 7);
  EXPECT_EQ(again.num_impacts, 7);
  EXPECT_EQ(again.num_gains, 7);
  EXPECT_EQ(again.gained, 1.75);
  ASSERT_EQ(again.impacts.size(), 3U);
  EXPECT_EQ(again.impacts.back().impulse, 2.0);
}

}  // namespace
}  // namespace carom
