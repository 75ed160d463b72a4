#pragma once

#include <optional>
#include <vector>

#include "carom/model/shapes/shape.h"

namespace carom {

/// In the frame of its body. None for a plane, which has no end.
[[nodiscard]] std::optional<ShapeBall> find_ball(const ShapeSpec& shape);

/// Points by which the shape can be followed, in the frame of its body: its center, or its ends where it is long.
[[nodiscard]] std::vector<Vector3> list_ends(const ShapeSpec& shape);

}  // namespace carom
