#pragma once

#include "carom/collision/pairs/sphere_contact.h"

namespace carom {

/// Which side of the round wall is solid: of a cylinder the inside, of a tube the outside.
enum class SolidSide { Inside, Outside };

/// The surface of a cylinder or a tube as seen from C: wall, faces and the rims between them.
[[nodiscard]] NearestSurface find_nearest_round(const RelativePoint& c, const CollisionShape& round, SolidSide solid);

}  // namespace carom
