#pragma once

#include "carom/contact/friction/slip_functions.h"
#include "carom/contact/parameter_checks.h"

namespace carom {

/// Torques against rolling (relative angular velocity in the tangent plane) and spinning (about the normal), each at
/// most its arm times the normal force. Zero arms: none.
struct RollingResistance {
  double rolling{};              // arm b_r: torque b_r f_n against rolling  [m]
  double spinning{};             // arm b_s: torque b_s f_n against spinning; 2/3 μ times a contact radius, say  [m]
  double smoothing_speed{1e-2};  // the torque is in full from this angular speed on  [rad/s]

  /// The torque on A [N·m]; `spin` is the angular velocity of A relative to B [rad/s], `normal` a unit vector.
  /// torque · spin ≤ 0 always.
  [[nodiscard]] Vector3 calc_torque(const Vector3& spin, const Vector3& normal, double normal_force) const {
    if (!(normal_force > 0.0)) return Vector3::Zero();
    const Vector3 about_normal = normal * normal.dot(spin), along_plane = spin - about_normal;
    return -normal_force * (rolling * friction::calc_direction(along_plane, smoothing_speed) +
                            spinning * friction::calc_direction(about_normal, smoothing_speed));
  }

  void check(ParameterChecks& checks) const {
    checks.not_negative("rolling", rolling);
    checks.not_negative("spinning", spinning);
    checks.positive("smoothing_speed", smoothing_speed);
  }
};

}  // namespace carom
