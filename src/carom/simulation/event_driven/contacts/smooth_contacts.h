#pragma once

#include <span>
#include <vector>

#include "carom/dynamics/applied_forces.h"
#include "carom/simulation/contacts/contact.h"
#include "carom/simulation/event_driven/contacts/contact_rows.h"
#include "carom/simulation/event_driven/contacts/resting_islands.h"
#include "carom/simulation/event_driven/modes/contact_islands.h"
#include "carom/simulation/event_driven/modes/turning_forces.h"
#include "carom/simulation/mechanism/mechanism_parts.h"

namespace carom {

/// The accelerations of rigid contacts and the forces that the closed ones need, between two events.
class SmoothContacts {
 public:
  SmoothContacts(const Model& model, RigidContacts& contacts);

  /// Contacts that touch, at the motion last calculated: rows, and accelerations b that v̇ would give them.
  void calc_rows(const MechanismParts& parts, std::span<const int> slots, const ConstVectorRef& v_rate);
  [[nodiscard]] const ContactRows& rows() const { return rows_; }
  [[nodiscard]] Eigen::Ref<const VectorX> accelerations() const { return b_.head(rows_.size()); }

  /// What a contact may do and how it slips, as its memory has it.
  [[nodiscard]] TouchingContact describe(std::span<const double> memory, int contact) const;
  /// The same of its turning: appends what a contact that resists it has.
  void describe_turning(std::span<const double> memory, int contact, std::vector<TurningDisc>& discs) const;

  /// Adds the forces of the closed contacts: to v̇, to the loops' multipliers and to what acts on the bodies. On entry
  /// v̇ and multipliers are those without them. False: there are no such forces.
  [[nodiscard]] bool add_forces(const MechanismParts& parts, std::span<const double> memory, VectorRef v_rate,
                                AppliedForces& applied);
  /// The same where nothing is closed.
  void clear_forces();
  /// After a change of slots.
  void use_slots();
  /// What friction takes out, for the forces last added  [W].
  [[nodiscard]] double calc_friction_power() const;
  /// The same of moments against rolling and spinning  [W].
  [[nodiscard]] double calc_resistance_power() const;

  /// On A of a slot's motion, as last added  [N].
  [[nodiscard]] const Vector3& force(int slot) const { return forces_[static_cast<std::size_t>(slot)]; }
  /// The same of the moment, where some contact resists turning  [N·m].
  [[nodiscard]] const Vector3& moment(int slot) const { return moments_[static_cast<std::size_t>(slot)]; }

 private:
  void find_closed(std::span<const double> memory);
  void calc_island_rows(const MechanismParts& parts, std::span<const int> slots);
  [[nodiscard]] bool add_island_forces(const MechanismParts& parts, std::span<const double> memory,
                                       std::span<const int> slots, VectorRef v_rate, AppliedForces& applied);
  void calc_turning_accelerations();
  void add_force(const MechanismParts& parts, int slot, const Vector3& force, AppliedForces& applied);
  void add_moment(int slot, const Vector3& moment, AppliedForces& applied);
  void resize_loads();
  [[nodiscard]] bool are_at_rest(const MechanismParts& parts, std::span<const double> memory,
                                 std::span<const int> slots) const;
  void find_causes(const MechanismParts& parts, std::span<const int> slots);
  [[nodiscard]] bool add_known_forces(const MechanismParts& parts, std::span<const int> slots, VectorRef v_rate,
                                      AppliedForces& applied);
  void keep_forces(const MechanismParts& parts, std::span<const int> slots, VectorRef v_rate);
  [[nodiscard]] Vector3 calc_acceleration(const MechanismParts& parts, int slot);

  RigidContacts* contacts_;
  ContactRows rows_;
  ContactIslands islands_;
  RestingIslands resting_;
  std::vector<double> causes_;  // of the forces of an island at rest
  std::vector<BodyAcceleration> body_accelerations_;
  std::vector<int> closed_;
  std::vector<TouchingContact> touching_;
  VectorX b_, f_;
  std::vector<TurningDisc> discs_;
  std::vector<Vector3> forces_;   // by slot
  std::vector<Vector3> moments_;  // the same; empty: no contact resists turning
};

}  // namespace carom
