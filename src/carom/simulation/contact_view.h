#pragma once

#include "carom/math/types.h"

namespace carom {

/// What there is to see of a contact at one moment, whatever the formulation.
struct ContactView {
  double gap{};                       // negative in penetration  [m]
  bool touching{};                    // the rest is zero where it does not
  double normal_force{};              // [N]
  Vector3 normal{Vector3::Zero()};    // out of the second body towards the first
  Vector3 friction{Vector3::Zero()};  // on the first body  [N]
  Vector3 slip{Vector3::Zero()};      // of the first body against the second  [m/s]
  Vector3 point{Vector3::Zero()};     // where it is  [m]
  double bristle{};                   // size of the bristles' deflection  [m]
  double dwell{};                     // from 0 to 1
};

}  // namespace carom
