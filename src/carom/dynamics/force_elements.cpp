#include "carom/dynamics/force_elements.h"

#include <algorithm>
#include <cmath>

#include "carom/math/rotation.h"

namespace carom {
namespace {

void add_joint_dampers(const Model& model, const ConstVectorRef& v, ForcePowers& powers, AppliedForces& applied) {
  for (const JointDamper& damper : model.joint_dampers()) {
    const double rate = v[damper.velocity];
    applied.efforts[damper.velocity] -= damper.damping * rate;
    powers.joint_damping += damper.damping * rate * rate;
  }
}

// From rest to now, in the axes of the joint's frame F, in which the velocities are measured too.
Vector3 calc_turn(const BallSpring& spring, const ConstVectorRef& q) {
  return rotation_vector_from_quaternion(compose(q.segment<4>(spring.position), conjugate(spring.rest)));
}

void add_joint_springs(const Model& model, const ConstVectorRef& q, AppliedForces& applied) {
  for (const JointSpring& spring : model.joint_springs()) {
    applied.efforts[spring.velocity] -= spring.stiffness * (q[spring.position] - spring.rest);
  }
  for (const BallSpring& spring : model.ball_springs()) {
    applied.efforts.segment<3>(spring.velocity) -= spring.stiffness * calc_turn(spring, q);
  }
}

// δ > 0 beyond a limit, with the sign of the effort that leads back.
struct StopContact {
  double depth{};
  double direction{};
};
StopContact find_stop_contact(const JointLimits& limits, double position) {
  if (position > limits.upper) return {position - limits.upper, -1.0};
  if (position < limits.lower) return {limits.lower - position, 1.0};
  return {};
}

void add_joint_stops(const Model& model, const ConstVectorRef& q, const ConstVectorRef& v, ForcePowers& powers,
                     AppliedForces& applied) {
  for (const JointStop& stop : model.joint_stops()) {
    const StopContact contact = find_stop_contact(stop.limits, q[stop.position]);
    if (contact.depth <= 0.0) continue;
    const double depth_rate = -contact.direction * v[stop.velocity];
    const double elastic = stop.limits.stiffness * contact.depth;
    const double effort = elastic * std::max(0.0, 1.0 + stop.limits.dissipation * depth_rate);
    applied.efforts[stop.velocity] += contact.direction * effort;
    powers.stop_damping += (effort - elastic) * depth_rate;
  }
}

double calc_motor_effort(const JointMotor& joint, const TimeQuery& time, const ConstVectorRef& q,
                         const ConstVectorRef& v) {
  const Motor& motor = joint.motor;
  double effort = motor.effort.sample(time).value;
  if (motor.target || joint.held_target) {
    const TimeFunctionSample target = joint.held_target ? *joint.held_target : motor.target->sample(time);
    effort += motor.position_gain * (target.value - q[joint.position]) +
              motor.velocity_gain * (target.rate - v[joint.velocity]);
  }
  return std::clamp(effort, -motor.limit, motor.limit);
}

void add_motors(const Model& model, const TimeQuery& time, const ConstVectorRef& q, const ConstVectorRef& v,
                ForcePowers& powers, AppliedForces& applied) {
  for (const JointMotor& joint : model.joint_motors()) {
    const double effort = calc_motor_effort(joint, time, q, v);
    applied.efforts[joint.velocity] += effort;
    powers.motors += effort * v[joint.velocity];
  }
}

// The line between a spring's two ends.
struct SpringLine {
  Vector3 arm_a, arm_b;  // from the bodies' origins
  Vector3 direction;     // from A's end to B's; zero where they coincide
  double length{};
  double rate{};
};
SpringLine calc_spring_line(const ResolvedSpringDamper& spring, const Kinematics& kinematics) {
  const PointMotion a = calc_point_motion(kinematics, spring.body_a, spring.element.at_a);
  const PointMotion b = calc_point_motion(kinematics, spring.body_b, spring.element.at_b);
  const Vector3 d = b.position - a.position;
  const double length = d.norm();
  const Vector3 direction = length > 0.0 ? Vector3(d / length) : Vector3::Zero();
  return {a.position - as_eigen(kinematics.body(spring.body_a).p_WB),
          b.position - as_eigen(kinematics.body(spring.body_b).p_WB), direction, length,
          direction.dot(b.velocity - a.velocity)};
}

void add_spring_dampers(const Model& model, const Kinematics& kinematics, ForcePowers& powers, AppliedForces& applied) {
  for (const ResolvedSpringDamper& spring : model.spring_dampers()) {
    const SpringLine line = calc_spring_line(spring, kinematics);
    const double damping = spring.element.damping * line.rate;
    const double tension = spring.element.stiffness * (line.length - spring.element.rest_length) + damping;
    applied.add_force(spring.body_a, PackedVector3(line.arm_a), tension * line.direction);
    applied.add_force(spring.body_b, PackedVector3(line.arm_b), -tension * line.direction);
    powers.spring_damping += damping * line.rate;
  }
}

// In world axes.
struct GivenForce {
  Vector3 force, torque;
};
GivenForce calc_given_force(const BodyForce& given, const TimeQuery& time, const BodyMotion& motion) {
  const double scale = given.scale.sample(time).value;
  const Vector3 force = scale * given.force, torque = scale * given.torque;
  if (!given.turns_with_body) return {force, torque};
  return {as_eigen(motion.R_WB) * force, as_eigen(motion.R_WB) * torque};
}

double calc_power(const ResolvedBodyForce& given, const GivenForce& exerted, const Kinematics& kinematics) {
  const PointMotion point = calc_point_motion(kinematics, given.body, given.element.at);
  return exerted.force.dot(point.velocity) + exerted.torque.dot(as_eigen(kinematics.body(given.body).w_WB));
}

void add_body_forces(const Model& model, const TimeQuery& time, const Kinematics& kinematics, ForcePowers& powers,
                     AppliedForces& applied) {
  for (const ResolvedBodyForce& given : model.body_forces()) {
    const BodyMotion& motion = kinematics.body(given.body);
    const auto [force, torque] = calc_given_force(given.element, time, motion);
    const PointMotion point = calc_point_motion(kinematics, given.body, given.element.at);
    applied.add_force(given.body, PackedVector3(Vector3(point.position - as_eigen(motion.p_WB))), force);
    applied.add_torque(given.body, torque);
    powers.body_forces += calc_power(given, {force, torque}, kinematics);
  }
}

double calc_power(const BodyPush& push, const BodyMotion& motion, const Vector3& velocity) {
  return push.force.dot(velocity) + push.torque.dot(as_eigen(motion.w_WB));
}

void add_inputs(const Model& model, const ConstVectorRef& v, const Kinematics& kinematics, ForcePowers& powers,
                AppliedForces& applied) {
  const HeldInputs& inputs = model.inputs();
  if (!inputs.taken) return;
  applied.efforts += inputs.efforts;
  powers.inputs = inputs.efforts.dot(v);
  for (const BodyPush& push : inputs.pushes) {
    const BodyMotion& motion = kinematics.body(push.body);
    const PointMotion center = calc_point_motion(kinematics, push.body, push.at);
    applied.add_force(push.body, PackedVector3(Vector3(center.position - as_eigen(motion.p_WB))), push.force);
    applied.add_torque(push.body, push.torque);
    powers.inputs += calc_power(push, motion, center.velocity);
  }
}

void add_callbacks(const Model& model, const CallbackMoment& moment, ForceElements& elements, AppliedForces& applied) {
  for (std::size_t c = 0; c < model.callback_forces().size(); ++c) {
    // Apart from the rest, so that its power is its own.
    elements.scratch.set_zero();
    model.callback_forces()[c].add(moment, elements.scratch);
    elements.powers.callbacks[c] = calc_power(elements.scratch, moment.bodies, moment.v);
    applied.efforts += elements.scratch.efforts;
    for (std::size_t i = 0; i < applied.wrenches.size(); ++i) {
      applied.wrenches[i].torque += elements.scratch.wrenches[i].torque;
      applied.wrenches[i].force += elements.scratch.wrenches[i].force;
    }
  }
}

}  // namespace

void calc_force_elements(const Model& model, const TimeQuery& time, const ConstVectorRef& q, const ConstVectorRef& v,
                         const Kinematics& kinematics, ForceElements& elements, AppliedForces& applied) {
  ForcePowers& powers = elements.powers;
  powers.joint_damping = powers.stop_damping = powers.spring_damping = powers.motors = powers.body_forces =
      powers.inputs = 0.0;
  applied.set_zero();
  add_joint_dampers(model, v, powers, applied);
  add_joint_springs(model, q, applied);
  add_joint_stops(model, q, v, powers, applied);
  add_motors(model, time, q, v, powers, applied);
  add_spring_dampers(model, kinematics, powers, applied);
  add_body_forces(model, time, kinematics, powers, applied);
  add_inputs(model, v, kinematics, powers, applied);
  add_callbacks(model, {time.time, q, v, kinematics}, elements, applied);
}

void move_powers_to_middle(const Model& model, const TimeQuery& time, const ConstVectorRef& q, const ConstVectorRef& v,
                           const Kinematics& kinematics, const ConstVectorRef& change,
                           const Kinematics& change_of_bodies, ForcePowers& powers) {
  for (const JointMotor& joint : model.joint_motors()) {
    powers.motors += 0.5 * calc_motor_effort(joint, time, q, v) * change[joint.velocity];
  }
  for (const ResolvedBodyForce& given : model.body_forces()) {
    const GivenForce exerted = calc_given_force(given.element, time, kinematics.body(given.body));
    powers.body_forces += 0.5 * calc_power(given, exerted, change_of_bodies);
  }
  if (!model.inputs().taken) return;
  powers.inputs += 0.5 * model.inputs().efforts.dot(change);
  for (const BodyPush& push : model.inputs().pushes) {
    const PointMotion center = calc_point_motion(change_of_bodies, push.body, push.at);
    powers.inputs += 0.5 * calc_power(push, change_of_bodies.body(push.body), center.velocity);
  }
}

StoredEnergy calc_stored_energy(const Model& model, const ConstVectorRef& q, const Kinematics& kinematics) {
  StoredEnergy energy;
  for (const JointSpring& spring : model.joint_springs()) {
    const double stretch = q[spring.position] - spring.rest;
    energy.joint_springs += 0.5 * spring.stiffness * stretch * stretch;
  }
  for (const BallSpring& spring : model.ball_springs()) {
    energy.joint_springs += 0.5 * spring.stiffness * calc_turn(spring, q).squaredNorm();
  }
  for (const JointStop& stop : model.joint_stops()) {
    const double depth = find_stop_contact(stop.limits, q[stop.position]).depth;
    energy.joint_stops += 0.5 * stop.limits.stiffness * depth * depth;
  }
  for (const ResolvedSpringDamper& spring : model.spring_dampers()) {
    const double stretch = calc_spring_line(spring, kinematics).length - spring.element.rest_length;
    energy.springs += 0.5 * spring.element.stiffness * stretch * stretch;
  }
  return energy;
}

double calc_power(const AppliedForces& forces, const Kinematics& kinematics, const ConstVectorRef& v) {
  double power = forces.efforts.dot(v);
  for (std::size_t i = 1; i < forces.wrenches.size(); ++i) {
    power += dot(forces.wrenches[i].torque, kinematics.bodies[i].w_WB) +
             dot(forces.wrenches[i].force, kinematics.bodies[i].v_WB);
  }
  return power;
}

}  // namespace carom
