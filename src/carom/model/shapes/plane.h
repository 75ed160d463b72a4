#pragma once

#include <vector>

#include "carom/base/input_error.h"
#include "carom/model/shapes/geometry.h"

namespace carom::shapes {

/// All that lies behind the plane through the origin.
struct Plane {
  static constexpr std::string_view kName = "plane";
  static constexpr std::string_view kSummary = "the solid half of space below a plane";

  Vector3 normal{Vector3::UnitZ()};  // out of the solid, any length but zero

  template <class Keys>
  static void declare(Keys& keys) {
    const auto set_normal = [](Plane& plane, const std::vector<double>& n) {
      plane.normal = Vector3(n[0], n[1], n[2]);
      if (!(plane.normal.norm() > 1e-150)) throw InputError("plane", "must have a length above zero");
    };
    const std::vector<Dimension> three(3, dimensions::kNumber);
    keys.add_numbers("normal", three, set_normal, "out of the solid, of any length").otherwise("[0, 0, 1]");
  }
  [[nodiscard]] std::optional<ShapeBall> ball() const { return std::nullopt; }
};

}  // namespace carom::shapes
