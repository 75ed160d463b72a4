#pragma once

#include "carom/model/shapes/geometry.h"

namespace carom::shapes {

/// The apex at +length/2, the base at −length/2.
struct Cone {
  static constexpr std::string_view kName = "cone";
  static constexpr std::string_view kSummary = "a solid cone with its apex up and its base down along z";

  double radius{};  // of the base  [m]
  double length{};  // [m]

  template <class Keys>
  static void declare(Keys& keys) {
    declare_round<Cone>(keys, "from base to apex; the center is halfway");
  }
  [[nodiscard]] std::optional<ShapeBall> ball() const { return find_ball_around(radius, length); }
};

}  // namespace carom::shapes
