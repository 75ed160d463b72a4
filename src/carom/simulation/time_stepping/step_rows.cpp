#include "carom/simulation/time_stepping/step_rows.h"

#include <algorithm>

#include "carom/dynamics/jacobian.h"
#include "carom/math/rotation.h"

namespace carom {

StepRows::StepRows(const Model& model)
    : Jt_(model.num_velocities(), 0),
      X_(model.num_velocities(), 0),
      J_a_(6, model.num_velocities()),
      J_b_(6, model.num_velocities()),
      along_loops_(model.num_constraint_rows()),
      multipliers_(model.num_constraint_rows()),
      scratch_(model) {
  grow(4);
}

void StepRows::grow(int contacts) {
  if (3 * contacts <= Jt_.cols()) return;
  const int capacity = std::max(3 * contacts, 2 * static_cast<int>(Jt_.cols()));
  Jt_.resize(Eigen::NoChange, capacity);
  X_.resize(Eigen::NoChange, capacity);
  G_.resize(capacity, capacity);
  axes_.resize(static_cast<std::size_t>(capacity / 3));
  slots_.reserve(static_cast<std::size_t>(capacity / 3));
}

void StepRows::calc_jacobian_of(const MechanismParts& parts, const SteppedContacts::Motion& motion, int contact) {
  Matrix3& axes = axes_[static_cast<std::size_t>(contact)];
  axes.col(0) = motion.normal;
  axes.col(1) = find_perpendicular(motion.normal);
  axes.col(2) = motion.normal.cross(axes.col(1));
  const auto arm = [&](int body) -> Vector3 { return motion.point - as_eigen(parts.kinematics.body(body).p_WB); };
  calc_jacobian(parts.model, parts.kinematics, motion.body_a, arm(motion.body_a), J_a_);
  calc_jacobian(parts.model, parts.kinematics, motion.body_b, arm(motion.body_b), J_b_);
  J_a_.bottomRows<3>() -= J_b_.bottomRows<3>();
  Jt_.middleCols<3>(3 * contact).noalias() = J_a_.bottomRows<3>().transpose().lazyProduct(axes);
}

void StepRows::calc(const MechanismParts& parts, const SteppedContacts& contacts, std::span<const int> slots) {
  grow(static_cast<int>(slots.size()));
  slots_.assign(slots.begin(), slots.end());
  for (int c = 0; c < count(); ++c) {
    calc_jacobian_of(parts, contacts.motion(slots_[static_cast<std::size_t>(c)]), c);
  }
  scratch_.set_zero();
  ConstraintWorkspace& loops = parts.constraints;
  for (int r = 0; r < size(); ++r) {
    // As if there were no loops,
    scratch_.efforts = Jt_.col(r);
    calc_response(parts.model, parts.kinematics, scratch_, parts.articulated, X_.col(r));
    if (loops.rows.empty()) continue;
    // then with the impulses that keep them closed.
    along_loops_.noalias() = -loops.J.lazyProduct(X_.col(r));
    (void)loops.solver.solve(along_loops_, multipliers_);
    X_.col(r) += loops.M_inverse_Jt.lazyProduct(multipliers_);
  }
  G_.topLeftCorner(size(), size()).noalias() = Jt_.leftCols(size()).transpose().lazyProduct(X_.leftCols(size()));
}

void StepRows::calc_velocities(const ConstVectorRef& v, VectorRef u) const {
  u.noalias() = Jt_.leftCols(size()).transpose().lazyProduct(v);
}

void StepRows::add_response(const ConstVectorRef& p, VectorRef v) const {
  v.noalias() += X_.leftCols(size()).lazyProduct(p);
}

}  // namespace carom
