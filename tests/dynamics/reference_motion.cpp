#include "dynamics/reference_motion.h"

#include "carom/math/rotation.h"

namespace carom::testing_support {
namespace {

Vector3 vee(const Matrix3& m) { return 0.5 * Vector3(m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)); }

// 1 + sin θ [u]× + (1 − cos θ) [u]×²
JetMatrix3 turn_about(const Vector3& axis, const Jet& angle) {
  const JetMatrix3 cross = skew(axis).cast<Jet>();
  const JetMatrix3 cross_twice = (skew(axis) * skew(axis)).cast<Jet>();
  return JetMatrix3::Identity() + cross * sin(angle) + cross_twice * (Jet(1.0) - cos(angle));
}

// The quaternion that turns with w_FB = v and ẇ = v_rate in F: q̇ = ½ w q, q̈ = ½ (ẇ q + w q̇).
JetMatrix3 turn_by_quaternion(const Quaternion& q, const Vector3& v, const Vector3& v_rate) {
  const Quaternion rate = quaternion_rate(q, v);
  const Quaternion acceleration = quaternion_rate(q, v_rate) + quaternion_rate(rate, v);
  Jet x[4];
  for (int k = 0; k < 4; ++k) x[k] = {q[k], rate[k], acceleration[k]};
  const Jet norm = x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3];
  const Jet s = Jet(2.0) / norm;
  // R = 1 + s (w [u]× + [u]×²) for the quaternion (w, u)
  JetMatrix3 cross;
  cross << Jet(0.0), -x[3], x[2], x[3], Jet(0.0), -x[1], -x[2], x[1], Jet(0.0);
  return JetMatrix3::Identity() + (cross * x[0] + cross * cross) * s;
}

ReferencePose calc_pose_in_joint_frame(const Body& body, const JointSpec& joint, const VectorX& q, const VectorX& v,
                                       const VectorX& v_rate) {
  const Vector3 axis = joint.axis.normalized();
  const Vector3 second = as_eigen(body.second_axis);
  const auto coordinate = [&](int k) {
    return Jet(q[body.position_start + k], v[body.velocity_start + k], v_rate[body.velocity_start + k]);
  };
  ReferencePose pose{JetMatrix3::Identity(), JetVector3::Zero()};
  const auto slide = [&](const Vector3& along, const Jet& by) { pose.p_WB += along.cast<Jet>() * by; };
  switch (joint.type) {
    case JointType::Weld:
      break;
    case JointType::Revolute:
      pose.R_WB = turn_about(axis, coordinate(0));
      break;
    case JointType::Prismatic:
      slide(axis, coordinate(0));
      break;
    case JointType::Helical:
      pose.R_WB = turn_about(axis, coordinate(0));
      slide(axis, coordinate(0) * Jet(joint.pitch));
      break;
    case JointType::Cylindrical:
      pose.R_WB = turn_about(axis, coordinate(0));
      slide(axis, coordinate(1));
      break;
    case JointType::Universal:
      pose.R_WB = turn_about(axis, coordinate(0)) * turn_about(second, coordinate(1));
      break;
    case JointType::Planar:
      slide(second, coordinate(0));
      slide(axis.cross(second), coordinate(1));
      pose.R_WB = turn_about(axis, coordinate(2));
      break;
    case JointType::Spherical:
    case JointType::Free:
      pose.R_WB = turn_by_quaternion(q.segment<4>(body.position_start), v.segment<3>(body.velocity_start),
                                     v_rate.segment<3>(body.velocity_start));
      if (joint.type == JointType::Spherical) break;
      for (int k = 0; k < 3; ++k) {
        const int position = body.position_start + 4 + k, velocity = body.velocity_start + 3 + k;
        slide(Vector3::Unit(k), Jet(q[position], v[velocity], v_rate[velocity]));
      }
      break;
  }
  return pose;
}

}  // namespace

// Ṙ = [w]× R, so [w]× = Ṙ Rᵀ and [α]× is the antisymmetric part of R̈ Rᵀ + Ṙ Ṙᵀ, of which the second is symmetric.
Vector3 ReferencePose::angular_velocity() const { return vee(rate_of(R_WB) * value_of(R_WB).transpose()); }
Vector3 ReferencePose::angular_acceleration() const { return vee(acceleration_of(R_WB) * value_of(R_WB).transpose()); }

std::vector<ReferencePose> calc_reference_motion(const Model& model, const VectorX& q, const VectorX& v,
                                                 const VectorX& v_rate) {
  std::vector<ReferencePose> poses{{JetMatrix3::Identity(), JetVector3::Zero()}};
  for (int i = 1; i < model.num_bodies(); ++i) {
    const Body& body = model.body(i);
    const JointSpec& joint = model.spec(BodyIndex(i)).joint;
    const ReferencePose& parent = poses[static_cast<std::size_t>(body.parent)];
    const JetMatrix3 R_WF = parent.R_WB * matrix_from_quaternion(joint.rotation).cast<Jet>();
    const JetVector3 p_WF = parent.point(joint.at);
    const ReferencePose in_F = calc_pose_in_joint_frame(body, joint, q, v, v_rate);
    poses.push_back({R_WF * in_F.R_WB, p_WF + R_WF * in_F.p_WB});
  }
  return poses;
}

}  // namespace carom::testing_support
