#include "carom/report/run/channel_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace carom {
namespace {

// Feeds columns to a table in blocks of a given size.
ChannelTable fill(const std::vector<std::vector<double>>& columns, std::int64_t budget, std::size_t block_size) {
  const std::size_t samples = columns[0].size();
  ChannelTable table(columns.size(), static_cast<std::int64_t>(samples), budget);
  for (std::size_t first = 0; first < samples; first += block_size) {
    const std::size_t count = std::min(block_size, samples - first);
    std::vector<double> block;
    for (const std::vector<double>& column : columns) {
      block.insert(block.end(), column.begin() + static_cast<std::ptrdiff_t>(first),
                   column.begin() + static_cast<std::ptrdiff_t>(first + count));
    }
    table.add({.first = static_cast<std::int64_t>(first), .count = count, .columns = block});
  }
  table.finish();
  return table;
}

std::vector<double> count_up(std::size_t samples) {
  std::vector<double> time(samples);
  for (std::size_t i = 0; i < samples; ++i) time[i] = 0.001 * static_cast<double>(i);
  return time;
}

TEST(ChannelTable, KeepsEverySampleWithinItsBudget) {
  std::vector<double> wave(1000);
  for (std::size_t i = 0; i < wave.size(); ++i) wave[i] = std::sin(0.1 * static_cast<double>(i));
  const ChannelTable table = fill({count_up(1000), wave}, 2000, 77);
  ASSERT_EQ(table.rows(), 1000U);
  for (std::size_t i = 0; i < wave.size(); ++i) {
    EXPECT_EQ(table.time()[i], 0.001 * static_cast<double>(i));
    EXPECT_EQ(table.column(1)[i], static_cast<float>(wave[i]));
  }
}

TEST(ChannelTable, BeyondItsBudgetNoExtremeIsLost) {
  const std::size_t samples = 10'007;
  for (const std::size_t block_size : {1UL, 64UL, 1000UL, samples}) {
    for (const std::size_t place : {0UL, 1UL, 4999UL, samples - 1}) {
      std::vector<double> high(samples, 1.0), low(samples, 1.0);
      high[place] = 9.0;
      low[place] = -9.0;
      const ChannelTable table = fill({count_up(samples), high, low}, 600, block_size);
      EXPECT_LE(table.rows() * 3, 620U);
      EXPECT_EQ(*std::ranges::max_element(table.column(1)), 9.0F) << place;
      EXPECT_EQ(*std::ranges::min_element(table.column(2)), -9.0F) << place;
      EXPECT_TRUE(std::ranges::is_sorted(table.time()));
      EXPECT_EQ(table.time().front(), 0.0);
      EXPECT_EQ(table.time().back(), 0.001 * static_cast<double>(samples - 1));
    }
  }
}

TEST(ChannelTable, ExtremesKeepTheirOrder) {
  // Rises in the first half of each stretch of ten, falls in the second.
  std::vector<double> rising(100), falling(100);
  for (std::size_t i = 0; i < 100; ++i) {
    rising[i] = static_cast<double>(i % 10);
    falling[i] = -rising[i];
  }
  const ChannelTable table = fill({count_up(100), rising, falling}, 60, 7);
  ASSERT_EQ(table.rows(), 20U);
  for (std::size_t row = 0; row < 20; row += 2) {
    EXPECT_LT(table.column(1)[row], table.column(1)[row + 1]);
    EXPECT_GT(table.column(2)[row], table.column(2)[row + 1]);
  }
}

TEST(ChannelTable, GapsAndNumbersTooLargeAreGaps) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const ChannelTable table = fill({count_up(4), {1.0, nan, 1e300, -std::numeric_limits<double>::infinity()}}, 100, 2);
  EXPECT_EQ(table.column(1)[0], 1.0F);
  for (std::size_t i = 1; i < 4; ++i) EXPECT_TRUE(std::isnan(table.column(1)[i])) << i;
  std::vector<double> half_gap(1000, nan);
  std::fill(half_gap.begin() + 500, half_gap.end(), 2.0);
  const ChannelTable reduced = fill({count_up(1000), half_gap}, 40, 1000);
  EXPECT_TRUE(std::isnan(reduced.column(1)[0]));
  EXPECT_EQ(reduced.column(1)[reduced.rows() - 1], 2.0F);
}

TEST(ChannelTable, FewerSamplesThanPromisedLeaveNoHoles) {
  ChannelTable table(2, 100);
  const std::vector<double> block{0.0, 1.0, 5.0, 6.0};
  table.add({.first = 0, .count = 2, .columns = block});
  table.finish();
  ASSERT_EQ(table.rows(), 2U);
  EXPECT_EQ(table.column(1)[1], 6.0F);
  EXPECT_EQ(table.last_sample()[1], 6.0);
}

TEST(ChannelTable, AnEmptyRecordingIsAnEmptyTable) {
  ChannelTable table(3, 0);
  table.finish();
  EXPECT_EQ(table.rows(), 0U);
  EXPECT_TRUE(table.first_sample().empty());
}

}  // namespace
}  // namespace carom
