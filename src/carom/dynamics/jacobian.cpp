#include "carom/dynamics/jacobian.h"

#include "carom/base/assert.h"

namespace carom {

void calc_jacobian(const Model& model, const Kinematics& kinematics, int body, const Vector3& arm, MatrixRef J) {
  CAROM_ASSERT(J.rows() == 6 && J.cols() == model.num_velocities());
  J.setZero();
  // Only joints between the world and the body move the point.
  PackedVector3 reach(arm);  // from the joint's origin to Q
  for (int i = body; i > 0; i = model.body(i).parent) {
    const Body& ancestor = model.body(i);
    for (int k = ancestor.velocity_start; k < ancestor.velocity_start + ancestor.degrees; ++k) {
      const JointColumn& column = kinematics.column(k);
      J.col(k).head<3>() = as_eigen(column.angular);
      J.col(k).tail<3>() = as_eigen(column.linear) + as_eigen(column.angular).cross(as_eigen(reach));
    }
    reach += kinematics.body(i).p_PB;
  }
}

Vector6 calc_jacobian_bias(const Kinematics& kinematics, const std::vector<BodyAcceleration>& bias, int body,
                           const Vector3& arm) {
  const BodyAcceleration& acceleration = bias[static_cast<std::size_t>(body)];
  const Vector3 w = as_eigen(kinematics.body(body).w_WB);
  const Vector3 angular = as_eigen(acceleration.angular);
  Vector6 result;
  result << angular, as_eigen(acceleration.linear) + angular.cross(arm) + w.cross(w.cross(arm));
  return result;
}

}  // namespace carom
