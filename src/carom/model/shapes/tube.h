#pragma once

#include "carom/model/shapes/geometry.h"

namespace carom::shapes {

/// The inside of a cylinder.
struct Tube {
  static constexpr std::string_view kName = "tube";
  static constexpr std::string_view kSummary = "the inside of a cylinder";

  double radius{};  // [m]
  double length{};  // [m]

  template <class Keys>
  static void declare(Keys& keys) {
    declare_round<Tube>(keys, "along z");
  }
  [[nodiscard]] std::optional<ShapeBall> ball() const { return find_ball_around(radius, length); }
};

}  // namespace carom::shapes
