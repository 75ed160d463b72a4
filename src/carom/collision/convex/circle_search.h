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

/// The least of values along a circle.
template <class Sample>
class CircleSearch {
 public:
  /// A value counts as less than another if it is by more than `rounding`; of equal ones the first. No value changes
  /// faster than `steepest` with the angle.
  CircleSearch(const Sample& sample, double rounding, double steepest)
      : sample_(sample), rounding_(rounding), steepest_(steepest) {}

  /// The least of many samples, and of all places between them where the slope goes through zero, to rounding. Then
  /// once more between those samples that something less may hide between, for all that their slopes say.
  [[nodiscard]] double find() {
    for (std::size_t i = 0; i < kSamples; ++i) {
      samples_[i] = sample_(angle_of(i));
      consider(samples_[i].value, angle_of(i));
    }
    for (const int depth : {0, kDepth}) {
      for (std::size_t i = 0; i < kSamples; ++i) {
        look_between(angle_of(i), angle_of(i + 1), samples_[i], samples_[(i + 1) % kSamples], depth);
      }
    }
    return angle_;
  }
  /// After that: the least of the other places where the slope goes through zero; where there is none, `otherwise`.
  [[nodiscard]] double find_other(double otherwise) const {
    double other = otherwise, least = 1e300;
    for (std::size_t i = 0; i < kSamples; ++i) {
      const CircleSample &here = samples_[i], &next = samples_[(i + 1) % kSamples];
      if (!turns_between(here, next)) continue;
      const double turn = find_turning_point(sample_, angle_of(i), angle_of(i + 1), here.slope, next.slope);
      const double value = sample_(turn).value;
      if (std::cos(turn - angle_) < 1.0 - kSamePlace && value < least) least = value, other = turn;
    }
    return other;
  }

 private:
  static constexpr double kSamePlace = 1e-12;  // one less the cosine of the angle between

  static constexpr std::size_t kSamples = 48;
  static constexpr int kDepth = 3;  // halvings between two samples

  [[nodiscard]] static double angle_of(std::size_t i) {
    return 2.0 * std::numbers::pi / static_cast<double>(kSamples) * static_cast<double>(i);
  }
  /// Slopes of rounding alone are none.
  [[nodiscard]] static bool turns_between(const CircleSample& here, const CircleSample& next) {
    return here.slope < 0.0 && next.slope > 0.0 && next.slope - here.slope >= 1e-13;
  }
  void consider(double value, double at) {
    if (value < least_ - rounding_) least_ = value, angle_ = at;
  }
  void look_between(double from, double to, const CircleSample& here, const CircleSample& next, int depth) {
    const double bound = 0.5 * (here.value + next.value - steepest_ * (to - from));
    if (depth > 0 && bound < least_ - rounding_) {
      const double middle = 0.5 * (from + to);
      const CircleSample between = sample_(middle);
      consider(between.value, middle);
      look_between(from, middle, here, between, depth - 1);
      look_between(middle, to, between, next, depth - 1);
      return;
    }
    if (!turns_between(here, next)) return;
    const double turn = find_turning_point(sample_, from, to, here.slope, next.slope);
    consider(sample_(turn).value, turn);
  }

  const Sample& sample_;
  double rounding_, steepest_;
  std::array<CircleSample, kSamples> samples_;
  double angle_{}, least_{1e300};
};

}  // namespace carom
