// What MechanismSystem does with contacts beyond asking compliant ones for their forces.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "carom/dynamics/energy.h"
#include "carom/model/joints/joint_coordinates.h"
#include "carom/simulation/mechanism/mechanism_system.h"
#include "carom/simulation/time_stepping/stepped_contacts.h"

namespace carom {

/// A gap of closed contacts that no longer shrinks is accepted below this.
static constexpr double kStalledGap = 1e-10;  // [m]

std::span<const double> MechanismSystem::rigid_memory(std::span<const double> y) const {
  return std::as_const(*rigid_).memory(rigid_state(y));
}

std::span<double> MechanismSystem::rigid_memory(std::span<double> y) const { return rigid_->memory(rigid_state(y)); }

void MechanismSystem::find_rigid_contacts(double time, std::span<const double> y) {
  load(time, y);
  rigid_->find(kinematics_, rigid_state(y));
  smooth_->use_slots();
  rigid_loaded_ = true;
}

bool MechanismSystem::has_closed_contacts(std::span<const double> y) const {
  const std::span<const double> memory = rigid_memory(y);
  for (int i = 0; i < rigid_->num_slots(); ++i) {
    if (is_closed(RigidContacts::mode(memory, i))) return true;
  }
  return false;
}

// Of the mass matrix and the loops, at the motion last calculated.
bool MechanismSystem::calc_factors() {
  if (!calc_forward_dynamics(*model_, kinematics_, applied_, articulated_, v_rate_).ok()) return false;
  if (!constraints_.rows.empty()) calc_constraint_system(*model_, kinematics_, q_, articulated_, constraints_);
  return true;
}

bool MechanismSystem::calc_touching(double time, std::span<const double> y, std::span<const int> slots) {
  calc_contact_motion(time, y);
  if (!calc_free_accelerations(time, y).ok()) return false;
  smooth_->calc_rows(parts(), slots, v_rate_);
  return true;
}

void MechanismSystem::apply_impulse(double time, const ConstVectorRef& impulse, std::span<double> y) {
  const ContactRows& rows = smooth_->rows();
  const double before = drive_row_ < 0 ? 0.0 : calc_kinetic_energy(*model_, kinematics_);
  v_rate_.setZero();  // the change of velocities
  rows.add_response(impulse, v_rate_);
  double lost = 0.0;
  // −½ (u + u')·p for each contact, with u its velocities before and u' those after.
  for (int c = 0; c < rows.count(); ++c) {
    double work = 0.0;
    const auto add_work = [&](int first) {
      for (int r = first; r < first + 3; ++r) {
        work += (rows.calc_velocity(r, v_) + 0.5 * rows.calc_change(r, v_rate_)) * impulse[r];
      }
    };
    add_work(3 * c);
    if (rows.turning_row(c) >= 0) add_work(rows.turning_row(c));
    rigid_->add_impact_loss(rows.slots()[static_cast<std::size_t>(c)], -work, rigid_state(y));
    lost -= work;
  }
  Eigen::Map<VectorX>(y.data() + model_->num_positions(), model_->num_velocities()) += v_rate_;
  load(time, y);
  if (drive_row_ < 0) return;
  y[first_integral_ + static_cast<std::size_t>(drive_row_)] +=
      calc_kinetic_energy(*model_, kinematics_) - before + lost;
}

bool MechanismSystem::move_onto_contacts(double time, std::span<const double> memory) {
  constexpr int kMostIterations = 20;
  constexpr double kReached = 1e-13;  // [m]
  load_rigid_contacts(memory);
  double left = calc_violation(*rigid_, memory).position, before = std::numeric_limits<double>::infinity();
  const auto is_closed = [&] { return left <= kReached || (left <= kStalledGap && left > 0.5 * before); };
  for (int i = 0; !is_closed(); ++i) {
    before = left;
    if (i == kMostIterations || !calc_factors() || !move_towards_contacts(time, memory, left)) {
      failure_ = fmt::format("at t = {:.9g} s the rigid contacts that are closed cannot all stay closed", time);
      contacts_fail_ = true;
      return false;
    }
  }
  if (!(calc_violation(*rigid_, memory).velocity > 0.0)) return true;
  if (!calc_factors()) return false;
  contact_projection_->project_velocities(parts(), memory, v_);
  loaded_ = false;
  calc_motion();
  return true;
}

// A step of Newton's method, or the part of it that brings contacts nearer. Where rows depend on each other but for
// rounding, as in a plane out of which nothing moves, a whole step may lead to positions far away.
bool MechanismSystem::move_towards_contacts(double time, std::span<const double> memory, double& left) {
  constexpr double kLeastPart = 1e-9;
  contact_projection_->calc_displacement(parts(), memory, v_rate_);
  q_before_move_ = q_;
  const double before = left;
  for (double part = 1.0; part > kLeastPart; part *= 0.5) {
    q_ = q_before_move_;
    carom::move_positions(*model_, v_rate_, part, q_);
    loaded_ = false;
    calc_motion();
    if (projector_ && !move_onto_constraints(time)) continue;
    load_rigid_contacts(memory);
    left = calc_violation(*rigid_, memory).position;
    if (left < before || left <= kStalledGap) return true;
  }
  return false;
}

std::span<const double> MechanismSystem::stepped_accounts(std::span<const double> y) {
  return y.last(SteppedContacts::kNumAccounts);
}

std::span<double> MechanismSystem::stepped_accounts(std::span<double> y) {
  return y.last(SteppedContacts::kNumAccounts);
}

RateStatus MechanismSystem::calc_contact_free_rate(double time, double step, std::span<const double> y,
                                                   std::span<double> rate) {
  contact_free_ = true;
  const RateStatus status = calc_mean_rate(time, step, y, rate);
  contact_free_ = false;
  return status;
}

void MechanismSystem::add_powers_of_change(double time, double step, const ConstVectorRef& change,
                                           std::span<double> rate) {
  if (!changed_) return;
  mean_over_ = step;
  calc_kinematics(*model_, q_, change, *changed_);
  move_powers_to_middle(*model_, query_forces(time), q_, v_, kinematics_, change, *changed_, elements_.powers);
  mean_over_ = 0.0;
  for (std::size_t i = 0; i < integrals_.size(); ++i) {
    const Source source = integrals_[i].source;
    if (source != Source::Motors && source != Source::BodyForces && source != Source::Inputs) continue;
    rate[first_integral_ + i] = calc_integral_rate(integrals_[i]);
  }
}

double MechanismSystem::calc_stored_energy_at(double time, std::span<const double> y) {
  load(time, y);
  return calc_stored_total(y);
}

void MechanismSystem::add_integrals(std::span<const double> rate, double step, double drive_work,
                                    std::span<double> y) const {
  const std::size_t first = first_integral_;
  for (std::size_t i = first; i < first + integrals_.size(); ++i) y[i] += step * rate[i];
  if (drive_row_ >= 0) y[first + static_cast<std::size_t>(drive_row_)] += drive_work;
}

double MechanismSystem::calc_integral_balance(std::span<const double> rate) const {
  double balance = 0.0;
  for (std::size_t i = 0; i < integrals_.size(); ++i) {
    const double value = rate[first_integral_ + i];
    balance += integrals_[i].row.kind == LedgerKind::Dissipated ? -value : value;
  }
  return balance;
}

int MechanismSystem::num_contacts() const {
  if (stepped_ != nullptr) return stepped_->num_views();
  if (rigid_ != nullptr) return rigid_->num_views();
  return contacts_ != nullptr ? contacts_->num_slots() : 0;
}

const std::string& MechanismSystem::contact_name(int slot) const {
  if (stepped_ != nullptr) return stepped_->view(slot).name;
  return rigid_ != nullptr ? rigid_->views()[static_cast<std::size_t>(slot)].name : contacts_->name(slot);
}

// Of a rule, the contact with the largest force, or with the least gap where none presses; −1: none is near.
int MechanismSystem::find_shown(int view, std::span<const double> y) const {
  if (rigid_->are_listed()) return view;
  const std::span<const double> memory = rigid_memory(y);
  const auto press = [&](int slot) {
    return is_closed(RigidContacts::mode(memory, slot)) ? smooth_->force(slot).dot(rigid_->motion(slot).normal) : 0.0;
  };
  const auto is_before = [&](int a, int b) {
    const double press_a = press(a), press_b = press(b);
    return press_a != press_b ? press_a > press_b : rigid_->motion(a).gap < rigid_->motion(b).gap;
  };
  int shown = -1;
  for (const int slot : rigid_->order()) {
    if (rigid_->view_of(slot) == view && (shown < 0 || is_before(slot, shown))) shown = slot;
  }
  return shown;
}

Contact MechanismSystem::describe_rigid_contact(int slot, std::span<const double> y) const {
  const RigidContacts::Motion& motion = rigid_->motion(slot);
  const ContactSlot& own = rigid_->pairs().slots()[static_cast<std::size_t>(slot)];
  Contact contact{.id = {own.shape_a, own.shape_b, own.feature},
                  .body_a = own.body_a,
                  .body_b = own.body_b,
                  .name = rigid_->views()[static_cast<std::size_t>(rigid_->view_of(slot))].name,
                  .gap = motion.gap,
                  .gap_rate = motion.rate,
                  .touching = is_closed(RigidContacts::mode(rigid_memory(y), slot))};
  if (!contact.touching) return contact;
  const Vector3& force = smooth_->force(slot);
  contact.normal_force = force.dot(motion.normal);
  contact.normal = rigid_->as_declared(slot, motion.normal);
  contact.friction = rigid_->as_declared(slot, force - contact.normal_force * motion.normal);
  contact.slip = rigid_->as_declared(slot, motion.slip);
  contact.point = motion.point;
  return contact;
}

Contact MechanismSystem::describe_compliant_contact(int slot, std::span<const double> y) const {
  const CompliantContacts::ConstState state = contact_state(y);
  const ContactSlot& own = contacts_->pairs().slots()[static_cast<std::size_t>(slot)];
  Contact contact{.id = {own.shape_a, own.shape_b, own.feature},
                  .body_a = own.body_a,
                  .body_b = own.body_b,
                  .name = contacts_->name(slot),
                  .gap = contacts_->motion(slot).gap,
                  .gap_rate = -contacts_->motion(slot).rate,
                  .touching = CompliantContacts::is_touching(state, slot)};
  if (!contact.touching) return contact;
  const FrictionMemory memory = contacts_->memory(slot, state);
  contact.normal_force = contacts_->forces(slot).normal;
  contact.normal = contacts_->point(slot).normal;
  contact.friction = contacts_->forces(slot).friction;
  contact.slip = contacts_->motion(slot).slip;
  contact.point = contacts_->point(slot).point;
  contact.bristle = memory.bristle.norm();
  contact.dwell = memory.dwell;
  return contact;
}

Contact MechanismSystem::describe_contact(int slot, std::span<const double> y) const {
  const bool rigid = rigid_ != nullptr && RigidContacts::mode(rigid_memory(y), slot) != RigidMode::Yielding;
  return rigid ? describe_rigid_contact(slot, y) : describe_compliant_contact(slot, y);
}

Contact MechanismSystem::look_at_contact(int view, std::span<const double> y) const {
  if (stepped_ != nullptr) return stepped_->look_at(view);
  if (rigid_ == nullptr) return describe_compliant_contact(view, y);
  const int shown = acting_ != nullptr ? stand_in_views_[static_cast<std::size_t>(view)] : find_shown(view, y);
  if (shown >= 0) return acting_ != nullptr ? acting_->look_at(shown) : describe_contact(shown, y);
  Contact none;
  none.gap = std::numeric_limits<double>::quiet_NaN();
  return none;
}

void MechanismSystem::append_contacts(std::span<const double> y, std::vector<Contact>& contacts) const {
  const auto append = [&](const Contact& contact) {
    if (contact.touching) contacts.push_back(contact);
  };
  if (acting_ != nullptr) {
    for (int i = 0; i < acting_->num_slots(); ++i) append(acting_->contact(i));
  } else if (rigid_ != nullptr) {
    for (int i = 0; i < rigid_->num_slots(); ++i) append(describe_contact(i, y));
  } else if (contacts_ != nullptr) {
    for (int i = 0; i < contacts_->num_slots(); ++i) append(describe_compliant_contact(i, y));
  }
}

}  // namespace carom
