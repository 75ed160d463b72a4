#include "carom/report/figure/data_range.h"

#include <limits>

#include <gtest/gtest.h>

#include "carom/report/figure/heat_edges.h"

namespace carom {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

AxisRange range_of(std::vector<double> values, AxisScale scale, double margin = 0.0) {
  DataRange range(scale);
  range.include(values);
  return range.find_range(margin);
}

TEST(DataRange, GapsAndInfinitiesDoNotCount) {
  const AxisRange range = range_of({kNaN, 1.0, std::numeric_limits<double>::infinity(), 3.0}, AxisScale::Linear);
  EXPECT_EQ(range.low, 1.0);
  EXPECT_EQ(range.high, 3.0);
}

TEST(DataRange, WhatIsNotPositiveHasNoLogarithm) {
  const AxisRange range = range_of({-1.0, 0.0, 0.1, 10.0}, AxisScale::Log);
  EXPECT_DOUBLE_EQ(range.low, 0.1);
  EXPECT_DOUBLE_EQ(range.high, 10.0);
}

TEST(DataRange, OneNumberHasRoomAroundIt) {
  for (const double value : {0.0, 5.0, -5.0, 1e-300, 1e200}) {
    const AxisRange range = range_of({value, value}, AxisScale::Linear);
    EXPECT_LT(range.low, value);
    EXPECT_GT(range.high, value);
  }
  const AxisRange none = range_of({}, AxisScale::Log);
  EXPECT_GT(none.low, 0.0);
  EXPECT_GT(none.high, none.low);
}

TEST(DataRange, MarginsAreAPartOfTheLength) {
  const AxisRange range = range_of({0.0, 10.0}, AxisScale::Linear, 0.1);
  EXPECT_DOUBLE_EQ(range.low, -1.0);
  EXPECT_DOUBLE_EQ(range.high, 11.0);
}

TEST(DataRange, AFigureShowsWhatItAsksFor) {
  const Figure figure{.id = "f", .x = {.range = {{2.0, 3.0}}}, .series = {{.x = {0.0, 1.0}, .y = {4.0, 8.0}}}};
  const FigureRanges ranges = find_ranges(figure);
  EXPECT_EQ(ranges.x.low, 2.0);
  EXPECT_EQ(ranges.x.high, 3.0);
  EXPECT_LT(ranges.y.low, 4.0);
}

TEST(HeatEdges, CellsMeetHalfWayBetweenPoints) {
  EXPECT_EQ(find_cell_edges({1.0, 2.0, 4.0}, AxisScale::Linear), (std::vector<double>{0.5, 1.5, 3.0, 5.0}));
  const std::vector<double> edges = find_cell_edges({1.0, 100.0}, AxisScale::Log);
  EXPECT_NEAR(edges[1], 10.0, 1e-12);
  EXPECT_NEAR(edges[2], 1000.0, 1e-10);
  EXPECT_EQ(find_cell_edges({3.0}, AxisScale::Linear), (std::vector<double>{2.5, 3.5}));
}

}  // namespace
}  // namespace carom
