#pragma once

#include <functional>
#include <string>
#include <vector>

#include "carom/math/types.h"
#include "carom/model/body.h"
#include "carom/model/time/time_function.h"

namespace carom {

// Filled by the dynamics layer; a callback that uses them includes its headers.
struct Kinematics;
struct AppliedForces;

/// A spring and a damper along the line between two points: tension k (l − l₀) + c l̇ pulls them together.
struct SpringDamper {
  std::string name{};
  std::string body_a{"world"};
  std::string body_b{};
  Vector3 at_a{Vector3::Zero()};  // in A  [m]
  Vector3 at_b{Vector3::Zero()};  // in B  [m]
  double stiffness{};             // k  [N/m]
  double damping{};               // c  [N·s/m]
  double rest_length{};           // l₀  [m]
};

/// A force at a point of a body and a torque on it, constant or changing with time: scale(t) · (force, torque).
struct BodyForce {
  std::string name{};
  std::string body{};
  Vector3 at{Vector3::Zero()};                        // in B  [m]
  Vector3 force{Vector3::Zero()};                     // [N]
  Vector3 torque{Vector3::Zero()};                    // [N·m]
  TimeFunction scale{time_functions::Constant{1.0}};  // [-]
  bool turns_with_body{};                             // given in B's axes, not in the world's
};

/// The mechanism at one moment, as a callback sees it.
struct CallbackMoment {
  double time{};     // [s]
  ConstVectorRef q;  // coordinates of all joints
  ConstVectorRef v;  // velocities of all joints
  const Kinematics& bodies;
};

/// Any other force: adds to the efforts on joints and the wrenches on bodies. Its work is booked under its name.
/// It must depend on its arguments alone (steps are repeated) and must not allocate.
struct CallbackForce {
  std::string name{};
  std::function<void(const CallbackMoment&, AppliedForces&)> add{};
};

}  // namespace carom
