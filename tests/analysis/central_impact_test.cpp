#include "carom/analysis/central_impact.h"

#include <cmath>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"

namespace carom {
namespace {

// The simulator works at a relative tolerance of 1e-11 and takes some hundred steps.
constexpr double kTolerance = 1e-8;

// Without loss ½ m v² = 2/5 k X^(5/2) gives the depth, ẋ = v √(1 − (x/X)^(5/2)) the duration:
// T = 2 (X/v) ∫₀¹ du/√(1 − u^(5/2)) = 4/5 B(2/5, 1/2) X/v = 2.94328 X/v.              [johnson1985, section 11.4]
TEST(CentralImpact, OfHertzLastsAsLongAsTheClosedFormSays) {
  const double factor = 0.8 * std::beta(0.4, 0.5);
  EXPECT_NEAR(factor, 2.94328, 5e-6);
  for (const double stiffness : {1e4, 1e7, 1e10}) {
    for (const double speed : {1e-3, 0.3, 20.0}) {
      constexpr double kMass = 0.7;
      const CentralImpact impact = simulate_central_impact(normal::Hertz{.stiffness = stiffness}, kMass, speed);
      const double depth = std::pow(1.25 * kMass * speed * speed / stiffness, 0.4);
      EXPECT_NEAR(impact.restitution, 1.0, kTolerance) << stiffness << " " << speed;
      EXPECT_NEAR(impact.duration, factor * depth / speed, kTolerance * impact.duration) << stiffness << " " << speed;
      // A parabola through three of 2000 samples: the fourth derivative of the depth leaves (1/2000)⁴ of it, the third
      // (1/2000)³.
      EXPECT_NEAR(impact.peak_depth, depth, 1e-9 * depth) << stiffness << " " << speed;
      const double force = stiffness * std::pow(depth, 1.5);
      EXPECT_NEAR(impact.peak_force, force, 1e-9 * force) << stiffness << " " << speed;
    }
  }
}

// A linear spring and damper: half a period of the damped oscillation until the depth is zero; the force is zero, and
// the mass let go, at ω t = π − atan2(2 ζ √(1 − ζ²), 1 − 2 ζ²), having kept exp(−ζ ω₀ t) of its speed.
TEST(CentralImpact, OfALinearSpringEndsWhereItsForceIsGone) {
  constexpr double kMass = 2.0, kStiffness = 5e5, kRatio = 0.2;
  const double natural = std::sqrt(kStiffness / kMass), part = std::sqrt(1.0 - kRatio * kRatio);
  const normal::KelvinVoigt law{.stiffness = kStiffness, .damping = 2.0 * kRatio * kMass * natural};
  const CentralImpact impact = simulate_central_impact(law, kMass, 1.5);
  const double angle = std::atan2(2.0 * kRatio * part, 2.0 * kRatio * kRatio - 1.0);
  const double duration = angle / (part * natural);
  EXPECT_NEAR(impact.duration, duration, kTolerance * duration);
  EXPECT_NEAR(impact.restitution, std::exp(-kRatio * natural * duration), kTolerance);
}

TEST(CentralImpact, RefusesWhatIsNoImpact) {
  const normal::Hertz law{.stiffness = 1e6};
  EXPECT_THROW((void)simulate_central_impact(law, 0.0, 1.0), InputError);
  EXPECT_THROW((void)simulate_central_impact(law, 1.0, -1.0), InputError);
  EXPECT_THROW((void)simulate_central_impact(normal::Hertz{.stiffness = -1.0}, 1.0, 1.0), InputError);
}

}  // namespace
}  // namespace carom
