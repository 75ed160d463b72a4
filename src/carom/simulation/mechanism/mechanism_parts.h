#pragma once

#include "carom/dynamics/constrained_dynamics.h"
#include "carom/dynamics/kinematics.h"

namespace carom {

/// The parts of a mechanism's dynamics that contacts look into: everything belongs to one moment.
struct MechanismParts {
  const Model& model;
  const Kinematics& kinematics;
  ArticulatedBodies& articulated;    // with factors for these positions
  ConstraintWorkspace& constraints;  // the same
};

}  // namespace carom
