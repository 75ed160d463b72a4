#pragma once

#include "carom/math/types.h"

namespace carom {

/// What a mechanism needs to go on, as far as the model knows it. Contact memory is added by the simulation.
struct State {
  double time{};  // [s]
  VectorX q;      // coordinates: see JointType
  VectorX v;      // velocities
};

}  // namespace carom
