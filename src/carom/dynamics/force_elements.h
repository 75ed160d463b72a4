#pragma once

#include <vector>

#include "carom/dynamics/applied_forces.h"
#include "carom/dynamics/kinematics.h"

namespace carom {

/// What each kind of force element does at this moment. Dissipated power is positive when it is lost, work is positive
/// when it goes into the mechanism.
struct ForcePowers {
  double joint_damping{};           // dissipated  [W]
  double stop_damping{};            // dissipated  [W]
  double spring_damping{};          // dissipated  [W]
  double motors{};                  // work  [W]
  double body_forces{};             // work  [W]
  double inputs{};                  // work of what a program holds: see HeldInputs  [W]
  std::vector<double> callbacks{};  // work, one a callback  [W]
};

/// Energy in springs.
struct StoredEnergy {
  double joint_springs{};  // [J]
  double joint_stops{};    // [J]
  double springs{};        // [J]
};

/// Workspace of the force elements.
struct ForceElements {
  explicit ForceElements(const Model& model) : scratch(model) {
    powers.callbacks.resize(model.callback_forces().size());
  }

  ForcePowers powers;
  AppliedForces scratch;  // of one callback
};

/// Writes every force that the model's elements exert, and the power of each kind.
void calc_force_elements(const Model& model, const TimeQuery& time, const ConstVectorRef& q, const ConstVectorRef& v,
                         const Kinematics& kinematics, ForceElements& elements, AppliedForces& applied);

/// The power of motors and given forces with velocities halfway through a step: what they exert, calculated by
/// calc_force_elements at (q, v), does this work in the step, divided by its length, where v changes by `change`.
/// `change_of_bodies` is the motion of the bodies for `change` as velocities.
void move_powers_to_middle(const Model& model, const TimeQuery& time, const ConstVectorRef& q, const ConstVectorRef& v,
                           const Kinematics& kinematics, const ConstVectorRef& change,
                           const Kinematics& change_of_bodies, ForcePowers& powers);

[[nodiscard]] StoredEnergy calc_stored_energy(const Model& model, const ConstVectorRef& q,
                                              const Kinematics& kinematics);

/// Σ wrench·(w, v) + efforts·v  [W]
[[nodiscard]] double calc_power(const AppliedForces& forces, const Kinematics& kinematics, const ConstVectorRef& v);

}  // namespace carom
