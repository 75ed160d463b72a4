#include "carom/simulation/time_stepping/step_rows.h"

#include <algorithm>
#include <utility>

#include "carom/math/rotation.h"

namespace carom {

StepRows::StepRows(const Model& model)
    : groups_(model),
      sorted_(model.num_velocities()),
      efforts_(model.num_velocities()),
      response_(model.num_velocities()),
      change_(VectorX::Zero(model.num_velocities())) {}

// Both sides of a contact within one mechanism share an arm.
void StepRows::place_arms(const SteppedContacts& contacts) {
  arms_.assign(2 * slots_.size(), {});
  std::size_t size = 0;
  for (int c = 0; c < count(); ++c) {
    const SteppedContacts::Motion& motion = contacts.motion(slots_[static_cast<std::size_t>(c)]);
    const int groups[2] = {groups_.group_of_body(motion.body_a), groups_.group_of_body(motion.body_b)};
    for (int side = 0; side < 2; ++side) {
      if (groups[side] < 0 || (side == 1 && groups[1] == groups[0])) continue;
      arms_[static_cast<std::size_t>(2 * c + side)] = {groups[side], size};
      size += 3 * static_cast<std::size_t>(groups_.size_of(groups[side]));
    }
  }
  if (size > Jt_.size()) {
    Jt_.resize(2 * size);
    X_.resize(2 * size);
  }
  if (turns_) {
    turning_Jt_.resize(Jt_.size());
    turning_X_.resize(X_.size());
  }
}

// The columns of a free joint are the axes R of the body, for rotation and again for translation.
void StepRows::calc_lone_jacobian(const MechanismParts& parts, const SteppedContacts::Motion& motion, int contact,
                                  int side) {
  const int body = side == 0 ? motion.body_a : motion.body_b;
  const Vector3 reach = motion.point - as_eigen(parts.kinematics.body(body).p_WB);
  const Matrix3& axes = axes_[static_cast<std::size_t>(contact)];
  const JointColumn* columns = &parts.kinematics.column(parts.model.body(body).velocity_start);
  Matrix3 R, moments;
  for (int k = 0; k < 3; ++k) {
    R.col(k) = (side == 0 ? 1.0 : -1.0) * as_eigen(columns[k].angular);
    moments.col(k) = reach.cross(axes.col(k));
  }
  Eigen::Map<Eigen::Matrix<double, 6, 3>> Jt(Jt_.data() + arm(contact, side).first);
  Jt.topRows<3>().noalias() = R.transpose().lazyProduct(moments);
  Jt.bottomRows<3>().noalias() = R.transpose().lazyProduct(axes);
  if (!turns_) return;
  Eigen::Map<Eigen::Matrix<double, 6, 3>> turning(turning_Jt_.data() + arm(contact, side).first);
  turning.topRows<3>().noalias() = R.transpose() * turning_axes(contact);
  turning.bottomRows<3>().setZero();
}

// Joints between the world and a body move its point.
void StepRows::add_jacobian(const MechanismParts& parts, const SteppedContacts::Motion& motion, int contact, int side) {
  const int body = side == 0 ? motion.body_a : motion.body_b;
  const int group = groups_.group_of_body(body);
  const bool owns = group >= 0 && arm(contact, side).group == group;
  if (owns) transposed(arm(contact, side)).setZero();
  if (owns && turns_) block(turning_Jt_, arm(contact, side)).setZero();
  const Matrix3& axes = axes_[static_cast<std::size_t>(contact)];
  Vector3 reach = motion.point - as_eigen(parts.kinematics.body(body).p_WB);
  for (int i = body; i > 0; i = parts.model.body(i).parent) {
    const Body& ancestor = parts.model.body(i);
    for (int k = ancestor.velocity_start; k < ancestor.velocity_start + ancestor.degrees; ++k) {
      const JointColumn& column = parts.kinematics.column(k);
      const Vector3 along = as_eigen(column.linear) + as_eigen(column.angular).cross(reach);
      const double sign = side == 0 ? 1.0 : -1.0;
      const Vector3 rows = sign * (axes.transpose() * along);
      const Vector3 turning = sign * (turning_axes(contact).transpose() * as_eigen(column.angular));
      if (groups_.is_held(i)) {
        held_rows_.push_back({contact, k, rows, turning});
        continue;
      }
      const Arm& moved = arm(contact, owns ? side : 0);
      const int place = groups_.place_of(k) - groups_.start_of(group);
      transposed(moved).row(place) += rows.transpose();
      if (turns_) block(turning_Jt_, moved).row(place) += turning.transpose();
    }
    reach += as_eigen(parts.kinematics.body(i).p_PB);
  }
}

void StepRows::calc(const MechanismParts& parts, const SteppedContacts& contacts, std::span<const int> slots,
                    bool turns) {
  turns_ = turns;
  slots_.assign(slots.begin(), slots.end());
  axes_.resize(slots_.size());
  held_rows_.clear();
  place_arms(contacts);
  for (int c = 0; c < count(); ++c) {
    const SteppedContacts::Motion& motion = contacts.motion(slots_[static_cast<std::size_t>(c)]);
    Matrix3& axes = axes_[static_cast<std::size_t>(c)];
    axes.col(0) = motion.normal;
    axes.col(1) = find_perpendicular(motion.normal);
    axes.col(2) = motion.normal.cross(axes.col(1));
    for (int side = 0; side < 2; ++side) {
      const int body = side == 0 ? motion.body_a : motion.body_b;
      if (groups_.is_lone(body) && arm(c, side).group >= 0) {
        calc_lone_jacobian(parts, motion, c, side);
      } else {
        add_jacobian(parts, motion, c, side);
      }
    }
  }
  has_inverses_ = size() >= groups_.largest();
  if (has_inverses_) {
    groups_.calc_inverses(parts);
  } else {
    calc_responses_one_by_one(parts, Jt_, X_);
    if (turns_) calc_responses_one_by_one(parts, turning_Jt_, turning_X_);
  }
}

void StepRows::calc_response(int contact) {
  if (!has_inverses_) return;
  for (int side = 0; side < 2; ++side) {
    const Arm& own = arm(contact, side);
    if (own.group < 0) continue;
    response(own).noalias() = groups_.inverse(own.group).lazyProduct(transposed(own));
    if (!turns_) continue;
    block(turning_X_, own).noalias() = groups_.inverse(own.group).lazyProduct(block(turning_Jt_, own));
  }
}

// Few contacts of a large mechanism: a response for each of their rows is less than its whole inverse.
void StepRows::calc_responses_one_by_one(const MechanismParts& parts, const std::vector<double>& from,
                                         std::vector<double>& to) {
  const auto num_velocities = static_cast<int>(efforts_.size());
  for (int r = 0; r < size(); ++r) {
    sorted_.setZero();
    for (int side = 0; side < 2; ++side) {
      const Arm& own = arm(r / 3, side);
      if (own.group < 0) continue;
      sorted_.segment(groups_.start_of(own.group), groups_.size_of(own.group)) = block(from, own).col(r % 3);
    }
    for (int k = 0; k < num_velocities; ++k) efforts_[k] = sorted_[groups_.place_of(k)];
    groups_.calc_response(parts, efforts_, response_);
    groups_.sort(response_, sorted_);
    for (int side = 0; side < 2; ++side) {
      const Arm& own = arm(r / 3, side);
      if (own.group < 0) continue;
      block(to, own).col(r % 3) = sorted_.segment(groups_.start_of(own.group), groups_.size_of(own.group));
    }
  }
}

void StepRows::keep(std::span<const int> contacts) {
  std::size_t kept = 0, kept_held = 0, held = 0;
  for (const int c : contacts) {
    const auto from = static_cast<std::size_t>(c);
    slots_[kept] = slots_[from];
    axes_[kept] = axes_[from];
    arms_[2 * kept] = arms_[2 * from];
    arms_[2 * kept + 1] = arms_[2 * from + 1];
    while (held < held_rows_.size() && held_rows_[held].contact < c) ++held;
    for (; held < held_rows_.size() && held_rows_[held].contact == c; ++held) {
      held_rows_[kept_held] = held_rows_[held];
      held_rows_[kept_held++].contact = static_cast<int>(kept);
    }
    ++kept;
  }
  slots_.resize(kept);
  axes_.resize(kept);
  arms_.resize(2 * kept);
  held_rows_.resize(kept_held);
}

void StepRows::calc_velocities(const ConstVectorRef& v, VectorRef u) {
  groups_.sort(v, sorted_);
  u.setZero();
  add_velocities(sorted_, u);
  for (const HeldRow& held : held_rows_) u.segment<3>(3 * held.contact) += held.rows * v[held.velocity];
}

void StepRows::add_velocities(const VectorX& sorted, VectorRef u) const {
  for (int i = 0; i < 2 * count(); ++i) {
    const Arm& arm = arms_[static_cast<std::size_t>(i)];
    if (arm.group < 0) continue;
    const int start = groups_.start_of(arm.group), size = groups_.size_of(arm.group);
    auto own = u.segment<3>(3 * (i / 2));
    if (size == 6) {
      own += free_block(Jt_, arm).transpose().lazyProduct(sorted.segment<6>(start));
    } else {
      own += transposed(arm).transpose().lazyProduct(sorted.segment(start, size));
    }
  }
}

void StepRows::calc_change(const ConstVectorRef& p) {
  change_.setZero();
  for (int i = 0; i < 2 * count(); ++i) {
    const Arm& arm = arms_[static_cast<std::size_t>(i)];
    if (arm.group < 0) continue;
    const std::vector<double>& blocks = has_inverses_ ? Jt_ : X_;
    const int start = groups_.start_of(arm.group), size = groups_.size_of(arm.group);
    const auto own = p.segment<3>(3 * (i / 2));
    if (size == 6) {
      change_.segment<6>(start) += free_block(blocks, arm).lazyProduct(own);
    } else {
      change_.segment(start, size) += ConstBlock(blocks.data() + arm.first, size, 3).lazyProduct(own);
    }
  }
  if (!has_inverses_) return;
  efforts_ = change_;
  for (int group = 0; group < groups_.count(); ++group) {
    const int start = groups_.start_of(group), size = groups_.size_of(group);
    if (size == 6) {
      const Eigen::Map<const Matrix6> inverse(groups_.inverse(group).data());
      change_.segment<6>(start).noalias() = inverse.lazyProduct(efforts_.segment<6>(start));
    } else {
      change_.segment(start, size).noalias() = groups_.inverse(group).lazyProduct(efforts_.segment(start, size));
    }
  }
}

Matrix3 StepRows::calc_block(int row, int column) const {
  Matrix3 block = Matrix3::Zero();
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      const Arm &a = arm(row, i), &b = arm(column, j);
      if (a.group >= 0 && a.group == b.group) block += transposed(a).transpose().lazyProduct(response(b));
    }
  }
  return block;
}

