#include "carom/collision/convex/manifold.h"
#include "carom/collision/pairs/pairs.h"

namespace carom {

/// Any two convex shapes. The search begins along the line between their origins.
void touch_convex_convex(const PlacedShape& a, const PlacedShape& b, std::span<ContactPoint> points) {
  const CorePair pair(a, b);
  const Vector3 guess = pair.p_BA().isZero() ? Vector3(Vector3::UnitZ()) : pair.p_BA();
  make_manifold(pair, find_convex_contact(pair, guess), points);
}

}  // namespace carom
