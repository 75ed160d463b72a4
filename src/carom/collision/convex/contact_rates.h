#pragma once

#include "carom/collision/contact_point.h"
#include "carom/collision/convex/convex_contact.h"

namespace carom {

/// What two surfaces tell about a contact.
struct TouchingSurfaces {
  const PlacedShape& a;
  const PlacedShape& b;
  const ConvexContact& found;  // its normal and surfaces, in the axes of B

  /// ṅ in world axes, where gap, normal and points are known there.  [1/s]
  [[nodiscard]] Vector3 calc_normal_rate(const ContactPoint& contact) const;
  /// The principal curvatures of both surfaces together. An edge is infinitely curved across, a corner both ways.
  void set_curvatures(ContactPoint& contact) const;
};

}  // namespace carom
