#pragma once

#include <vector>

#include "carom/math/types.h"

namespace carom {

/// A force at a body's center of mass and a torque on it, in world axes.
struct BodyPush {
  int body{};
  Vector3 at{Vector3::Zero()};      // its center of mass, in the body  [m]
  Vector3 force{Vector3::Zero()};   // [N]
  Vector3 torque{Vector3::Zero()};  // [N·m]
};

/// Efforts and forces that a program gives a mechanism from outside, held until it changes them.
struct HeldInputs {
  bool taken{};     // whether this model takes any: its ledger then has a row for their work
  VectorX efforts;  // added to those of each velocity; empty where none are taken  [N·m] or [N]
  std::vector<BodyPush> pushes{};
};

}  // namespace carom
