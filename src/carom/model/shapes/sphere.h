#pragma once

#include "carom/model/shapes/geometry.h"

namespace carom::shapes {

struct Sphere {
  static constexpr std::string_view kName = "sphere";
  static constexpr std::string_view kSummary = "a ball";

  double radius{};  // [m]

  template <class Keys>
  static void declare(Keys& keys) {
    keys.add("radius", &Sphere::radius, dimensions::kLength, "of the round part").above(0.0).required();
  }
  [[nodiscard]] std::optional<ShapeBall> ball() const { return ShapeBall{.radius = radius}; }
};

}  // namespace carom::shapes