void StepRows::add_response(int contact, const Vector3& impulse, VectorRef sorted) const {
  for (int side = 0; side < 2; ++side) {
    const Arm& own = arm(contact, side);
    if (own.group < 0) continue;
    sorted.segment(groups_.start_of(own.group), groups_.size_of(own.group)) += response(own).lazyProduct(impulse);
  }
}

Vector3 StepRows::calc_velocity(int contact, const ConstVectorRef& sorted) const {
  Vector3 velocity = Vector3::Zero();
  for (int side = 0; side < 2; ++side) {
    const Arm& own = arm(contact, side);
    if (own.group < 0) continue;
    const auto moved = sorted.segment(groups_.start_of(own.group), groups_.size_of(own.group));
    velocity += transposed(own).transpose().lazyProduct(moved);
  }
  return velocity;
}

void StepRows::add_normal_response(int contact, double impulse, VectorRef sorted) const {
  for (int side = 0; side < 2; ++side) {
    const Arm& own = arm(contact, side);
    if (own.group < 0) continue;
    sorted.segment(groups_.start_of(own.group), groups_.size_of(own.group)) += response(own).col(0) * impulse;
  }
}

double StepRows::calc_normal_velocity(int contact, const ConstVectorRef& sorted) const {
  double velocity = 0.0;
  for (int side = 0; side < 2; ++side) {
    const Arm& own = arm(contact, side);
    if (own.group < 0) continue;
    velocity += transposed(own).col(0).dot(sorted.segment(groups_.start_of(own.group), groups_.size_of(own.group)));
  }
  return velocity;
}

void StepRows::fill_operator(std::span<const int> contacts, double scale, const ConstVectorRef& compliance,
                             std::vector<int>& local, FactoredOperator& G) const {
  local.assign(static_cast<std::size_t>(groups_.count()), -1);  // of groups among those of the operator
  G.reset(static_cast<int>(contacts.size()));
  int velocities = 0;
  for (std::size_t block = 0; block < contacts.size(); ++block) {
    for (int side = 0; side < 2; ++side) {
      const Arm& own = arm(contacts[block], side);
      if (own.group < 0) continue;
      int& first = local[static_cast<std::size_t>(own.group)];
      if (first < 0) first = std::exchange(velocities, velocities + groups_.size_of(own.group));
      G.add_part(static_cast<int>(block), first, transposed(own), response(own), 1.0 / scale);
    }
  }
  G.finish(compliance / scale);
}

}  // namespace carom
