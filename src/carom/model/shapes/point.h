#pragma once

#include "carom/model/shapes/geometry.h"

namespace carom::shapes {

struct Point {
  static constexpr std::string_view kName = "point";
  static constexpr std::string_view kSummary = "a point, for contacts";

  template <class Keys>
  static void declare(Keys& /*keys*/) {}
  [[nodiscard]] std::optional<ShapeBall> ball() const { return ShapeBall{}; }
};

}  // namespace carom::shapes
