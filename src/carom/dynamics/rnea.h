#pragma once

#include <vector>

#include "carom/dynamics/applied_forces.h"
#include "carom/dynamics/kinematics.h"

namespace carom {

/// Accelerations of a body, and the wrench that its joint passes on, at Bo in world axes.
struct BodyAcceleration {
  PackedVector3 angular;  // [rad/s²]
  PackedVector3 linear;   // of Bo  [m/s²]
};

/// Workspace of inverse dynamics.
struct InverseDynamics {
  explicit InverseDynamics(const Model& model)
      : accelerations(static_cast<std::size_t>(model.num_bodies())),
        wrenches(static_cast<std::size_t>(model.num_bodies())) {}

  std::vector<BodyAcceleration> accelerations;  // with −gravity added
  std::vector<Wrench> wrenches;                 // through each body's joint, from the parent
};

/// Inverse dynamics by the recursive Newton–Euler algorithm: the efforts that the joints must give, beyond those in
/// `applied`, for v̇ = v_rate: efforts = M v̇ + c(q, v) − applied.                 [featherstone2008, chapter 5]
void calc_inverse_dynamics(const Model& model, const Kinematics& kinematics, const AppliedForces& applied,
                           const ConstVectorRef& v_rate, InverseDynamics& workspace, VectorRef efforts);

/// Accelerations of all bodies for a given v̇, without gravity. With v̇ = 0 they are J̇ v.
void calc_accelerations(const Model& model, const Kinematics& kinematics, const ConstVectorRef& v_rate,
                        std::vector<BodyAcceleration>& accelerations);

}  // namespace carom
