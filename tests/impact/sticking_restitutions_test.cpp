#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "carom/impact/admissible_limits.h"

namespace carom::test {
namespace {

double draw(std::mt19937_64& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random() >> 11U) * 0x1p-53;
}

bool contains(const std::optional<RestitutionRange>& range, double e) {
  return range && e >= range->least && e <= range->most;
}

/// Away from the ends of a range, where a rounding decides.
bool is_near_end(const std::optional<RestitutionRange>& range, double e) {
  return range && (std::abs(e - range->least) < 1e-9 || std::abs(e - range->most) < 1e-9);
}

// Where friction up to 1 can make an impact stick is where its critical friction is at most 1: equation (25), corrected
// and as printed. The two differ, and restitution can end sticking, which (25) as printed cannot say.
TEST(StickingRestitutions, AreThoseWhoseCriticalFrictionIsInReach) {
  std::mt19937_64 random(25);
  int differ = 0, ends = 0, none = 0;
  for (int i = 0; i < 3000; ++i) {
    const Matrix3 factor = Matrix3::NullaryExpr([&] { return draw(random, -1.0, 1.0); });
    const Matrix3 inertia = factor * factor.transpose() + 0.05 * Matrix3::Identity();
    const Vector3 velocity(draw(random, -2.0, 2.0), draw(random, -2.0, 2.0), -draw(random, 0.05, 2.0));
    const auto range = find_sticking_restitutions(inertia, velocity);
    const auto printed = find_printed_sticking_restitutions(inertia, velocity);
    none += range ? 0 : 1;
    ends += range && range->most < 1.0 ? 1 : 0;
    for (const double e : {0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0}) {
      differ += contains(range, e) != contains(printed, e) ? 1 : 0;
      if (!is_near_end(range, e)) {
        EXPECT_EQ(contains(range, e), calc_critical_friction(inertia, velocity, e) <= 1.0) << i << ", e " << e;
      }
      if (!is_near_end(printed, e)) {
        EXPECT_EQ(contains(printed, e), calc_printed_critical_friction(inertia, velocity, e) <= 1.0)
            << i << ", e " << e;
      }
    }
  }
  EXPECT_GT(differ, 100);
  EXPECT_GT(ends, 20);
  EXPECT_GT(none, 100);
}

// A ball slides: its impulse has no coupling, and sticking takes |v_t| m_t = μ (1 + e) |v_n| m: (25) as printed is
// right.
TEST(StickingRestitutions, OfABallAreAsPrinted) {
  const Eigen::Matrix2d inertia{{3.5, 0.0}, {0.0, 1.0}};
  for (const double slip : {1.0, 4.0, 6.0, 8.0}) {
    const Eigen::Vector2d velocity(slip, -1.0);
    const auto range = find_sticking_restitutions(inertia, velocity);
    const auto printed = find_printed_sticking_restitutions(inertia, velocity);
    ASSERT_EQ(range.has_value(), slip / 3.5 <= 2.0) << slip;
    ASSERT_EQ(printed.has_value(), range.has_value()) << slip;
    if (!range) continue;
    EXPECT_NEAR(range->least, std::max(0.0, slip / 3.5 - 1.0), 1e-14) << slip;
    EXPECT_NEAR(printed->least, range->least, 1e-14) << slip;
    EXPECT_EQ(range->most, 1.0) << slip;
  }
}

}  // namespace
}  // namespace carom::test
