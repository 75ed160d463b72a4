#include "carom/integrators/fixed/method_stability.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace carom {
namespace {

LinearMode make_decay(double rate) {
  LinearMode mode;
  mode.A << -rate, 0.0, 0.0, -rate;
  return mode;
}

// Where the stability regions end on the two axes: for p stages of order p, |1 + z + … + zᵖ/p!| = 1.
TEST(MethodStability, KnownLimitsOnTheAxes) {
  struct Known {
    FixedMethod method;
    double imaginary, real;
  };
  for (const Known& known : {Known{FixedMethod::Euler, 0.0, 2.0}, Known{FixedMethod::SemiImplicitEuler, 2.0, 2.0},
                             Known{FixedMethod::BogackiShampine, std::sqrt(3.0), 2.512745326618329},
                             Known{FixedMethod::Rk4, std::sqrt(8.0), 2.785293563405282}}) {
    for (const double rate : {1e-3, 1.0, 1e5}) {
      const LinearMode swing = LinearMode::make_spring(rate * rate, 0.0);
      EXPECT_NEAR(rate * calc_longest_stable_step(known.method, swing), known.imaginary, 1e-6)
          << method_name(known.method);
      EXPECT_NEAR(rate * calc_longest_stable_step(known.method, make_decay(rate)), known.real, 1e-6)
          << method_name(known.method);
    }
  }
}

// Explicit Euler needs damping: det = 1 − h c/m + h² k/m ≤ 1, so h ≤ c/k.
TEST(MethodStability, EulerStandsASpringThatIsDamped) {
  EXPECT_NEAR(calc_longest_stable_step(FixedMethod::Euler, LinearMode::make_spring(1e4, 10.0)), 1e-3, 1e-9);
  // Bristles move with the old velocity, so that the semi-implicit method has no advantage there.
  LinearMode bristle = LinearMode::make_spring(1e4, 10.0);
  bristle.is_position = false;
  EXPECT_NEAR(calc_longest_stable_step(FixedMethod::SemiImplicitEuler, bristle), 1e-3, 1e-9);
}

TEST(MethodStability, DampingShortensTheStepOfSemiImplicitEuler) {
  // trace ≥ −(1 + det): h² k/m + 2 h c/m ≤ 4
  const double step = calc_longest_stable_step(FixedMethod::SemiImplicitEuler, LinearMode::make_spring(1e4, 100.0));
  EXPECT_NEAR(1e4 * step * step + 200.0 * step, 4.0, 1e-6);
}

TEST(MethodStability, WhatDoesNotMoveHasNoLimit) {
  EXPECT_EQ(calc_longest_stable_step(FixedMethod::Rk4, LinearMode{}), std::numeric_limits<double>::infinity());
}

// The map that the stability function describes is the method itself: many steps of it on the linear system.
TEST(MethodStability, AmplificationIsThatOfTheMethod) {
  // One undamped swing, by hand: explicit Euler multiplies its length by √(1 + h² ω²).
  EXPECT_NEAR(calc_amplification(FixedMethod::Euler, LinearMode::make_spring(4.0, 0.0), 0.5), std::sqrt(2.0), 1e-14);
  // R(i y) of order 4: |R|² = 1 − y⁶/72 + y⁸/576.
  const double y = 1.5;
  EXPECT_NEAR(calc_amplification(FixedMethod::Rk4, LinearMode::make_spring(1.0, 0.0), y),
              std::sqrt(1.0 - std::pow(y, 6) / 72.0 + std::pow(y, 8) / 576.0), 1e-14);
}

}  // namespace
}  // namespace carom
