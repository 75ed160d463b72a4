#pragma once

#include "carom/model/shapes/geometry.h"

namespace carom::shapes {

struct Capsule {
  static constexpr std::string_view kName = "capsule";
  static constexpr std::string_view kSummary = "a cylinder with half a ball on each end";

  double radius{};  // [m]
  double length{};  // between the centers of its ends  [m]

  template <class Keys>
  static void declare(Keys& keys) {
    declare_round<Capsule>(keys, "along z, between the centers of its ends");
  }
  [[nodiscard]] std::optional<ShapeBall> ball() const { return ShapeBall{.radius = 0.5 * length + radius}; }
  [[nodiscard]] double ends() const { return length > 0.0 ? 0.5 * length : 0.0; }
};

}  // namespace carom::shapes
