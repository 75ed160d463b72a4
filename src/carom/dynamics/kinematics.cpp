#include "carom/dynamics/kinematics.h"

#include <cmath>

#include "carom/base/assert.h"

namespace carom {
namespace {

// What a joint contributes: pose and motion of B against P's joint frame F, in world axes but for R_PB.
struct JointMotion {
  PackedMatrix3 R_PB;
  PackedVector3 p_FB;       // [m]
  PackedVector3 w_PB;       // [rad/s]
  PackedVector3 v_PB;       // [m/s]
  PackedVector3 w_PB_rate;  // rate of w_PB as seen in P, at constant v  [rad/s²]
};

CAROM_INLINE PackedMatrix3 turn(const Body& body, double angle) {
  const double sine = std::sin(angle), cosine = std::cos(angle);
  return body.R_PB_constant + body.R_PB_sine * sine + body.R_PB_cosine * cosine;
}

// Rodrigues' formula about a unit axis.
CAROM_INLINE PackedMatrix3 rotation_about(const PackedVector3& axis, double angle) {
  const double sine = std::sin(angle), cosine = std::cos(angle);
  return outer(axis, axis) * (1.0 - cosine) + skew(axis) * sine + make_diagonal(cosine);
}

CAROM_INLINE PackedMatrix3 rotation_of_quaternion(const double* q) {
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  const double s = 2.0 / (w * w + x * x + y * y + z * z);
  return {{1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)},
          {s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x)},
          {s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y)}};
}

CAROM_INLINE void move_revolute(const Body& body, const PackedMatrix3& R_WP, double q, double v, JointColumn* column,
                                JointMotion& joint) {
  joint.R_PB = turn(body, q);
  column->angular = R_WP * (body.R_PF * body.axis);
  joint.w_PB = column->angular * v;
}

CAROM_INLINE void move_prismatic(const Body& body, const PackedMatrix3& R_WP, double q, double v, JointColumn* column,
                                 JointMotion& joint) {
  joint.R_PB = body.R_PF;
  column->linear = R_WP * (body.R_PF * body.axis);
  joint.p_FB = column->linear * q;
  joint.v_PB = column->linear * v;
}

CAROM_INLINE void move_helical(const Body& body, const PackedMatrix3& R_WP, double q, double v, JointColumn* column,
                               JointMotion& joint) {
  move_revolute(body, R_WP, q, v, column, joint);
  column->linear = column->angular * body.pitch;
  joint.p_FB = column->linear * q;
  joint.v_PB = column->linear * v;
}

CAROM_INLINE void move_cylindrical(const Body& body, const PackedMatrix3& R_WP, const double* q, const double* v,
                                   JointColumn* column, JointMotion& joint) {
  move_revolute(body, R_WP, q[0], v[0], column, joint);
  column[1].linear = column[0].angular;
  joint.p_FB = column[1].linear * q[1];
  joint.v_PB = column[1].linear * v[1];
}

CAROM_INLINE void move_universal(const Body& body, const PackedMatrix3& R_WP, const double* q, const double* v,
                                 JointColumn* column, JointMotion& joint) {
  const PackedMatrix3 R_PG = turn(body, q[0]);  // G: the cross between the two axes
  joint.R_PB = R_PG * rotation_about(body.second_axis, q[1]);
  column[0].angular = R_WP * (body.R_PF * body.axis);
  column[1].angular = R_WP * (R_PG * body.second_axis);
  joint.w_PB = column[0].angular * v[0] + column[1].angular * v[1];
  // The second axis is carried round by the first.
  joint.w_PB_rate = cross(column[0].angular, column[1].angular) * (v[0] * v[1]);
}

CAROM_INLINE void move_planar(const Body& body, const PackedMatrix3& R_WP, const double* q, const double* v,
                              JointColumn* column, JointMotion& joint) {
  joint.R_PB = turn(body, q[2]);
  const PackedMatrix3 R_WF = R_WP * body.R_PF;
  column[0].linear = R_WF * body.second_axis;
  column[1].linear = R_WF * cross(body.axis, body.second_axis);
  column[2].angular = R_WF * body.axis;
  joint.p_FB = column[0].linear * q[0] + column[1].linear * q[1];
  joint.v_PB = column[0].linear * v[0] + column[1].linear * v[1];
  joint.w_PB = column[2].angular * v[2];
}

CAROM_INLINE void move_spherical(const Body& body, const PackedMatrix3& R_WP, const double* q, const double* v,
                                 JointColumn* column, JointMotion& joint) {
  joint.R_PB = body.R_PF * rotation_of_quaternion(q);
  const PackedMatrix3 R_WF = R_WP * body.R_PF;
  for (int k = 0; k < 3; ++k) column[k].angular = R_WF.column[k];
  joint.w_PB = R_WF * PackedVector3(v[0], v[1], v[2]);
}

CAROM_INLINE void move_free(const Body& body, const PackedMatrix3& R_WP, const double* q, const double* v,
                            JointColumn* column, JointMotion& joint) {
  move_spherical(body, R_WP, q, v, column, joint);
  const PackedMatrix3 R_WF = R_WP * body.R_PF;
  for (int k = 0; k < 3; ++k) column[3 + k].linear = R_WF.column[k];
  joint.p_FB = R_WF * PackedVector3(q[4], q[5], q[6]);
  joint.v_PB = R_WF * PackedVector3(v[3], v[4], v[5]);
}

CAROM_INLINE void move_joint(const Body& body, const PackedMatrix3& R_WP, const double* q, const double* v,
                             JointColumn* column, JointMotion& joint) {
  switch (body.type) {
    case JointType::Weld:
      joint.R_PB = body.R_PF;
      break;
    case JointType::Revolute:
      move_revolute(body, R_WP, *q, *v, column, joint);
      break;
    case JointType::Prismatic:
      move_prismatic(body, R_WP, *q, *v, column, joint);
      break;
    case JointType::Helical:
      move_helical(body, R_WP, *q, *v, column, joint);
      break;
    case JointType::Cylindrical:
      move_cylindrical(body, R_WP, q, v, column, joint);
      break;
    case JointType::Universal:
      move_universal(body, R_WP, q, v, column, joint);
      break;
    case JointType::Planar:
      move_planar(body, R_WP, q, v, column, joint);
      break;
    case JointType::Spherical:
      move_spherical(body, R_WP, q, v, column, joint);
      break;
    case JointType::Free:
      move_free(body, R_WP, q, v, column, joint);
      break;
  }
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
