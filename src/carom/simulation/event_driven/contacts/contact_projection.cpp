#include "carom/simulation/event_driven/contacts/contact_projection.h"

#include <algorithm>
#include <cmath>
#include <ranges>

namespace carom {

template <class Slots>
static ContactViolation calc_violation_of(const RigidContacts& contacts, std::span<const double> memory,
                                          const Slots& slots) {
  ContactViolation violation;
  for (const int slot : slots) {
    const RigidMode mode = RigidContacts::mode(memory, slot);
    if (!is_closed(mode) || contacts.has_parted(slot)) continue;
    const RigidContacts::Motion& motion = contacts.motion(slot);
    violation.position = std::max(violation.position, std::abs(motion.gap));
    violation.velocity = std::max(violation.velocity, std::abs(motion.gap_rate));
    if (mode == RigidMode::Sticking) violation.velocity = std::max(violation.velocity, motion.slip.norm());
    if (!contacts.resists_turning(slot)) continue;
    const auto is_held = [&](RigidContacts::TurningMemory what) {
      return contacts.turning_mode(memory, slot, what) == TurningMode::Held;
    };
    if (is_held(RigidContacts::kRolling)) violation.velocity = std::max(violation.velocity, motion.rolling().norm());
    if (is_held(RigidContacts::kSpinning)) violation.velocity = std::max(violation.velocity, motion.spinning().norm());
  }
  return violation;
}

ContactViolation calc_violation(const RigidContacts& contacts, std::span<const double> memory) {
  return calc_violation_of(contacts, memory, std::views::iota(0, contacts.num_slots()));
}

ContactProjection::ContactProjection(const Model& model, RigidContacts& contacts)
    : contacts_(&contacts), rows_(model), islands_(model) {
  closed_.reserve(static_cast<std::size_t>(contacts.num_slots()));
}

void ContactProjection::find_islands(std::span<const double> memory) {
  closed_.clear();
  for (const int slot : contacts_->order()) {
    if (is_closed(RigidContacts::mode(memory, slot)) && !contacts_->has_parted(slot)) closed_.push_back(slot);
  }
  islands_.find(*contacts_, closed_);
}

void ContactProjection::calc_rows(const MechanismParts& parts, int island) {
  rows_.calc(parts.model, parts.kinematics, *contacts_, islands_.slots(island), parts.articulated, parts.constraints);
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
  find_islands(memory);
  displacement.setZero();
  for (int i = 0; i < islands_.count(); ++i) {
    constexpr double kReached = 1e-13;  // [m]
    if (calc_violation_of(*contacts_, memory, islands_.slots(i)).position <= kReached) continue;
    calc_rows(parts, i);
    chosen_.clear();
    for (int c = 0; c < rows_.count(); ++c) {
      chosen_.push_back(3 * c + 2);
      right_[c] = -contacts_->motion(rows_.slots()[static_cast<std::size_t>(c)]).gap;
    }
    solve(rows_.count());
    for (int c = 0; c < rows_.count(); ++c) rows_.add_response(3 * c + 2, x_[c], displacement);
  }
}

void ContactProjection::project_velocities(const MechanismParts& parts, std::span<const double> memory, VectorRef v) {
  find_islands(memory);
  for (int i = 0; i < islands_.count(); ++i) {
    if (calc_violation_of(*contacts_, memory, islands_.slots(i)).velocity == 0.0) continue;
    calc_rows(parts, i);
    project_island_velocities(memory, v);
  }
}

void ContactProjection::choose_turning_rows(std::span<const double> memory) {
  for (const int c : rows_.turning_contacts()) {
    const int slot = rows_.slots()[static_cast<std::size_t>(c)], row = rows_.turning_row(c);
    const auto is_held = [&](RigidContacts::TurningMemory what) {
      return contacts_->turning_mode(memory, slot, what) == TurningMode::Held;
    };
    if (is_held(RigidContacts::kRolling)) chosen_.insert(chosen_.end(), {row, row + 1});
    if (is_held(RigidContacts::kSpinning)) chosen_.push_back(row + 2);
  }
}

void ContactProjection::project_island_velocities(std::span<const double> memory, VectorRef v) {
  chosen_.clear();
  for (int c = 0; c < rows_.count(); ++c) {
    const bool sticks = RigidContacts::mode(memory, rows_.slots()[static_cast<std::size_t>(c)]) == RigidMode::Sticking;
    for (int axis = sticks ? 0 : 2; axis < 3; ++axis) chosen_.push_back(3 * c + axis);
  }
  choose_turning_rows(memory);
  const auto count = static_cast<int>(chosen_.size());
  // The second pass removes the round-off of the first.
  for (int pass = 0; pass < 2; ++pass) {
    for (int i = 0; i < count; ++i) right_[i] = -rows_.calc_velocity(chosen_[static_cast<std::size_t>(i)], v);
    solve(count);
    for (int i = 0; i < count; ++i) rows_.add_response(chosen_[static_cast<std::size_t>(i)], x_[i], v);
  }
}

}  // namespace carom
