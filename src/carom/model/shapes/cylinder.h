#pragma once

#include "carom/model/shapes/geometry.h"

namespace carom::shapes {

struct Cylinder {
  static constexpr std::string_view kName = "cylinder";
  static constexpr std::string_view kSummary = "a solid cylinder";

  double radius{};  // [m]
  double length{};  // [m]

  template <class Keys>
  static void declare(Keys& keys) {
    declare_round<Cylinder>(keys, "along z");
  }
  [[nodiscard]] std::optional<ShapeBall> ball() const { return find_ball_around(radius, length); }
  [[nodiscard]] double ends() const { return length > 2.0 * radius ? 0.5 * length : 0.0; }
};

}  // namespace carom::shapes
