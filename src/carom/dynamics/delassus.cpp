#include "carom/dynamics/delassus.h"

#include "carom/base/assert.h"

namespace carom {

void DelassusOperator::apply(const Model& model, const Kinematics& kinematics, const std::vector<ConstraintRow>& rows,
                             ArticulatedBodies& articulated, const ConstVectorRef& x, VectorRef G_x) {
  CAROM_ASSERT(x.size() == static_cast<int>(rows.size()) && G_x.size() == x.size());
  forces_.set_zero();
  for (std::size_t r = 0; r < rows.size(); ++r) add_constraint_force(rows[r], x[static_cast<int>(r)], forces_);
  calc_response(model, kinematics, forces_, articulated, v_rate_);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const ConstraintRow& row = rows[r];
    const ArticulatedBody& a = articulated.bodies[static_cast<std::size_t>(row.body_a)];
    const ArticulatedBody& b = articulated.bodies[static_cast<std::size_t>(row.body_b)];
    double rate = dot(row.angular_a, a.angular_acceleration) + dot(row.linear_a, a.linear_acceleration) +
                  dot(row.angular_b, b.angular_acceleration) + dot(row.linear_b, b.linear_acceleration);
    if (row.velocity_a >= 0) rate += row.effort_a * v_rate_[row.velocity_a];
    if (row.velocity_b >= 0) rate += row.effort_b * v_rate_[row.velocity_b];
    G_x[static_cast<int>(r)] = rate;
  }
}

void calc_delassus_matrix(const Model& model, const Kinematics& kinematics, const ConstMatrixRef& J,
                          ArticulatedBodies& articulated, AppliedForces& scratch, MatrixRef M_inverse_Jt, MatrixRef G) {
  CAROM_ASSERT(J.cols() == model.num_velocities() && G.rows() == J.rows() && G.cols() == J.rows());
  scratch.set_zero();
  for (int r = 0; r < J.rows(); ++r) {
    scratch.efforts = J.row(r).transpose();
    calc_response(model, kinematics, scratch, articulated, M_inverse_Jt.col(r));
  }
  G.noalias() = J.lazyProduct(M_inverse_Jt);
}

}  // namespace carom
