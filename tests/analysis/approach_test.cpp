// Peaks of central impacts against closed forms, over many orders of magnitude.
#include "carom/analysis/approach.h"

#include <cmath>
#include <cstdio>
#include <numbers>

#include <gtest/gtest.h>

#include "carom/analysis/central_impact.h"
#include "carom/contact/normal/normal_law.h"

namespace carom {
namespace {

// Steps are taken at a relative tolerance of 1e-13; some thousand of them leave 1e-10.
constexpr double kTolerance = 1e-10;

// s − ln(1 + s), by its series where the difference cancels.
double calc_potential(double s) {
  return s < 1e-3 ? s * s * (1.0 / 2.0 - s * (1.0 / 3.0 - s * (1.0 / 4.0 - s * (1.0 / 5.0 - s / 6.0))))
                  : s - std::log1p(s);
}

// f = k xᵖ (1 + a v): m v dv = −f dx gives k xᵖ⁺¹/(p + 1) = (m/a²) (φ(a v_i) − φ(a v)) with φ(s) = s − ln(1 + s).
// df/dx = 0 is k xᵖ⁺¹ = p m v/a, so that the peak is at the root of p s + (p + 1) φ(s) = (p + 1) φ(a v_i).
ApproachPeaks calc_closed_form(double stiffness, double exponent, double ratio, double mass, double speed) {
  const double start = ratio * speed, power = exponent + 1.0;
  double low = 0.0, high = start;
  for (int i = 0; i < 200; ++i) {
    const double s = 0.5 * (low + high);
    (exponent * s + power * calc_potential(s) > power * calc_potential(start) ? high : low) = s;
  }
  const auto depth_at = [&](double s) {
    const double energy = mass / (ratio * ratio) * (calc_potential(start) - calc_potential(s));
    return std::pow(power * energy / stiffness, 1.0 / power);
  };
  return {stiffness * std::pow(depth_at(low), exponent) * (1.0 + low), depth_at(0.0)};
}

TEST(ApproachPeaks, OfGonthiersLawAreTheClosedFormDownToTheSmallestRestitutions) {
  double worst = 0.0;
  for (const double e : {1e-9, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 0.5, 0.9, 0.999}) {
    for (const double exponent : {0.5, 1.0, 1.5, 3.0}) {
      for (const double stiffness : {1e3, 1e9, 1e15}) {
        for (const double speed : {1e-5, 1.0, 1e3}) {
          constexpr double kMass = 0.454;
          const normal::Gonthier law{.stiffness = stiffness, .exponent = exponent, .restitution = Restitution{e}};
          const double ratio = law.latch(speed);
          const ApproachPeaks found = calc_approach_peaks(law.response(ratio), kMass, speed);
          const ApproachPeaks known = calc_closed_form(stiffness, exponent, ratio, kMass, speed);
          const double error =
              std::max(std::abs(found.force / known.force - 1.0), std::abs(found.depth / known.depth - 1.0));
          EXPECT_LT(error, kTolerance) << "e " << e << " p " << exponent << " k " << stiffness << " v " << speed;
          worst = std::max(worst, error);
        }
      }
    }
  }
  std::printf("worst of all: %.2e\n", worst);
}

// x = v/(ω₀ √(1 − ζ²)) exp(−ζ ω₀ t) sin(ω₀ √(1 − ζ²) t); above ζ = 1/2 the force falls from the touch-down on.
TEST(ApproachPeaks, OfALinearSpringAndDamperAreTheClosedForm) {
  constexpr double kMass = 2.0, kStiffness = 5e5, kSpeed = 1.5;
  const double natural = std::sqrt(kStiffness / kMass);
  for (const double ratio : {1e-9, 1e-3, 0.1, 0.3, 0.49, 0.6, 0.9}) {
    const double part = std::sqrt(1.0 - ratio * ratio), damping = 2.0 * ratio * kMass * natural;
    const ApproachPeaks found = calc_approach_peaks(
        {.stiffness = kStiffness, .exponent = 1.0, .damping = damping, .damping_exponent = 0.0}, kMass, kSpeed);
    const double turn = std::atan2(part, ratio) / part;  // ω₀ t
    EXPECT_NEAR(found.depth * natural / kSpeed, std::exp(-ratio * turn) * std::sin(part * turn) / part, kTolerance)
        << ratio;
    // With cos β = ζ and τ = ω₀ t each derivative turns the sine by −β: f = m v ω₀ exp(−ζ τ) sin(2 β − √(1 − ζ²) τ)/sin
    // β has its top at √(1 − ζ²) τ = 3 β − π, where the last two cancel.
    const double top = (3.0 * std::acos(ratio) - std::numbers::pi) / part;
    const double force = top <= 0.0 ? damping * kSpeed : kMass * kSpeed * natural * std::exp(-ratio * top);
    EXPECT_NEAR(found.force / force, 1.0, kTolerance) << ratio;
  }
}

// Strong damping alone, λ √x ẋ: x^(3/2) = (3/2) (m/λ) (v_i − v), and the force has its top at a quarter of the speed
// lost.
TEST(ApproachPeaks, OfADamperWithoutASpringAreTheLimit) {
  constexpr double kMass = 0.1, kSpeed = 3.0, kDamping = 1e9;
  const ApproachPeaks found = calc_approach_peaks(
      {.stiffness = 1e-3, .exponent = 1.5, .damping = kDamping, .damping_exponent = 0.5}, kMass, kSpeed);
  const double lost = 0.25 * kSpeed, depth = std::pow(1.5 * kMass / kDamping * lost, 2.0 / 3.0);
  EXPECT_NEAR(found.force / (kDamping * std::sqrt(depth) * (kSpeed - lost)), 1.0, 1e-9);
  EXPECT_NEAR(found.depth / std::pow(1.5 * kMass / kDamping * kSpeed, 2.0 / 3.0), 1.0, 1e-9);
}

// The simulator's own samples see the peak of a soft impact.
TEST(ApproachPeaks, AreWhatTheSimulatorShows) {
  for (const NormalLaw& law : {NormalLaw{normal::AzadFeatherstone{.stiffness = 1e10, .damping = 1e5}},
                               NormalLaw{normal::Gonthier{.stiffness = 1e9, .restitution = Restitution{0.3}}},
                               NormalLaw{normal::Power{.stiffness = 1e9, .damping = 1e5, .depth_exponent = 2.0}}}) {
    const CentralImpact impact = simulate_central_impact(law, 0.066, 2.0);
    double force = 0.0, depth = 0.0;
    for (const CentralImpact::Sample& sample : impact.samples) {
      force = std::max(force, sample.force);
      depth = std::max(depth, sample.depth);
    }
    // 2000 samples: the parabola at the top leaves (π/4000)²/2, steep fronts a few times more.
    EXPECT_NEAR(force / impact.peak_force, 1.0, 3e-6);
    EXPECT_LE(force, impact.peak_force * (1.0 + 1e-9));
    EXPECT_NEAR(depth / impact.peak_depth, 1.0, 3e-6);
  }
}

}  // namespace
}  // namespace carom
