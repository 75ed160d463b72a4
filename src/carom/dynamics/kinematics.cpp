#include "carom/dynamics/kinematics.h"

#include "carom/base/assert.h"
#include "carom/model/joints/all_joints.h"

namespace carom {
namespace {

CAROM_INLINE void move_joint(const Body& body, const PackedMatrix3& R_WP, const double* q, const double* v,
                             JointColumn* column, JointMotion& joint) {
  visit_joint(
      body.type, [&](auto type) __attribute__((always_inline)) { type.move(body, R_WP, q, v, column, joint); });
}

// A body that is alone: its parent, the world, neither moves nor turns, and the biases stay zero.
CAROM_INLINE void move_lone_body(const Body& body, const double* q, const double* v, JointColumn* column,
                                 BodyMotion& motion) {
  const PackedMatrix3& R_WF = body.R_PF;
  for (int k = 0; k < 3; ++k) column[k].angular = column[3 + k].linear = R_WF.column[k];
  motion.R_WB = R_WF * rotation_of_quaternion(q);
  motion.p_WB = motion.p_PB = body.p_PF + R_WF * PackedVector3(q[4], q[5], q[6]);
  motion.w_WB = R_WF * PackedVector3(v[0], v[1], v[2]);
  motion.v_WB = R_WF * PackedVector3(v[3], v[4], v[5]);
}

CAROM_INLINE void move_body(const Body& body, const BodyMotion& parent, const double* q, const double* v,
                            JointColumn* columns, BodyMotion& motion) {
  JointMotion joint;
  move_joint(body, parent.R_WB, q, v, columns, joint);

  // Pose and velocity follow from the parent's.
  motion.R_WB = parent.R_WB * joint.R_PB;
  motion.p_PB = parent.R_WB * body.p_PF + joint.p_FB;
  motion.p_WB = parent.p_WB + motion.p_PB;
  motion.w_WB = parent.w_WB + joint.w_PB;
  const PackedVector3 carried = cross(parent.w_WB, motion.p_PB);
  motion.v_WB = parent.v_WB + carried + joint.v_PB;

  // Acceleration that needs no change of any v: centripetal, Coriolis, and axes that turn.
  motion.bias_angular = cross(parent.w_WB, joint.w_PB) + joint.w_PB_rate;
  motion.bias_linear = cross(parent.w_WB, carried + 2.0 * joint.v_PB);
}

CAROM_VECTORIZED void sweep(const Body* bodies, int count, const double* q, const double* v, BodyMotion* motions,
                            JointColumn* columns) {
  for (int i = 1; i < count; ++i) {
    const Body& body = bodies[i];
    BodyMotion& motion = motions[i];
    const double *q_own = q + body.position_start, *v_own = v + body.velocity_start;
    JointColumn* own_columns = columns + body.velocity_start;
    if (body.alone) {
      move_lone_body(body, q_own, v_own, own_columns, motion);
    } else {
      move_body(body, motions[body.parent], q_own, v_own, own_columns, motion);
    }
    motion.mass_moment = motion.R_WB * body.mass_moment;
    motion.inertia = times_transpose(motion.R_WB * body.inertia, motion.R_WB);
  }
}

}  // namespace

Kinematics::Kinematics(const Model& model)
    : bodies(static_cast<std::size_t>(model.num_bodies())), columns(static_cast<std::size_t>(model.num_velocities())) {
  bodies[0].R_WB = make_diagonal(1.0);
}

void calc_kinematics(const Model& model, const ConstVectorRef& q, const ConstVectorRef& v, Kinematics& kinematics) {
  CAROM_ASSERT(q.size() == model.num_positions() && v.size() == model.num_velocities());
  sweep(model.bodies().data(), model.num_bodies(), q.data(), v.data(), kinematics.bodies.data(),
        kinematics.columns.data());
}

PointMotion calc_point_motion(const Kinematics& kinematics, int body, const Vector3& p_BQ) {
  const BodyMotion& motion = kinematics.body(body);
  const Vector3 arm = as_eigen(motion.R_WB) * p_BQ;
  return {as_eigen(motion.p_WB) + arm, as_eigen(motion.v_WB) + as_eigen(motion.w_WB).cross(arm)};
}

}  // namespace carom
