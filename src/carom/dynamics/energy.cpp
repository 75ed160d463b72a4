#include "carom/dynamics/energy.h"

namespace carom {

double calc_kinetic_energy(const Model& model, const Kinematics& kinematics) {
  double twice = 0.0;
  for (int i = 1; i < model.num_bodies(); ++i) {
    const BodyMotion& motion = kinematics.body(i);
    const PackedVector3 momentum = motion.v_WB * model.body(i).mass + cross(motion.w_WB, motion.mass_moment) * 2.0;
    twice += dot(motion.w_WB, motion.inertia * motion.w_WB) + dot(motion.v_WB, momentum);
  }
  return 0.5 * twice;
}

double calc_gravity_energy(const Model& model, const Kinematics& kinematics) {
  const PackedVector3 gravity(model.gravity());
  double energy = 0.0;
  for (int i = 1; i < model.num_bodies(); ++i) {
    const BodyMotion& motion = kinematics.body(i);
    energy -= dot(gravity, motion.p_WB * model.body(i).mass + motion.mass_moment);
  }
  return energy;
}

}  // namespace carom
