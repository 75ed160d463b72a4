#pragma once

#include "carom/dynamics/kinematics.h"
#include "carom/dynamics/rnea.h"

namespace carom {

/// J with (w_WB; v_WQ) = J v for a point Q of a body, in world axes: 6 × number of velocities. The arm is p_BoQ in
/// world axes.
void calc_jacobian(const Model& model, const Kinematics& kinematics, int body, const Vector3& arm, MatrixRef J);

/// J̇ v for the same: the acceleration of B and Q at v̇ = 0, from calc_accelerations.
[[nodiscard]] Vector6 calc_jacobian_bias(const Kinematics& kinematics, const std::vector<BodyAcceleration>& bias,
                                         int body, const Vector3& arm);

}  // namespace carom
