#include "carom/dynamics/rnea.h"

#include "carom/base/assert.h"

namespace carom {
namespace {

CAROM_VECTORIZED void sweep_accelerations(const Body* bodies, int count, const BodyMotion* motions,
                                          const JointColumn* S, const double* v_rate, BodyAcceleration* accelerations) {
  for (int i = 1; i < count; ++i) {
    const Body& body = bodies[i];
    const BodyMotion& motion = motions[i];
    const BodyAcceleration& parent = accelerations[body.parent];
    PackedVector3 angular = parent.angular + motion.bias_angular;
    PackedVector3 linear = parent.linear + cross(parent.angular, motion.p_PB) + motion.bias_linear;
    for (int k = body.velocity_start; k < body.velocity_start + body.degrees; ++k) {
      angular += S[k].angular * v_rate[k];
      linear += S[k].linear * v_rate[k];
    }
    accelerations[i] = {angular, linear};
  }
}

CAROM_VECTORIZED void sweep_wrenches(const Body* bodies, int count, const BodyMotion* motions, const JointColumn* S,
                                     const BodyAcceleration* accelerations, const Wrench* applied,
                                     const double* applied_efforts, Wrench* wrenches, double* efforts) {
  // Newton and Euler for each body alone, at its origin.
  for (int i = 1; i < count; ++i) {
    const BodyMotion& motion = motions[i];
    const BodyAcceleration& acceleration = accelerations[i];
    const PackedVector3& w = motion.w_WB;
    wrenches[i].torque = motion.inertia * acceleration.angular + cross(motion.mass_moment, acceleration.linear) +
                         cross(w, motion.inertia * w) - applied[i].torque;
    wrenches[i].force = acceleration.linear * bodies[i].mass + cross(acceleration.angular, motion.mass_moment) +
                        cross(w, cross(w, motion.mass_moment)) - applied[i].force;
  }
  // Each joint carries its body and all that hangs on it.
  for (int i = count - 1; i > 0; --i) {
    const Body& body = bodies[i];
    const Wrench wrench = wrenches[i];
    for (int k = body.velocity_start; k < body.velocity_start + body.degrees; ++k) {
      efforts[k] = dot(S[k].angular, wrench.torque) + dot(S[k].linear, wrench.force) - applied_efforts[k];
    }
    if (body.parent == 0) continue;
    wrenches[body.parent].torque += wrench.torque + cross(motions[i].p_PB, wrench.force);
    wrenches[body.parent].force += wrench.force;
  }
}

}  // namespace

void calc_inverse_dynamics(const Model& model, const Kinematics& kinematics, const AppliedForces& applied,
                           const ConstVectorRef& v_rate, InverseDynamics& workspace, VectorRef efforts) {
  CAROM_ASSERT(v_rate.size() == model.num_velocities() && efforts.size() == model.num_velocities());
  const Body* bodies = model.bodies().data();
  const BodyMotion* motions = kinematics.bodies.data();
  const JointColumn* columns = kinematics.columns.data();
  workspace.accelerations[0] = {PackedVector3(), -PackedVector3(model.gravity())};
  sweep_accelerations(bodies, model.num_bodies(), motions, columns, v_rate.data(), workspace.accelerations.data());
  sweep_wrenches(bodies, model.num_bodies(), motions, columns, workspace.accelerations.data(), applied.wrenches.data(),
                 applied.efforts.data(), workspace.wrenches.data(), efforts.data());
}

void calc_accelerations(const Model& model, const Kinematics& kinematics, const ConstVectorRef& v_rate,
                        std::vector<BodyAcceleration>& accelerations) {
  CAROM_ASSERT(static_cast<int>(accelerations.size()) == model.num_bodies());
  accelerations[0] = {};
  sweep_accelerations(model.bodies().data(), model.num_bodies(), kinematics.bodies.data(), kinematics.columns.data(),
                      v_rate.data(), accelerations.data());
}

}  // namespace carom
