#pragma once

#include <vector>

#include "carom/model/model.h"

namespace carom {

/// Places in q and in v, body after body in the order of their names. Sums that are made in this order round alike,
/// whatever the order in which a scene declares its bodies.
struct BodyOrder {
  explicit BodyOrder(const Model& model);

  std::vector<int> positions, velocities;
};

}  // namespace carom
