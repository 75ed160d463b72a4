#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "carom/collision/pair_list.h"

namespace carom {

/// Half of the least extent of the smaller of two shapes: laws of contact hold for depths that are small against it. A
/// point counts as far as it stands out of its body; infinite where neither has an extent.  [m]
[[nodiscard]] double calc_small_extent(const CollisionShape& a, const CollisionShape& b);

/// How deep two shapes can be in each other before nothing stops them any more. Two solids: where one is past the
/// middle of the other, which pushes it on. A solid against what has no other side: where all of it is inside.  [m]
[[nodiscard]] double calc_depth_limit(const CollisionShape& a, const CollisionShape& b);

/// Finds contacts that are deeper than their bodies: no law holds there, and what follows is no motion of bodies.
class DepthLimits {
 public:
  /// Overlaps that the scene allows at the start are allowed for good.
  DepthLimits(const PairList& pairs, double deepest_start);

  [[nodiscard]] double limit(int slot) const { return limits_[static_cast<std::size_t>(slot)]; }
  [[nodiscard]] double small_extent(int slot) const { return extents_[static_cast<std::size_t>(slot)]; }

  /// `gap(slot)` of each slot now; −1: none is too deep.
  template <class Gap>
  [[nodiscard]] int find_too_deep(const Gap& gap) const {
    for (std::size_t i = 0; i < limits_.size(); ++i) {
      if (-gap(static_cast<int>(i)) > limits_[i]) return static_cast<int>(i);
    }
    return -1;
  }

 private:
  std::vector<double> limits_, extents_;  // [m]
};

/// What to say of it, and of a contact that was only doubtfully deep.
[[nodiscard]] std::string describe_too_deep(const std::string& contact, double time, double depth, double limit,
                                            const char* remedy);
[[nodiscard]] std::string describe_doubtful_depth(const std::string& contact, double depth, double extent);

}  // namespace carom
