#pragma once

#include <vector>

#include "carom/dynamics/delassus.h"
#include "carom/math/semidefinite_solver.h"

namespace carom {

/// Workspace of everything that solves for constraints: the rows at the present motion and their Delassus matrix.
struct ConstraintWorkspace {
  explicit ConstraintWorkspace(const Model& model);

  std::vector<ConstraintRow> rows;
  std::vector<BodyAcceleration> bias;  // of the bodies, at v̇ = driven_rate
  VectorX driven_rate;                 // v̇ of driven joints, zero elsewhere
  MatrixX J;                           // rows × velocities
  MatrixX M_inverse_Jt;                // velocities × rows
  MatrixX G;                           // rows × rows
  VectorX right_side;
  VectorX multipliers;  // λ: forces and torques along the rows, Jᵀλ acts on the mechanism  [N] or [N·m]
  AppliedForces scratch;
  SemidefiniteSolver solver;
};

/// Fills the rows, J, M⁻¹Jᵀ and G, and factors G. `articulated` must hold factors for these positions.
void calc_constraint_system(const Model& model, const Kinematics& kinematics, const ConstVectorRef& q,
                            ArticulatedBodies& articulated, ConstraintWorkspace& workspace);

struct [[nodiscard]] ConstrainedDynamicsReport {
  int singular_body{-1};  // a joint that moves no inertia; −1: none
  int rank_deficit{};     // redundant rows
  /// What is left of the rows' accelerations, as a part of the terms that they are summed from: above 1e-6 redundant
  /// rows contradict each other.
  double contradiction{};
  [[nodiscard]] bool ok() const { return singular_body < 0 && contradiction < 1e-6; }
};

/// v̇ and multipliers with every constraint satisfied at acceleration level:
///   M v̇ + c = τ + Jᵀλ,  J v̇ + J̇v = 0.
/// Redundant rows share their force by least squares; v̇ does not depend on how. On entry v_rate holds the given
/// accelerations of driven joints.
ConstrainedDynamicsReport calc_constrained_dynamics(const Model& model, const Kinematics& kinematics,
                                                    const ConstVectorRef& q, const AppliedForces& applied,
                                                    ArticulatedBodies& articulated, ConstraintWorkspace& workspace,
                                                    VectorRef v_rate);

}  // namespace carom
