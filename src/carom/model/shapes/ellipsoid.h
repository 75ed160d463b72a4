#pragma once

#include "carom/model/shapes/geometry.h"

namespace carom::shapes {

struct Ellipsoid {
  static constexpr std::string_view kName = "ellipsoid";
  static constexpr std::string_view kSummary = "with its axes along x, y, z";

  Vector3 semi_axes{Vector3::Zero()};  // [m]

  template <class Keys>
  static void declare(Keys& keys) {
    keys.add("semi_axes", &Ellipsoid::semi_axes, dimensions::kLength, "along x, y, z").above(0.0).required();
  }
  [[nodiscard]] std::optional<ShapeBall> ball() const { return ShapeBall{.radius = semi_axes.maxCoeff()}; }
};

}  // namespace carom::shapes
