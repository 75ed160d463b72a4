#include "carom/simulation/event_driven/contact_projection.h"

#include <algorithm>
#include <cmath>

namespace carom {

ContactViolation calc_violation(const RigidContacts& contacts, std::span<const double> memory) {
  ContactViolation violation;
  for (int slot = 0; slot < contacts.num_slots(); ++slot) {
    const RigidMode mode = RigidContacts::mode(memory, slot);
    if (!is_closed(mode)) continue;
    const RigidContacts::Motion& motion = contacts.motion(slot);
    violation.position = std::max(violation.position, std::abs(motion.gap));
    violation.velocity = std::max(violation.velocity, std::abs(motion.rate));
    if (mode == RigidMode::Sticking) violation.velocity = std::max(violation.velocity, motion.slip.norm());
  }
  return violation;
}

ContactProjection::ContactProjection(const Model& model, RigidContacts& contacts) : contacts_(&contacts), rows_(model) {
  closed_.reserve(static_cast<std::size_t>(contacts.num_slots()));
}

void ContactProjection::calc_rows(const MechanismParts& parts, std::span<const double> memory) {
  closed_.clear();
  for (const int slot : contacts_->order()) {
    if (is_closed(RigidContacts::mode(memory, slot))) closed_.push_back(slot);
  }
  rows_.calc(parts.model, parts.kinematics, *contacts_, closed_, parts.articulated, parts.constraints);
  if (right_.size() < rows_.size()) {
    right_.resize(rows_.size());
    x_.resize(rows_.size());
    S_.resize(rows_.size(), rows_.size());
  }
}

// G over the chosen rows, for the right side in the first `count` of right_.
void ContactProjection::solve(int count) {
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < count; ++j) {
      S_(i, j) = rows_.inverse_inertia()(chosen_[static_cast<std::size_t>(i)], chosen_[static_cast<std::size_t>(j)]);
    }
  }
  (void)solve_least_norm(S_.topLeftCorner(count, count), right_.head(count), x_.head(count));
}

void ContactProjection::calc_displacement(const MechanismParts& parts, std::span<const double> memory,
                                          VectorRef displacement) {
  calc_rows(parts, memory);
  chosen_.clear();
  for (int c = 0; c < rows_.count(); ++c) {
    chosen_.push_back(3 * c + 2);
    right_[c] = -contacts_->motion(closed_[static_cast<std::size_t>(c)]).gap;
  }
  solve(rows_.count());
  displacement.setZero();
  for (int c = 0; c < rows_.count(); ++c) displacement += x_[c] * rows_.response().col(3 * c + 2);
}

void ContactProjection::project_velocities(const MechanismParts& parts, std::span<const double> memory, VectorRef v) {
  calc_rows(parts, memory);
  chosen_.clear();
  for (int c = 0; c < rows_.count(); ++c) {
    const bool sticks = RigidContacts::mode(memory, closed_[static_cast<std::size_t>(c)]) == RigidMode::Sticking;
    for (int axis = sticks ? 0 : 2; axis < 3; ++axis) chosen_.push_back(3 * c + axis);
  }
  const auto count = static_cast<int>(chosen_.size());
  // The second pass removes the round-off of the first.
  for (int pass = 0; pass < 2; ++pass) {
    for (int i = 0; i < count; ++i) right_[i] = -rows_.calc_rate(chosen_[static_cast<std::size_t>(i)], v);
    solve(count);
    for (int i = 0; i < count; ++i) v += x_[i] * rows_.response().col(chosen_[static_cast<std::size_t>(i)]);
  }
}

}  // namespace carom
