#pragma once

#include <vector>

#include "carom/model/model.h"
#include "dynamics/jet.h"

namespace carom::testing_support {

/// Where a body is, as a function of time.
struct ReferencePose {
  JetMatrix3 R_WB;
  JetVector3 p_WB;

  [[nodiscard]] Vector3 angular_velocity() const;
  [[nodiscard]] Vector3 angular_acceleration() const;
  [[nodiscard]] JetVector3 point(const Vector3& p_BQ) const { return p_WB + R_WB * p_BQ.cast<Jet>(); }
  [[nodiscard]] JetVector3 direction(const Vector3& u_B) const { return R_WB * u_B.cast<Jet>(); }
};

/// Poses of all bodies, multiplied out from joint to joint by the definitions of the joint types, while the coordinates
/// move with velocities v and accelerations v_rate. Shares nothing with calc_kinematics but the description of the
/// bodies.
[[nodiscard]] std::vector<ReferencePose> calc_reference_motion(const Model& model, const VectorX& q, const VectorX& v,
                                                               const VectorX& v_rate);

}  // namespace carom::testing_support
