#pragma once

#include <span>

#include "carom/collision/collision_shape.h"
#include "carom/collision/contact_point.h"

namespace carom {

/// Whether two solids are so far apart that balls around them say enough: scenes with many bodies have many such pairs,
/// and the search for the distance of two solids takes a hundred times as long.
[[nodiscard]] bool is_far_pair(const PlacedShape& a, const PlacedShape& b);

/// The gap of the balls around both solids, with its rate: never above that of the solids. Points but the first are
/// farther apart, as those are that are not in use. Mirrored to the last bit when A and B are exchanged.
void touch_far_pair(const PlacedShape& a, const PlacedShape& b, std::span<ContactPoint> points);

}  // namespace carom
