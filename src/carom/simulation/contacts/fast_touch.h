#pragma once

#include <optional>

#include "carom/collision/collision_shape.h"

namespace carom {

/// Contacts nearer than this have not left each other  [m].
inline constexpr double kTouchingGap = 1e-9;

/// Whether two shapes that close this fast go deeper in a step than contacts can bear: half of the depth from which on
/// they are pushed on, out of the other side.
[[nodiscard]] bool closes_too_fast(const CollisionShape& a, const CollisionShape& b, double speed, double step);

/// Whether the way of two such shapes can be searched for touches: not that to triangles, whose distance is known
/// nearby alone.
[[nodiscard]] bool can_be_swept(const CollisionShape& a, const CollisionShape& b);

/// When two shapes that are apart first touch, if that is within the step and so fast that the rest of the step would
/// bring one into the middle of the other or through it: the step has to end there. Half of the step where shapes that
/// touch already would be on other sides of each other after it: those that turn on an edge. Near meshes and height
/// fields, the time of a short way.  [s]
[[nodiscard]] std::optional<double> find_fast_touch(const PlacedShape& a, const PlacedShape& b, double step);

}  // namespace carom
