#include "carom/math/root_finding.h"

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/untrapped.h"

namespace carom {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

template <class Function>
RootReport solve(Function f, double near, double far, const RootOptions& options = {}) {
  return find_root(f, near, f(near), far, f(far), options);
}

// The final bracket is at most 4ε|x| wide, so its ends are within 4ε|x| of a root of the rounded function, which for a
// well-conditioned root is within ε|x| of the true one.
TEST(RootFinding, FindsWellConditionedRootsToRounding) {
  const RootReport cosine = solve([](double x) { return std::cos(x); }, 1.0, 2.0);
  EXPECT_EQ(cosine.status, RootStatus::Converged);
  EXPECT_NEAR(cosine.root, std::numbers::pi / 2, 8 * kEpsilon);
  const RootReport logarithm = solve([](double x) { return std::log(x) - 1.0; }, 1e-3, 1e3);
  EXPECT_NEAR(logarithm.root, std::numbers::e, 8 * kEpsilon * std::numbers::e);
  EXPECT_LE(logarithm.iterations, 25);
}

// A guess that is the root itself leaves nothing to find; one that is outside the bracket is not looked at.
TEST(RootFinding, TriesTheGuessFirst) {
  const auto f = [](double x) { return x * x - 4.0; };
  const RootReport exact = solve(f, 0.0, 5.0, {.guess = 2.0});
  EXPECT_EQ(exact.root, 2.0);
  EXPECT_EQ(exact.iterations, 1);
  for (const double guess : {-1.0, 7.0, 1.0}) {
    EXPECT_NEAR(solve(f, 0.0, 5.0, {.guess = guess}).root, 2.0, 8 * kEpsilon) << "guess " << guess;
  }
}

TEST(RootFinding, TheFarEndHasCrossedAndTheNearEndHasNot) {
  const auto f = [](double x) { return x * x * x - 2.0; };
  for (const auto& [near, far] : {std::pair{0.0, 5.0}, std::pair{5.0, 0.0}}) {
    const RootReport report = solve(f, near, far);
    EXPECT_GE(f(report.far_end) * f(far), 0.0);
    EXPECT_GT(f(report.near_end) * f(near), 0.0);
    EXPECT_LE(std::abs(report.far_end - report.near_end), 4 * kEpsilon * std::cbrt(2.0) + 1e-300);
  }
}

TEST(RootFinding, AMultipleRootIsFoundInFewStepsMoreThanBisectionNeeds) {
  const RootReport report = solve([](double x) { return std::pow(x - 0.3, 9); }, -1.0, 2.0);
  EXPECT_EQ(report.status, RootStatus::Converged);
  EXPECT_LE(report.iterations, 100);
  EXPECT_NEAR(report.root, 0.3, 8 * kEpsilon);
}

TEST(RootFinding, AZeroAtAnEndIsTheRoot) {
  EXPECT_EQ(solve([](double x) { return x; }, 0.0, 1.0).root, 0.0);
  EXPECT_EQ(solve([](double x) { return x - 1.0; }, 0.0, 1.0).root, 1.0);
}

TEST(RootFinding, RefusesEqualSignsAndReportsWhatIsNotFinite) {
  const testing_support::Untrapped untrapped;
  EXPECT_EQ(solve([](double x) { return 1.0 + x * x; }, -1.0, 1.0).status, RootStatus::NotBracketed);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(find_root([](double x) { return x; }, -1.0, nan, 1.0, 1.0).status, RootStatus::NotFinite);
  const RootReport inside = solve([nan](double x) { return std::abs(x) < 0.9 ? nan : x; }, -1.0, 1.0);
  EXPECT_EQ(inside.status, RootStatus::NotFinite);
  EXPECT_LT(std::abs(inside.root), 0.9);
}

TEST(RootFinding, StopsAtItsLimitOfIterations) {
  const RootReport report = solve([](double x) { return std::atan(x - 0.1234); }, -1e6, 1e7, {.max_iterations = 3});
  EXPECT_EQ(report.status, RootStatus::TooManyIterations);
  EXPECT_EQ(report.iterations, 3);
}

RC_GTEST_PROP(RootFinding, EveryMonotonicCubicIsSolvedWithinItsBracket, ()) {
  const double root = *rc::gen::inRange(-1000, 1000) * 1e-3;
  const double steepness = *rc::gen::inRange(1, 1000) * 0.1;
  const auto f = [&](double x) { return steepness * (x - root) + std::pow(x - root, 3); };
  const RootReport report = solve(f, -1.5, 1.7);
  RC_ASSERT(report.status == RootStatus::Converged);
  RC_ASSERT(std::abs(report.root - root) <= 8 * kEpsilon);
  RC_ASSERT(report.iterations <= 60);
}

}  // namespace
}  // namespace carom
