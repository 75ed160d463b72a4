#pragma once

#include "carom/collision/collision_shape.h"

namespace carom {

/// Whether two shapes can touch with surfaces that are curved smoothly where they do: an area that is small against
/// them.
[[nodiscard]] bool can_touch_roundly(const CollisionShape& a, const CollisionShape& b);

/// How a shape's surface is curved where its outward normal is n: the second derivatives of its distance from the
/// tangent plane, in world axes; its eigenvalues in that plane are the principal curvatures, positive where the solid
/// is convex.  [1/m] `point` is where it is touched.
[[nodiscard]] Matrix3 calc_curvature_tensor(const PlacedShape& shape, const Vector3& n, const Vector3& point);

}  // namespace carom
