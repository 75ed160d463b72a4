#include "carom/contact/restitution.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace carom {
namespace {

TEST(Restitution, IsConstantUnlessAskedOtherwise) {
  EXPECT_EQ(Restitution(0.4).at(1e-5), 0.4);
  EXPECT_EQ(Restitution(0.4).at(50.0), 0.4);
}

TEST(Restitution, FallsLinearlyToItsFloor) {
  const Restitution restitution = Restitution::Linear{.alpha = 0.2, .floor = 0.05};
  EXPECT_DOUBLE_EQ(restitution.at(1.0), 0.8);
  EXPECT_DOUBLE_EQ(restitution.at(4.75), 0.05);
  EXPECT_EQ(restitution.at(100.0), 0.05);
  EXPECT_EQ(restitution.least(), 0.05);
}

TEST(Restitution, MeetsItsTableAndHoldsTheEnds) {
  const Restitution restitution = Restitution::Table{{0.1, 1.0, 5.0}, {0.95, 0.7, 0.3}};
  EXPECT_EQ(restitution.at(0.01), 0.95);
  EXPECT_EQ(restitution.at(0.1), 0.95);
  EXPECT_DOUBLE_EQ(restitution.at(1.0), 0.7);
  EXPECT_EQ(restitution.at(5.0), 0.3);
  EXPECT_EQ(restitution.at(500.0), 0.3);
  EXPECT_EQ(restitution.least(), 0.3);
  const Restitution single = Restitution::Table{{1.0}, {0.6}};
  EXPECT_EQ(single.at(0.5), 0.6);
  EXPECT_EQ(single.at(1.0), 0.6);
}

RC_GTEST_PROP(Restitution, TableNeverLeavesTheRangeOfNeighbouringValues, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(2, 8);
  Restitution::Table table;
  for (std::size_t i = 0; i < count; ++i) {
    table.speeds.push_back((i == 0 ? 0.0 : table.speeds.back()) + 1e-3 * *rc::gen::inRange(1, 5000));
    table.values.push_back(1e-3 * *rc::gen::inRange(1, 1001));
  }
  const Restitution restitution = table;
  for (std::size_t i = 0; i + 1 < count; ++i) {
    const auto [low, high] = std::minmax(table.values[i], table.values[i + 1]);
    double before = table.values[i];
    for (int j = 1; j <= 16; ++j) {
      const double speed = table.speeds[i] + (table.speeds[i + 1] - table.speeds[i]) * j / 16.0;
      const double value = restitution.at(speed);
      RC_ASSERT(value >= low - 1e-15);
      RC_ASSERT(value <= high + 1e-15);
      RC_ASSERT((value - before) * (table.values[i + 1] - table.values[i]) >= -1e-15);
      before = value;
    }
  }
}

}  // namespace
}  // namespace carom
