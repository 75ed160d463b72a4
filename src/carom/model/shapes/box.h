#pragma once

#include <algorithm>

#include "carom/model/shapes/geometry.h"

namespace carom::shapes {

struct Box {
  static constexpr std::string_view kName = "box";
  static constexpr std::string_view kSummary = "with its edges along x, y, z";

  Vector3 size{Vector3::Zero()};  // whole lengths of the edges  [m]

  template <class Keys>
  static void declare(Keys& keys) {
    keys.add("size", &Box::size, dimensions::kLength, "whole lengths of its edges").above(0.0).required();
  }
  [[nodiscard]] std::optional<ShapeBall> ball() const { return ShapeBall{.radius = 0.5 * size.norm()}; }
  [[nodiscard]] double ends() const { return size.z() > std::max(size.x(), size.y()) ? 0.5 * size.z() : 0.0; }
};

}  // namespace carom::shapes
