#pragma once

#include <vector>

#include "carom/dynamics/aba.h"
#include "carom/dynamics/constraint_rows.h"

namespace carom {

/// G = J M⁻¹ Jᵀ, the inverse inertia that constraints or contacts feel: multipliers in, accelerations along the rows
/// out. Driven joints are held. Uses the factors that calc_forward_dynamics left for the same positions.

/// G x without ever forming G: time linear in the bodies and rows. For many rows.
class DelassusOperator {
 public:
  explicit DelassusOperator(const Model& model) : forces_(model), v_rate_(model.num_velocities()) {}

  void apply(const Model& model, const Kinematics& kinematics, const std::vector<ConstraintRow>& rows,
             ArticulatedBodies& articulated, const ConstVectorRef& x, VectorRef G_x);

 private:
  AppliedForces forces_;
  VectorX v_rate_;
};

/// G as a matrix, and on the way M⁻¹Jᵀ (velocities × rows). For few rows; J comes from calc_constraint_matrix.
void calc_delassus_matrix(const Model& model, const Kinematics& kinematics, const ConstMatrixRef& J,
                          ArticulatedBodies& articulated, AppliedForces& scratch, MatrixRef M_inverse_Jt, MatrixRef G);

}  // namespace carom
