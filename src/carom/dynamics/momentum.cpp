#include "carom/dynamics/momentum.h"

#include "carom/base/assert.h"
#include "carom/dynamics/jacobian.h"

namespace carom {

CentroidalMomentum calc_centroidal_momentum(const Model& model, const Kinematics& kinematics) {
  double mass = 0.0;
  Vector3 moment = Vector3::Zero(), linear = Vector3::Zero(), about_origin = Vector3::Zero();
  for (int i = 1; i < model.num_bodies(); ++i) {
    const BodyMotion& motion = kinematics.body(i);
    const double m = model.body(i).mass;
    const Vector3 h = as_eigen(motion.mass_moment), p = as_eigen(motion.p_WB);
    const Vector3 w = as_eigen(motion.w_WB), v = as_eigen(motion.v_WB);
    const Vector3 momentum = m * v + w.cross(h);
    mass += m;
    moment += m * p + h;
    linear += momentum;
    about_origin += as_eigen(motion.inertia) * w + h.cross(v) + p.cross(momentum);
  }
  const Vector3 center = mass > 0.0 ? Vector3(moment / mass) : Vector3::Zero();
  return {mass, center, linear, about_origin - center.cross(linear)};
}

void calc_centroidal_momentum_matrix(const Model& model, const Kinematics& kinematics, MatrixRef A) {
  CAROM_ASSERT(A.rows() == 6 && A.cols() == model.num_velocities());
  A.setZero();
  const Vector3 center = calc_centroidal_momentum(model, kinematics).center_of_mass;
  for (int i = 1; i < model.num_bodies(); ++i) {
    const BodyMotion& motion = kinematics.body(i);
    const double m = model.body(i).mass;
    const Vector3 h = as_eigen(motion.mass_moment);
    const Vector3 from_center = Vector3(as_eigen(motion.p_WB)) - center;
    // Each ancestor's columns move this body; add the momentum it then has.
    PackedVector3 reach;
    for (int a = i; a > 0; a = model.body(a).parent) {
      const Body& ancestor = model.body(a);
      for (int k = ancestor.velocity_start; k < ancestor.velocity_start + ancestor.degrees; ++k) {
        const Vector3 w = as_eigen(kinematics.column(k).angular);
        const Vector3 v = as_eigen(kinematics.column(k).linear) + w.cross(as_eigen(reach));
        const Vector3 momentum = m * v + w.cross(h);
        A.col(k).head<3>() += as_eigen(motion.inertia) * w + h.cross(v) + from_center.cross(momentum);
        A.col(k).tail<3>() += momentum;
      }
      reach += kinematics.body(a).p_PB;
    }
  }
}

}  // namespace carom
