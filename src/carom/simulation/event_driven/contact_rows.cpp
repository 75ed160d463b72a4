#include "carom/simulation/event_driven/contact_rows.h"

#include <algorithm>

#include "carom/dynamics/jacobian.h"
#include "carom/math/rotation.h"

namespace carom {

ContactRows::ContactRows(const Model& model)
    : order_(model),
      Jt_(model.num_velocities(), 0),
      X_(model.num_velocities(), 0),
      Jt_ordered_(model.num_velocities(), 0),
      X_ordered_(model.num_velocities(), 0),
      multipliers_(model.num_constraint_rows(), 0),
      J_a_(6, model.num_velocities()),
      J_b_(6, model.num_velocities()),
      along_loops_(model.num_constraint_rows()),
      scratch_(model) {
  grow(4);
}

void ContactRows::grow(int contacts) {
  if (3 * contacts <= Jt_.cols()) return;
  const int capacity = std::max(3 * contacts, 2 * static_cast<int>(Jt_.cols()));
  Jt_.resize(Eigen::NoChange, capacity);
  X_.resize(Eigen::NoChange, capacity);
  Jt_ordered_.resize(Eigen::NoChange, capacity);
  X_ordered_.resize(Eigen::NoChange, capacity);
  multipliers_.resize(Eigen::NoChange, capacity);
  G_.resize(capacity, capacity);
  axes_.resize(static_cast<std::size_t>(capacity / 3));
  slots_.reserve(static_cast<std::size_t>(capacity / 3));
}

void ContactRows::calc_jacobian_of(const Model& model, const Kinematics& kinematics,
                                   const RigidContacts::Motion& motion, int contact) {
  Matrix3& axes = axes_[static_cast<std::size_t>(contact)];
  axes.col(2) = motion.normal;
  axes.col(0) = find_perpendicular(motion.normal);
  axes.col(1) = motion.normal.cross(axes.col(0));
  const auto arm = [&](int body) -> Vector3 { return motion.point - as_eigen(kinematics.body(body).p_WB); };
  calc_jacobian(model, kinematics, motion.body_a, arm(motion.body_a), J_a_);
  calc_jacobian(model, kinematics, motion.body_b, arm(motion.body_b), J_b_);
  J_a_.bottomRows<3>() -= J_b_.bottomRows<3>();
  Jt_.middleCols<3>(3 * contact).noalias() = J_a_.bottomRows<3>().transpose().lazyProduct(axes);
}

void ContactRows::calc(const Model& model, const Kinematics& kinematics, const RigidContacts& contacts,
                       std::span<const int> slots, ArticulatedBodies& articulated, ConstraintWorkspace& constraints) {
  grow(static_cast<int>(slots.size()));
  slots_.assign(slots.begin(), slots.end());
  for (int c = 0; c < count(); ++c)
    calc_jacobian_of(model, kinematics, contacts.motion(slots_[static_cast<std::size_t>(c)]), c);
  scratch_.set_zero();
  for (int r = 0; r < size(); ++r) {
    // As if there were no loops,
    scratch_.efforts = Jt_.col(r);
    calc_response(model, kinematics, scratch_, articulated, X_.col(r));
    if (constraints.rows.empty()) continue;
    // then with the forces that keep them closed.
    along_loops_.noalias() = -constraints.J.lazyProduct(X_.col(r));
    (void)constraints.solver.solve(along_loops_, multipliers_.col(r));
    X_.col(r) += constraints.M_inverse_Jt.lazyProduct(multipliers_.col(r));
  }
  for (std::size_t k = 0; k < order_.velocities.size(); ++k) {
    const auto place = static_cast<Eigen::Index>(k);
    Jt_ordered_.row(place).head(size()) = Jt_.row(order_.velocities[k]).head(size());
    X_ordered_.row(place).head(size()) = X_.row(order_.velocities[k]).head(size());
  }
  G_.topLeftCorner(size(), size()).noalias() =
      Jt_ordered_.leftCols(size()).transpose().lazyProduct(X_ordered_.leftCols(size()));
}

double ContactRows::calc_rate(int row, const ConstVectorRef& v) const {
  double rate = 0.0;
  for (const int k : order_.velocities) rate += Jt_(k, row) * v[k];
  return rate;
}

}  // namespace carom
