#include <utility>

#include "carom/simulation/time_stepping/step_rows.h"

namespace carom {

// t₁, t₂, n.
Matrix3 StepRows::turning_axes(int contact) const {
  const Matrix3& own = axes(contact);
  Matrix3 turned;
  turned << own.col(1), own.col(2), own.col(0);
  return turned;
}

void StepRows::calc_turning(const ConstVectorRef& v, VectorRef turning) {
  groups_.sort(v, sorted_);
  turning.setZero();
  add_turning(sorted_, turning);
  for (const HeldRow& held : held_rows_) turning.segment<3>(3 * held.contact) += held.turning * v[held.velocity];
}

void StepRows::add_turning(const VectorX& sorted, VectorRef turning) const {
  for (int i = 0; i < 2 * count(); ++i) {
    const Arm& own = arms_[static_cast<std::size_t>(i)];
    if (own.group < 0) continue;
    const auto moved = sorted.segment(groups_.start_of(own.group), groups_.size_of(own.group));
    turning.segment<3>(3 * (i / 2)) += block(turning_Jt_, own).transpose().lazyProduct(moved);
  }
}

void StepRows::add_moments_to_change(const ConstVectorRef& moments) {
  for (int i = 0; i < 2 * count(); ++i) {
    const Arm& own = arms_[static_cast<std::size_t>(i)];
    const auto moment = moments.segment<3>(3 * (i / 2));
    if (own.group < 0 || moment.isZero(0.0)) continue;
    change_.segment(groups_.start_of(own.group), groups_.size_of(own.group)) +=
        block(turning_X_, own).lazyProduct(moment);
  }
}

Matrix6 StepRows::calc_wide_block(int row, int column) const {
  Matrix6 wide = Matrix6::Zero();
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      const Arm &a = arm(row, i), &b = arm(column, j);
      if (a.group < 0 || a.group != b.group) continue;
      const auto rows = transposed(a).transpose(), turning = block(turning_Jt_, a).transpose();
      wide.topLeftCorner<3, 3>() += rows.lazyProduct(response(b));
      wide.topRightCorner<3, 3>() += rows.lazyProduct(block(turning_X_, b));
      wide.bottomLeftCorner<3, 3>() += turning.lazyProduct(response(b));
      wide.bottomRightCorner<3, 3>() += turning.lazyProduct(block(turning_X_, b));
    }
  }
  return wide;
}

void StepRows::fill_wide_operator(std::span<const int> contacts, double scale, const ConstVectorRef& lengths,
                                  const ConstVectorRef& compliance, std::vector<int>& local,
                                  FactoredOperator& G) const {
  local.assign(static_cast<std::size_t>(groups_.count()), -1);  // of groups among those of the operator
  G.reset(static_cast<int>(contacts.size()));
  int velocities = 0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const double length = lengths[static_cast<Eigen::Index>(i)];
    for (int side = 0; side < 2; ++side) {
      const Arm& own = arm(contacts[i], side);
      if (own.group < 0) continue;
      int& first = local[static_cast<std::size_t>(own.group)];
      if (first < 0) first = std::exchange(velocities, velocities + groups_.size_of(own.group));
      MatrixX Jt(groups_.size_of(own.group), 6), MJ(groups_.size_of(own.group), 6);
      Jt << transposed(own), length * block(turning_Jt_, own);
      MJ << response(own), length * block(turning_X_, own);
      G.add_part(static_cast<int>(i), first, Jt, MJ, 1.0 / scale);
    }
  }
  G.finish(compliance / scale);
}

}  // namespace carom
