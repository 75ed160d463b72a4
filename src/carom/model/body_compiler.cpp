#include "carom/model/body_compiler.h"

#include <cstddef>

#include "carom/math/rotation.h"

namespace carom {
namespace {

// The value for degree of freedom k of a list with one value a degree of freedom, one for all, or none.
template <class T>
T pick(const std::vector<T>& list, int k, const T& otherwise) {
  if (list.empty()) return otherwise;
  return list.size() == 1 ? list.front() : list[static_cast<std::size_t>(k)];
}

// Where none is given: x, so that a planar joint about z has the coordinates x and y; y where the axis is along x.
Vector3 choose_second_axis(const Vector3& axis) {
  constexpr double kAlong = 1e-3;  // [rad]
  return axis.cross(Vector3::UnitX()).norm() < kAlong ? Vector3::UnitY() : Vector3::UnitX();
}

void compile_rotation(const JointSpec& joint, Body& body) {
  const Vector3 axis = joint.axis.normalized();
  body.R_PF = PackedMatrix3(matrix_from_quaternion(joint.rotation));
  set_axis(axis, body);
  const Vector3 wanted = joint.second_axis.value_or(choose_second_axis(axis));
  body.second_axis = PackedVector3(Vector3((wanted - axis * axis.dot(wanted)).normalized()));
}

}  // namespace

Body make_world_body() {
  Body world;
  world.R_PF = make_diagonal(1.0);
  return world;
}

void set_axis(const Vector3& axis, Body& body) {
  const Matrix3 R_PF = as_eigen(body.R_PF), along = axis * axis.transpose();
  body.R_PB_constant = PackedMatrix3(Matrix3(R_PF * along));
  body.R_PB_sine = PackedMatrix3(Matrix3(R_PF * skew(axis)));
  body.R_PB_cosine = PackedMatrix3(Matrix3(R_PF * (Matrix3::Identity() - along)));
  body.axis = PackedVector3(axis);
}

Body compile_body(const BodySpec& spec, int position_start, int velocity_start) {
  Body body;
  body.type = spec.joint.type;
  body.position_start = position_start;
  body.velocity_start = velocity_start;
  body.degrees = traits(body.type).velocities;
  body.driven = !spec.joint.drive.empty();
  body.pitch = spec.joint.pitch;
  body.p_PF = PackedVector3(spec.joint.at);
  compile_rotation(spec.joint, body);
  body.mass = spec.mass.mass;
  body.mass_moment = PackedVector3(Vector3(spec.mass.mass * spec.mass.center_of_mass));
  body.inertia = PackedMatrix3(calc_inertia_about_origin(spec.mass));
  return body;
}

void add_joint_forces(const Body& body, const JointSpec& joint, JointForceLists lists) {
  const bool ball = traits(body.type).has_quaternion;
  const int angular = ball ? 3 : 0;  // leading velocities that turn a quaternion
  for (int k = 0; k < body.degrees; ++k) {
    const int velocity = body.velocity_start + k;
    // After a quaternion (four coordinates for three velocities) the rest is shifted by one.
    const int position = body.position_start + k + (ball ? 1 : 0);
    const double damping = pick(joint.damping, k, 0.0);
    if (damping > 0.0) lists.dampers.push_back({velocity, damping});
    const double stiffness = pick(joint.stiffness, k, 0.0);
    if (stiffness > 0.0 && k >= angular) {
      const double rest = joint.rest_position.empty()
                              ? 0.0
                              : joint.rest_position[static_cast<std::size_t>(position - body.position_start)];
      lists.springs.push_back({position, velocity, stiffness, rest});
    }
    if (!joint.limits.empty()) lists.stops.push_back({position, velocity, pick(joint.limits, k, JointLimits{})});
    if (!joint.motor.empty()) lists.motors.push_back({position, velocity, pick(joint.motor, k, Motor{})});
    if (!joint.drive.empty()) lists.drives.push_back({position, velocity, joint.drive[static_cast<std::size_t>(k)]});
  }
  const double ball_stiffness = ball ? pick(joint.stiffness, 0, 0.0) : 0.0;
  if (ball_stiffness > 0.0) {
    BallSpring spring{body.position_start, body.velocity_start, ball_stiffness};
    if (!joint.rest_position.empty())
      spring.rest = Eigen::Map<const Quaternion>(joint.rest_position.data()).normalized();
    lists.ball_springs.push_back(spring);
  }
}

}  // namespace carom
