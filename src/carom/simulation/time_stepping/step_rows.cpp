#include "carom/simulation/time_stepping/step_rows.h"

#include <algorithm>
#include <utility>

#include "carom/math/rotation.h"

namespace carom {

StepRows::StepRows(const Model& model)
    : groups_(model),
      sorted_(model.num_velocities()),
      efforts_(model.num_velocities()),
      response_(model.num_velocities()) {}

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
  std::fill_n(Jt_.begin(), size, 0.0);
}

// Joints between the world and a body move its point.
void StepRows::add_jacobian(const MechanismParts& parts, const SteppedContacts::Motion& motion, int contact, int side) {
  const int body = side == 0 ? motion.body_a : motion.body_b;
  const int group = groups_.group_of_body(body);
  if (group < 0) return;
  const Arm& own = arm(contact, side).group == group ? arm(contact, side) : arm(contact, 0);
  Block Jt = transposed(own);
  const Matrix3& axes = axes_[static_cast<std::size_t>(contact)];
  Vector3 reach = motion.point - as_eigen(parts.kinematics.body(body).p_WB);
  for (int i = body; i > 0; i = parts.model.body(i).parent) {
    const Body& ancestor = parts.model.body(i);
    for (int k = ancestor.velocity_start; k < ancestor.velocity_start + ancestor.degrees; ++k) {
      const JointColumn& column = parts.kinematics.column(k);
      const Vector3 along = as_eigen(column.linear) + as_eigen(column.angular).cross(reach);
      const Vector3 rows = axes.transpose() * along;
      Jt.row(groups_.place_of(k) - groups_.start_of(group)) += (side == 0 ? rows : Vector3(-rows)).transpose();
    }
    reach += as_eigen(parts.kinematics.body(i).p_PB);
  }
}

void StepRows::calc(const MechanismParts& parts, const SteppedContacts& contacts, std::span<const int> slots) {
  slots_.assign(slots.begin(), slots.end());
  axes_.resize(slots_.size());
  place_arms(contacts);
  for (int c = 0; c < count(); ++c) {
    const SteppedContacts::Motion& motion = contacts.motion(slots_[static_cast<std::size_t>(c)]);
    Matrix3& axes = axes_[static_cast<std::size_t>(c)];
    axes.col(0) = motion.normal;
    axes.col(1) = find_perpendicular(motion.normal);
    axes.col(2) = motion.normal.cross(axes.col(1));
    for (int side = 0; side < 2; ++side) add_jacobian(parts, motion, c, side);
  }
  if (size() < groups_.largest()) {
    calc_responses_one_by_one(parts);
  } else {
    calc_responses(parts);
  }
}

void StepRows::calc_responses(const MechanismParts& parts) {
  groups_.calc_inverses(parts);
  for (const Arm& arm : arms_) {
    if (arm.group >= 0) response(arm).noalias() = groups_.inverse(arm.group).lazyProduct(transposed(arm));
  }
}

// Few contacts of a large mechanism: a response for each of their rows is less than its whole inverse.
void StepRows::calc_responses_one_by_one(const MechanismParts& parts) {
  const auto num_velocities = static_cast<int>(efforts_.size());
  for (int r = 0; r < size(); ++r) {
    sorted_.setZero();
    for (int side = 0; side < 2; ++side) {
      const Arm& own = arm(r / 3, side);
      if (own.group < 0) continue;
      sorted_.segment(groups_.start_of(own.group), groups_.size_of(own.group)) = transposed(own).col(r % 3);
    }
    for (int k = 0; k < num_velocities; ++k) efforts_[k] = sorted_[groups_.place_of(k)];
    groups_.calc_response(parts, efforts_, response_);
    groups_.sort(response_, sorted_);
    for (int side = 0; side < 2; ++side) {
      const Arm& own = arm(r / 3, side);
      if (own.group < 0) continue;
      response(own).col(r % 3) = sorted_.segment(groups_.start_of(own.group), groups_.size_of(own.group));
    }
  }
}

void StepRows::keep(std::span<const int> contacts) {
  std::size_t kept = 0;
  for (const int c : contacts) {
    const auto from = static_cast<std::size_t>(c);
    slots_[kept] = slots_[from];
    axes_[kept] = axes_[from];
    arms_[2 * kept] = arms_[2 * from];
    arms_[2 * kept + 1] = arms_[2 * from + 1];
    ++kept;
  }
  slots_.resize(kept);
  axes_.resize(kept);
  arms_.resize(2 * kept);
}

void StepRows::calc_velocities(const ConstVectorRef& v, VectorRef u) {
  groups_.sort(v, sorted_);
  u.setZero();
  add_sorted_velocities(u);
}

void StepRows::add_sorted_velocities(VectorRef u) const {
  for (int i = 0; i < 2 * count(); ++i) {
    const Arm& arm = arms_[static_cast<std::size_t>(i)];
    if (arm.group < 0) continue;
    u.segment<3>(3 * (i / 2)) += transposed(arm).transpose().lazyProduct(
        sorted_.segment(groups_.start_of(arm.group), groups_.size_of(arm.group)));
  }
}

void StepRows::calc_sorted_response(const ConstVectorRef& p) {
  sorted_.setZero();
  for (int i = 0; i < 2 * count(); ++i) {
    const Arm& arm = arms_[static_cast<std::size_t>(i)];
    if (arm.group < 0) continue;
    sorted_.segment(groups_.start_of(arm.group), groups_.size_of(arm.group)) +=
        response(arm).lazyProduct(p.segment<3>(3 * (i / 2)));
  }
}

void StepRows::add_response(const ConstVectorRef& p, VectorRef v) {
  calc_sorted_response(p);
  groups_.add_unsorted(sorted_, v);
}

void StepRows::add_product(const ConstVectorRef& p, VectorRef u) {
  calc_sorted_response(p);
  add_sorted_velocities(u);
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
                             std::vector<int>& local, FactoredOperator& W) const {
  local.assign(static_cast<std::size_t>(groups_.count()), -1);  // of groups among those of the operator
  W.reset(static_cast<int>(contacts.size()));
  int velocities = 0;
  for (std::size_t block = 0; block < contacts.size(); ++block) {
    for (int side = 0; side < 2; ++side) {
      const Arm& own = arm(contacts[block], side);
      if (own.group < 0) continue;
      int& first = local[static_cast<std::size_t>(own.group)];
      if (first < 0) first = std::exchange(velocities, velocities + groups_.size_of(own.group));
      W.add_part(static_cast<int>(block), first, transposed(own), response(own), 1.0 / scale);
    }
  }
  W.finish(compliance / scale);
}

}  // namespace carom
