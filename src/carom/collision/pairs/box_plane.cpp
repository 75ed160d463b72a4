#include "carom/collision/pairs/plane_contact.h"

namespace carom {

/// The eight corners. Corner 4 i + 2 j + k is on the −x side if i, the −y side if j, the −z side if k is one.
void touch_box_plane(const PlacedShape& box, const PlacedShape& plane, std::span<ContactPoint> points) {
  const PlaneContact contact(plane);
  const Matrix3 half_edges = box.motion.R_WS * box.shape.half_size.asDiagonal();
  for (int corner = 0; corner < 8; ++corner) {
    const Vector3 signs((corner & 4) != 0 ? -1.0 : 1.0, (corner & 2) != 0 ? -1.0 : 1.0, (corner & 1) != 0 ? -1.0 : 1.0);
    const Vector3 p_WC = box.motion.p_WS + half_edges * signs;
    points[static_cast<std::size_t>(corner)] = contact.touch(p_WC, kSharp, kSharp, corner);
  }
}

}  // namespace carom
