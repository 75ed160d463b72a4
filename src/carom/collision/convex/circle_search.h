#pragma once

#include <array>
#include <cmath>
#include <numbers>

#include "carom/math/types.h"

namespace carom {

/// A circle in any position.
struct Circle {
  Vector3 center{Vector3::Zero()};                   // [m]
  Vector3 u{Vector3::UnitX()}, v{Vector3::UnitY()};  // unit, in its plane
  double radius{};                                   // [m]

  [[nodiscard]] Vector3 at(double angle) const { return center + radius * (std::cos(angle) * u + std::sin(angle) * v); }
  /// Unit, the way that the angle grows.
  [[nodiscard]] Vector3 along(double angle) const { return -std::sin(angle) * u + std::cos(angle) * v; }
};

/// A value that changes along a circle, and how fast.
struct CircleSample {
  double value{};
  double slope{};
};

/// Where the slope changes its sign between two angles. Regula falsi and bisection in turns: the slope may jump.
template <class Sample>
[[nodiscard]] double find_turning_point(const Sample& sample, double low, double high, double slope_low,
                                        double slope_high) {
  double angle = low;
  for (int i = 0; i < 110 && std::abs(high - low) > 1e-15; ++i) {
    angle = i % 2 == 1 ? 0.5 * (low + high) : (low * slope_high - high * slope_low) / (slope_high - slope_low);
    const double slope = sample(angle).slope;
    if (slope == 0.0) break;
    if (slope * slope_low < 0.0) {
      high = angle, slope_high = slope;
    } else {
      low = angle, slope_low = slope;
    }
  }
  return angle;
}

/// The angle at which `sample(angle)` is least: the least of many samples, and of all places between them where the
/// slope goes through zero, to rounding. A value counts as less than another if it is by more than `rounding`; of equal
/// ones the first.
template <class Sample>
[[nodiscard]] double find_least_on_circle(const Sample& sample, double rounding) {
  constexpr std::size_t kSamples = 48;
  constexpr double kStep = 2.0 * std::numbers::pi / static_cast<double>(kSamples);
  std::array<CircleSample, kSamples> samples;
  double angle = 0.0, least = 1e300;
  const auto consider = [&](double value, double at) {
    if (value < least - rounding) least = value, angle = at;
  };
  for (std::size_t i = 0; i < kSamples; ++i) {
    samples[i] = sample(kStep * static_cast<double>(i));
    consider(samples[i].value, kStep * static_cast<double>(i));
  }
  for (std::size_t i = 0; i < kSamples; ++i) {
    const CircleSample &here = samples[i], &next = samples[(i + 1) % kSamples];
    // Slopes of rounding alone are none.
    if (!(here.slope < 0.0 && next.slope > 0.0) || next.slope - here.slope < 1e-13) continue;
    const double from = kStep * static_cast<double>(i);
    const double turn = find_turning_point(sample, from, from + kStep, here.slope, next.slope);
    consider(sample(turn).value, turn);
  }
  return angle;
}

}  // namespace carom
