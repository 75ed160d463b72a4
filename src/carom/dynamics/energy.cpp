#include "carom/dynamics/energy.h"

namespace carom {
namespace {

double calc_twice_kinetic_energy(const Model& model, const Kinematics& kinematics, int body) {
  const BodyMotion& motion = kinematics.body(body);
  const PackedVector3 momentum = motion.v_WB * model.body(body).mass + cross(motion.w_WB, motion.mass_moment) * 2.0;
  return dot(motion.w_WB, motion.inertia * motion.w_WB) + dot(motion.v_WB, momentum);
}

}  // namespace

double calc_kinetic_energy(const Model& model, const Kinematics& kinematics) {
  double twice = 0.0;
  for (int i = 1; i < model.num_bodies(); ++i) twice += calc_twice_kinetic_energy(model, kinematics, i);
  return 0.5 * twice;
}

double calc_kinetic_energy(const Model& model, const Kinematics& kinematics, std::span<const int> bodies) {
  double twice = 0.0;
  for (const int i : bodies) twice += calc_twice_kinetic_energy(model, kinematics, i);
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
