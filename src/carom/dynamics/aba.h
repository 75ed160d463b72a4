#pragma once

#include <array>
#include <span>
#include <vector>

#include "carom/dynamics/applied_forces.h"
#include "carom/dynamics/kinematics.h"

namespace carom {

/// A body with everything that hangs on it, as felt at its origin (world axes): the wrench (n, f) that gives it the
/// acceleration (α, a) is n = I α + H a + n₀, f = Hᵀ α + M a + f₀.                  [featherstone2008, chapter 7]
/// For a body that is alone, I is the inverse of its inertia about its centre of mass instead, and H, M are unused.
struct ArticulatedBody {
  PackedMatrix3 angular;               // I  [kg·m²]
  PackedMatrix3 coupling;              // H  [kg·m]
  PackedMatrix3 linear;                // M  [kg]
  PackedVector3 bias_torque;           // n₀  [N·m]
  PackedVector3 bias_force;            // f₀  [N]
  PackedVector3 angular_acceleration;  // α  [rad/s²]
  PackedVector3 linear_acceleration;   // a, with −gravity added  [m/s²]
};

/// A velocity coordinate k with joint column S_k: U_k = 𝕀 S_k, D = SᵀU over the joint's coordinates, K = U D⁻¹ (gain).
struct ArticulatedColumn {
  PackedVector3 U_torque, U_force;
  PackedVector3 gain_torque, gain_force;
  std::array<double, 6> D_inverse{};  // its row k
  double drive{};                     // (D⁻¹ u)_k with u = τ − Sᵀ(n₀, f₀)
};

/// Workspace of the articulated-body algorithm; keeps the factors that calc_response reuses.
struct ArticulatedBodies {
  explicit ArticulatedBodies(const Model& model)
      : bodies(static_cast<std::size_t>(model.num_bodies())),
        columns(static_cast<std::size_t>(model.num_velocities())) {}

  std::vector<ArticulatedBody> bodies;
  std::vector<ArticulatedColumn> columns;
};

/// A joint that moves no inertia has no acceleration: the outputs are then not to be used.
struct [[nodiscard]] ForwardDynamicsReport {
  int singular_body{-1};  // the body whose joint it is; −1: none
  [[nodiscard]] bool ok() const { return singular_body < 0; }
};

/// Forward dynamics by the articulated-body algorithm, in time linear in the bodies: v̇ from the motion and all forces
/// (gravity included, constraints not). On entry v_rate holds the given accelerations of driven joints; the rest is
/// written.
ForwardDynamicsReport calc_forward_dynamics(const Model& model, const Kinematics& kinematics,
                                            const AppliedForces& applied, ArticulatedBodies& articulated,
                                            VectorRef v_rate);

/// M⁻¹ (efforts + Σ Jᵀ wrenches), with driven joints held: how v̇ changes with added forces. Uses the factors that
/// calc_forward_dynamics left for the same positions; leaves each body's change of acceleration in `articulated`.
void calc_response(const Model& model, const Kinematics& kinematics, const AppliedForces& added,
                   ArticulatedBodies& articulated, VectorRef v_rate);

/// M⁻¹ of the six velocities of a body that is alone, column by column. Uses the same factors.
void calc_lone_inverse(const Model& model, const Kinematics& kinematics, const ArticulatedBodies& articulated, int body,
                       std::span<double> inverse);

}  // namespace carom
