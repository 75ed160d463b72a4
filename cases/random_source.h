#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

#include "carom/math/rotation.h"

namespace carom::cases {

/// Random numbers that are the same on every machine: the standard fixes the bits of its engines but not those of its
/// distributions, so only the engine is used.
class RandomSource {
 public:
  explicit RandomSource(std::uint64_t seed) : engine_(seed) {}

  [[nodiscard]] double uniform(double least, double most) {
    constexpr double kUnit = 0x1p-53;  // the upper 53 bits fill a double exactly
    return least + (most - least) * kUnit * static_cast<double>(engine_() >> 11U);
  }
  /// Alike in every decade.
  [[nodiscard]] double log_uniform(double least, double most) {
    return std::exp(uniform(std::log(least), std::log(most)));
  }
  /// From 0 to count − 1.
  [[nodiscard]] int pick(int count) { return static_cast<int>(uniform(0.0, count)); }
  [[nodiscard]] bool chance(double probability) { return uniform(0.0, 1.0) < probability; }

  [[nodiscard]] Vector3 vector(double size) {
    const double x = uniform(-size, size), y = uniform(-size, size), z = uniform(-size, size);
    return {x, y, z};
  }
  /// Evenly over the sphere.  [Archimedes: height and longitude are independent and uniform]
  [[nodiscard]] Vector3 direction() {
    const double height = uniform(-1.0, 1.0), longitude = uniform(-std::numbers::pi, std::numbers::pi);
    const double radius = std::sqrt(1.0 - height * height);
    return {radius * std::cos(longitude), radius * std::sin(longitude), height};
  }
  [[nodiscard]] Quaternion rotation() {
    const Vector3 axis = direction();
    return quaternion_from_rotation_vector(axis * uniform(0.0, std::numbers::pi));
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace carom::cases
