#pragma once

#include <string>

#include "collision/sample_pairs.h"

namespace carom::testing_support {

/// What brute force says of two convex solids. Shares nothing with the algorithms it judges: only reaches of solids
/// along directions, and inequalities that hold for points in solids.
struct ConvexReferee {
  const SampleShape& a;
  const SampleShape& b;

  /// g(n): how far A and B are apart along n, from B to A. The gap is the largest of all directions.
  [[nodiscard]] double gap_along(const Vector3& n) const;
  /// The largest of many directions, those about the best ones searched again and again more closely. Never above the
  /// true gap, but for rounding.
  [[nodiscard]] double search_gap(cases::RandomSource& random, int num_directions) const;
};

/// How far a convex solid reaches along a unit vector, from its origin.
double calc_reach(const SampleShape& sample, const Vector3& direction);
/// How far a point is outside of a convex solid: zero or below inside.
double calc_outside(const SampleShape& sample, const Vector3& p_W);

}  // namespace carom::testing_support
