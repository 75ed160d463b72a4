#pragma once

#include "carom/collision/convex/gjk.h"
#include "carom/collision/convex/hull_axis.h"

namespace carom {

/// Where two convex shapes are nearest, or the least translation that separates them; in the axes of B.
struct ConvexContact {
  double gap{};                                                // [m]
  Vector3 normal{Vector3::Zero()};                             // from B to A, unit
  Vector3 point_a{Vector3::Zero()}, point_b{Vector3::Zero()};  // on both surfaces, a gap apart along the normal  [m]
  SurfaceAt surface_a, surface_b;                              // of the cores, in the axes of B
  double uncertainty{};  // no other translation is shorter by more than this; zero while the cores are apart  [m]
};

/// Exact to rounding for polyhedra; for curved surfaces the direction found by search is refined by Newton's method.
/// `guess` may be any direction from B to A, in the axes of B: a good one is faster.
[[nodiscard]] ConvexContact find_convex_contact(const CorePair& pair, const Vector3& guess);

/// The same for two polyhedra where the normal is known, exactly. Where faces or edges lie on each other, the point is
/// a corner of A.
[[nodiscard]] ConvexContact make_contact_along(const CorePair& pair, const Vector3& normal);

/// The same across two edges that are known.
[[nodiscard]] ConvexContact make_contact_across(const CorePair& pair, const Vector3& normal, const EdgeLine& a,
                                                const EdgeLine& b);

}  // namespace carom
