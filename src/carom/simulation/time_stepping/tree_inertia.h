#pragma once

#include <vector>

#include "carom/dynamics/kinematics.h"
#include "carom/dynamics/rnea.h"
#include "carom/simulation/mechanism/mechanism_parts.h"
#include "carom/simulation/time_stepping/inertia_groups.h"

namespace carom {

/// The inertia of bodies in trees and loops, which depends on where and how fast they move.
///
/// A step v⁺ = v⁻ + h v̇(q⁻, v⁻) takes Coriolis' and centrifugal efforts c at the velocity of its start, and gains
/// energy without bound: a chain that whips explodes. Here they act by the implicit midpoint rule at the positions of
/// the start,
///
///   M (v̂ − v⁻) = h (f − c(q⁻, v_m)),   v_m = ½ (v⁻ + v̂),
///
/// and with the positions q⁻ + h v̂ the first-order error of the energy is a total derivative, ¼ h d/dt (vᵀ Ṁ v): it
/// swings with the motion, as that of the forces does. Bodies that are free by themselves have FreeRotation.
class TreeInertia {
 public:
  TreeInertia(const Model& model, const InertiaGroups& groups);

  /// Puts this in place of what v_free = v⁻ + h v̇(q⁻, v⁻) has of it; `parts` are those of (q⁻, v⁻). False: bodies turn
  /// so far in the step that there is no such v̂ near.
  [[nodiscard]] bool correct(const MechanismParts& parts, const ConstVectorRef& q, const ConstVectorRef& v, double step,
                             InertiaGroups& groups, VectorRef v_free);

  /// Whether their energy is what forces and contacts leave them: none of them hangs on a driven body, which does work.
  [[nodiscard]] bool keeps_energy() const { return !bodies_.empty() && !is_carried_; }
  /// What c did to their kinetic energy in that step, and what that was half-way  [J].
  [[nodiscard]] double work() const { return work_; }
  [[nodiscard]] double energy_at_middle() const { return energy_at_middle_; }
  /// Kinetic, of these bodies  [J].
  [[nodiscard]] double calc_energy(const Model& model, const ConstVectorRef& q, const ConstVectorRef& v);

 private:
  [[nodiscard]] double find_fastest_turn(const Kinematics& kinematics) const;
  [[nodiscard]] double calc_power(const Model& model) const;
  void calc_efforts(const Model& model, const Kinematics& kinematics, VectorX& efforts);
  [[nodiscard]] bool take_midpoint_steps(const MechanismParts& parts, const ConstVectorRef& q, const VectorX& change,
                                         double step, int count, InertiaGroups& groups, VectorX& v);

  std::vector<int> bodies_;  // neither held nor free by themselves
  bool is_carried_{};
  std::vector<char> theirs_;  // which velocities are
  Kinematics kinematics_;
  AppliedForces none_;
  InverseDynamics inverse_;
  VectorX still_;  // v̇ = 0
  VectorX at_start_, efforts_, difference_, change_, response_, middle_, next_, trial_;
  double work_{}, energy_at_middle_{};  // [J]
};

}  // namespace carom
