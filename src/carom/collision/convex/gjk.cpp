#include "carom/collision/convex/gjk.h"

#include <algorithm>
#include <cmath>

namespace carom {

CoreDistance find_core_distance(const CorePair& pair, const Vector3& start) {
  // The nearest point is found when no point of A − B is nearer along it, to rounding.
  constexpr double kRelative = 1e-14;
  constexpr double kTouching = 1e-11;  // of the size: from here on the direction has no digits
  constexpr int kMaxIterations = 128;
  CoreDistance result;
  Simplex& simplex = result.simplex;
  simplex.points[0] = pair.support_against(start);
  simplex.weights[0] = 1.0;
  simplex.count = 1;
  Vector3 v = simplex.points[0].w;
  double squared = v.squaredNorm(), size = std::sqrt(squared);
  for (; result.iterations < kMaxIterations; ++result.iterations) {
    if (squared <= kTouching * kTouching * size * size) {
      result.overlap = true;
      break;
    }
    const DifferencePoint next = pair.support_against(v);
    size = std::max(size, next.w.norm());
    if (squared - v.dot(next.w) <= kRelative * squared) break;
    const bool known = std::any_of(simplex.points, simplex.points + simplex.count,
                                   [&](const DifferencePoint& p) { return p.w == next.w; });
    if (known) break;
    const Simplex before = simplex;
    simplex.points[simplex.count++] = next;
    const Vector3 nearer = simplex.reduce_to_nearest();
    if (simplex.count == 4) {
      result.overlap = true;
      break;
    }
    const double now = nearer.squaredNorm();
    if (!(now < squared)) {
      simplex = before;
      break;
    }
    v = nearer;
    squared = now;
  }
  result.nearest = v;
  return result;
}

}  // namespace carom
