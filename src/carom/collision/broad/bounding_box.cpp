#include "carom/collision/broad/bounding_box.h"

#include "carom/collision/convex/convex_surface.h"

namespace carom {

BoundingBox calc_bounding_box(const CollisionShape& shape, const ShapeMotion& motion) {
  if (is_ball(shape.type) || !is_convex(shape.type)) {
    return {motion.p_WS.array() - shape.reach, motion.p_WS.array() + shape.reach};
  }
  BoundingBox box;
  const double margin = margin_of(shape);
  for (int axis = 0; axis < 3; ++axis) {
    const Vector3 along = motion.R_WS.row(axis);
    box.high[axis] = motion.p_WS[axis] + along.dot(find_support(shape, along)) + margin;
    box.low[axis] = motion.p_WS[axis] + along.dot(find_support(shape, -along)) - margin;
  }
  return box;
}

}  // namespace carom
