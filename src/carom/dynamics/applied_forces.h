#pragma once

#include <cstddef>
#include <vector>

#include "carom/math/packed.h"
#include "carom/model/model.h"

namespace carom {

/// Force on a body, moved to its origin Bo, in world axes.
struct Wrench {
  PackedVector3 torque;  // [N·m]
  PackedVector3 force;   // [N]
};

/// Everything that acts on a mechanism besides gravity and its constraints.
struct AppliedForces {
  explicit AppliedForces(const Model& model)
      : efforts(VectorX::Zero(model.num_velocities())), wrenches(static_cast<std::size_t>(model.num_bodies())) {}

  VectorX efforts;               // one a velocity  [N·m] or [N]
  std::vector<Wrench> wrenches;  // one a body; what acts on the world is kept but moves nothing

  void set_zero();
  void add_force(int body, const PackedVector3& arm, const Vector3& force);  // at Bo + arm (world axes)
  void add_torque(int body, const Vector3& torque);
};

}  // namespace carom
