// Dahl's law along a line, against its closed forms.
#include "carom/contact/friction/dahl.h"

#include <cmath>

#include <gtest/gtest.h>

namespace carom {
namespace {

constexpr double kFriction = 0.4, kStiffness = 2e5, kNormal = 50.0, kCoulomb = kFriction * kNormal;
const friction::Dahl kLaw{.friction = kFriction, .bristle_stiffness = kStiffness};

// A slider that is moved along a line, and the work that it took.
struct Slider {
  FrictionMemory memory{};
  double work{};  // [J]

  [[nodiscard]] double force() const { return -kLaw.evaluate(Vector3::Zero(), kNormal, memory).force.x(); }

  // By the classical method of order four in the way.
  void move(double way, double speed, int steps = 2000) {
    const double h = way / steps, rate = std::copysign(speed, way);
    const auto slope = [&](double z) {
      return kLaw.evaluate(Vector3(rate, 0, 0), kNormal, {.bristle = Vector3(z, 0, 0)}).bristle_rate.x() / rate;
    };
    for (int i = 0; i < steps; ++i) {
      double& z = memory.bristle.x();
      const double before = force();
      const double k1 = slope(z), k2 = slope(z + 0.5 * h * k1), k3 = slope(z + 0.5 * h * k2), k4 = slope(z + h * k3);
      const double middle = kStiffness * (z + 0.5 * h * k2);
      z += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
      work += h / 6.0 * (before + 4.0 * middle + force());
    }
  }
};

// The lower bound of a bristle's limit, 1e-8 m, is 1e-4 of z̄ and acts by its square: 5e-9.
constexpr double kNear = 1e-8;

TEST(Dahl, ForceGoesToCoulombsAsAnExponentialOfTheWayAtEverySpeed) {
  for (const double speed : {1e-6, 1e-2, 10.0}) {
    Slider slider;
    double way = 0.0;
    for (const double part : {0.3, 0.7, 2.0, 5.0}) {
      slider.move(part * kCoulomb / kStiffness, speed);
      way += part;
      EXPECT_NEAR(slider.force() / kCoulomb, 1.0 - std::exp(-way), kNear) << part;
    }
    slider.move(40.0 * kCoulomb / kStiffness, speed, 20'000);
    EXPECT_NEAR(slider.force() / kCoulomb, 1.0, kNear);
  }
}

// To and fro by ±A the force ends at F tanh(σ A/F), and the loop takes 2 (2 A F − (F + F₁)(1 − E) F/σ),
// E = exp(−2 σ A/F).
TEST(Dahl, LoopHasTheClosedFormsEndsAndArea) {
  for (const double amplitude : {0.2, 1.0, 4.0}) {
    const double way = amplitude * kCoulomb / kStiffness;
    Slider slider;
    slider.move(way, 0.1);
    for (int i = 0; i < 30; ++i) {
      slider.move(-2.0 * way, 0.1);
      slider.move(2.0 * way, 0.1);
    }
    const double end = kCoulomb * std::tanh(amplitude), left = std::exp(-2.0 * amplitude);
    EXPECT_NEAR(slider.force() / kCoulomb, end / kCoulomb, 1e-6) << amplitude;
    const double before = slider.work;
    slider.move(-2.0 * way, 0.1);
    slider.move(2.0 * way, 0.1);
    const double area = 2.0 * (2.0 * way * kCoulomb - (kCoulomb + end) * (1.0 - left) * kCoulomb / kStiffness);
    // The middle of each step, and with it the work, is good to the second order: (8/2000)²/8.
    EXPECT_NEAR((slider.work - before) / (way * kCoulomb), area / (way * kCoulomb), 4e-6) << amplitude;
  }
}

TEST(Dahl, SlidesInAnyDirectionWithCoulombsForce) {
  const Vector3 slip(0.3, -0.4, 0.0);
  FrictionMemory memory;
  for (int i = 0; i < 100'000; ++i) memory.bristle += 1e-6 * kLaw.evaluate(slip, kNormal, memory).bristle_rate;
  const Vector3 force = kLaw.evaluate(slip, kNormal, memory).force;
  EXPECT_LT((force + kCoulomb * slip / slip.norm()).norm(), 1e-7 * kCoulomb);
}

}  // namespace
}  // namespace carom
