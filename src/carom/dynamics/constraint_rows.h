#pragma once

#include <vector>

#include "carom/dynamics/applied_forces.h"
#include "carom/dynamics/kinematics.h"
#include "carom/dynamics/rnea.h"

namespace carom {

/// One row of A(q) v = 0 as it acts on two bodies A and B (world axes, at their origins) or on two joint velocities:
/// rate = angular_a·w_A + linear_a·v_A + angular_b·w_B + linear_b·v_B + effort_a v_a + effort_b v_b.
/// Read as a force, a multiplier times the same coefficients is what the constraint exerts.
struct ConstraintRow {
  int body_a{};
  int body_b{};
  PackedVector3 angular_a, linear_a;
  PackedVector3 angular_b, linear_b;
  int velocity_a{-1};  // −1: no joint velocity enters
  int velocity_b{-1};
  double effort_a{};
  double effort_b{};
  double residual{};  // φ(q), zero for rows of velocity only  [m] or [rad]
  double bias{};      // φ̈ while v of the joints that are not driven is constant  [m/s²] or [rad/s²]
  bool holonomic{};   // derives from φ(q) = 0
};

/// Writes every row at the present motion. `driven_rate` is v̇ with zeros for all joints that are not driven, and `bias`
/// holds the bodies' accelerations for it (calc_accelerations).
void calc_constraint_rows(const Model& model, const Kinematics& kinematics, const ConstVectorRef& q,
                          const ConstVectorRef& driven_rate, const std::vector<BodyAcceleration>& bias,
                          std::vector<ConstraintRow>& rows);

/// The first constraint whose frames stand opposite each other, −1: none. Rows that keep axes parallel are zero for
/// axes that point the other way too; positions there satisfy the rows but are not what was asked for.
[[nodiscard]] int find_opposite_constraint(const Model& model, const Kinematics& kinematics);

/// The rows as a matrix: number of rows × number of velocities.
void calc_constraint_matrix(const Model& model, const Kinematics& kinematics, const std::vector<ConstraintRow>& rows,
                            MatrixRef J);

/// Adds multiplier · row to the forces.
void add_constraint_force(const ConstraintRow& row, double multiplier, AppliedForces& forces);

}  // namespace carom
