#pragma once

#include <vector>

#include "carom/model/model.h"

namespace carom {

/// How far a constraint is from satisfied.
struct LoopGap {
  int constraint{};
  double length{};  // [m]; of a coupling in the unit of its second joint
  double angle{};   // [rad]
  double across{};  // what a constraint that holds in a plane leaves open across it  [m]
  double size{};    // of the loop: the largest distance from the gap to one of its joints  [m]

  /// As a part of the size, or in radians.
  [[nodiscard]] double relative() const;
};

/// Of every constraint that has a gap, at these positions.
[[nodiscard]] std::vector<LoopGap> calc_loop_gaps(const Model& model, const ConstVectorRef& q);

}  // namespace carom
