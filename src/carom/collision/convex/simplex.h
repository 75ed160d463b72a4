#pragma once

#include "carom/math/types.h"

namespace carom {

/// A point of the Minkowski difference A − B with the points of A and B that it comes from.
struct DifferencePoint {
  Vector3 w;     // a − b  [m]
  Vector3 a, b;  // [m]
};

/// Up to four points, and the point of their hull nearest to the origin as their weighted mean.
struct Simplex {
  DifferencePoint points[4];
  double weights[4]{};
  int count{};

  /// Drops the points that the nearest point does not need, and returns it.
  Vector3 reduce_to_nearest();

  [[nodiscard]] Vector3 mean_a() const;
  [[nodiscard]] Vector3 mean_b() const;
};

}  // namespace carom
