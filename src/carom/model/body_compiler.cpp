#include "carom/model/body_compiler.h"

#include <cstddef>

#include <Eigen/Eigenvalues>
#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/math/rotation.h"
#include "carom/model/spec_checks.h"

namespace carom {
namespace {

// The value for degree of freedom k of a list with one value a degree of freedom, one for all, or none.
template <class T>
T pick(const std::vector<T>& list, int k, const T& otherwise) {
  if (list.empty()) return otherwise;
  return list.size() == 1 ? list.front() : list[static_cast<std::size_t>(k)];
}

void compile_rotation(const JointSpec& joint, Body& body) {
  const Matrix3 R_PF = matrix_from_quaternion(joint.rotation);
  const Vector3 axis = joint.axis.normalized();
  const Matrix3 along = axis * axis.transpose();
  body.R_PF = PackedMatrix3(R_PF);
  body.R_PB_constant = PackedMatrix3(Matrix3(R_PF * along));
  body.R_PB_sine = PackedMatrix3(Matrix3(R_PF * skew(axis)));
  body.R_PB_cosine = PackedMatrix3(Matrix3(R_PF * (Matrix3::Identity() - along)));
  body.axis = PackedVector3(axis);
  const Vector3 wanted = joint.second_axis.value_or(find_perpendicular(axis));
  body.second_axis = PackedVector3(Vector3((wanted - axis * axis.dot(wanted)).normalized()));
}

// How the joint's velocities move B against F at position zero: (w, v of Bo) = S v.
using JointMatrix = Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6>;
JointMatrix make_joint_matrix(const Body& body) {
  const Vector3 axis = as_eigen(body.axis), second = as_eigen(body.second_axis);
  JointMatrix S = JointMatrix::Zero(6, body.degrees);
  switch (body.type) {
    case JointType::Weld:
      break;
    case JointType::Revolute:
      S << axis, Vector3::Zero();
      break;
    case JointType::Prismatic:
      S << Vector3::Zero(), axis;
      break;
    case JointType::Helical:
      S << axis, body.pitch * axis;
      break;
    case JointType::Cylindrical:
      S.col(0).head<3>() = axis;
      S.col(1).tail<3>() = axis;
      break;
    case JointType::Universal:
      S.col(0).head<3>() = axis;
      S.col(1).head<3>() = second;
      break;
    case JointType::Planar:
      S.col(0).tail<3>() = second;
      S.col(1).tail<3>() = axis.cross(second);
      S.col(2).head<3>() = axis;
      break;
    case JointType::Spherical:
    case JointType::Free:
      S.setIdentity();
      break;
  }
  return S;
}

void check_moved_inertia(const Body& body, const BodySpec& spec, const MassProperties& moved) {
  Matrix6 inertia;
  const Matrix3 moment = moved.mass * skew(moved.center_of_mass);
  inertia << calc_inertia_about_origin(moved), moment, moment.transpose(), moved.mass * Matrix3::Identity();
  const JointMatrix S = make_joint_matrix(body);
  MatrixX D = S.transpose() * inertia * S;

  const std::string element = describe("joint of body", spec.name);
  for (int k = 0; k < D.rows(); ++k) {
    if (D(k, k) > 0.0) continue;
    if (S.col(k).head<3>().isZero(0.0)) {
      throw InputError(element, "moves no mass: give this body or one that hangs on it a mass above 0 kg");
    }
    throw InputError(element, "turns no inertia: what hangs on it has a moment of inertia of 0 kg·m² about its axis");
  }
  // Directions may be free together that are not alone: a point mass turns about any axis beside it and can slide too,
  // but both are the same motion.
  const VectorX scale = D.diagonal().cwiseSqrt().cwiseInverse();
  const MatrixX scaled = scale.asDiagonal() * D * scale.asDiagonal();
  constexpr double kRoundOff = 1e-13;
  const double least = Eigen::SelfAdjointEigenSolver<MatrixX>(scaled, Eigen::EigenvaluesOnly).eigenvalues()[0];
  if (least > kRoundOff) return;
  throw InputError(element, "turns no inertia about some axis: a point or a thin rod cannot hang on it alone");
}

}  // namespace

Body make_world_body() {
  Body world;
  world.R_PF = make_diagonal(1.0);
  return world;
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

void check_inertia_of_joints(const std::vector<Body>& bodies, const std::vector<BodySpec>& specs) {
  // Everything outboard, gathered from the tips inwards with all joints at zero.
  std::vector<MassProperties> outboard(bodies.size());
  for (std::size_t i = bodies.size(); i-- > 1;) {
    const MassProperties total = combine(outboard[i], specs[i].mass);
    const Body& body = bodies[i];
    if (!body.driven && body.degrees > 0) check_moved_inertia(body, specs[i], total);
    if (body.parent > 0) {
      const auto parent = static_cast<std::size_t>(body.parent);
      outboard[parent] = combine(outboard[parent], express_in(as_eigen(body.R_PF), as_eigen(body.p_PF), total));
    }
  }
}

Constraint compile_constraint(const ConstraintSpec& spec, int first_row) {
  Constraint constraint;
  constraint.type = spec.type;
  constraint.first_row = first_row;
  constraint.p_AC = spec.at_a;
  constraint.p_BD = spec.at_b;
  constraint.R_AC = matrix_from_quaternion(spec.rotation_a);
  constraint.R_BD = matrix_from_quaternion(spec.rotation_b);
  constraint.length = spec.length;
  constraint.radius = spec.radius;
  constraint.ratio = spec.ratio;
  constraint.offset = spec.offset;
  return constraint;
}

void connect_coupling(const std::string& element, const Body& a, const Body& b, Constraint& constraint) {
  for (const Body* body : {&a, &b}) {
    if (body->degrees == 1) continue;
    throw InputError(element,
                     fmt::format("couples joints of one degree of freedom, found a {} joint", traits(body->type).name));
  }
  constraint.position_a = a.position_start;
  constraint.position_b = b.position_start;
  constraint.velocity_a = a.velocity_start;
  constraint.velocity_b = b.velocity_start;
}

}  // namespace carom
