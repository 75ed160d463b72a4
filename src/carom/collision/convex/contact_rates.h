#pragma once

#include "carom/collision/contact_point.h"
#include "carom/collision/convex/convex_contact.h"

namespace carom {

/// What two surfaces tell about a contact, all in world axes.
struct TouchingSurfaces {
  const PlacedShape& a;
  const PlacedShape& b;
  SurfaceAt surface_a, surface_b;  // of the cores

  TouchingSurfaces(const PlacedShape& shape_a, const PlacedShape& shape_b, const ConvexContact& contact);

  /// ṅ, where gap, normal and points are known.  [1/s]
  [[nodiscard]] Vector3 calc_normal_rate(const ContactPoint& contact) const;
  /// The principal curvatures of both surfaces together. An edge is infinitely curved across, a corner both ways.
  void set_curvatures(ContactPoint& contact) const;
};

}  // namespace carom
