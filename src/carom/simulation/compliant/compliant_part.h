#pragma once

#include <vector>

#include "carom/simulation/compliant/compliant_contacts.h"
#include "carom/simulation/contacts/contact_part.h"

namespace carom {

/// Compliant contacts as a part of a mechanism: forces of depth, rate and memory.
class CompliantPart final : public ContactPart {
 public:
  enum class Role {
    Acts,        // these are the contacts of the mechanism
    BesideRigid  // they act for rigid ones, which show them, and whose rows of the ledger have the plain names
  };
  /// The contacts must outlive it.
  explicit CompliantPart(CompliantContacts& contacts, Role role = Role::Acts);

  [[nodiscard]] CompliantContacts& contacts() const { return contacts_; }
  /// The contacts' part of a y or of its rate.
  [[nodiscard]] CompliantContacts::ConstState state(std::span<const double> y) const {
    return {y.subspan(place().active, num_active_), y.subspan(place().passive, num_passive_)};
  }
  [[nodiscard]] CompliantContacts::State state(std::span<double> y) const {
    return {y.subspan(place().active, num_active_), y.subspan(place().passive, num_passive_)};
  }
  /// What the bodies of a contact oppose to a force along its normal, at the motion last calculated  [kg].
  [[nodiscard]] double calc_effective_mass(int slot) const;

  [[nodiscard]] int num_active() const override { return static_cast<int>(num_active_); }
  [[nodiscard]] int num_passive() const override { return static_cast<int>(num_passive_); }
  void append_stored_rows(std::vector<LedgerRow>& rows) const override;
  void append_total_rows(std::vector<LedgerRow>& rows) const override;

  void calc_motion(double time, const Kinematics& kinematics) override { contacts_.calc_motion(time, kinematics); }
  void follow(std::span<const double> y) override { contacts_.follow(state(y)); }
  void add_forces(std::span<const double> y, const Kinematics& kinematics, AppliedForces& applied) override {
    contacts_.add_forces(state(y), kinematics, applied);
  }
  void write_rates(std::span<double> rate) const override { contacts_.write_rates(state(rate)); }

  [[nodiscard]] double calc_stored(int row, std::span<const double> y) const override;
  void write_totals(std::span<const double> y, std::span<LedgerRow> rows) const override;

  [[nodiscard]] int num_views() const override { return role_ == Role::Acts ? contacts_.num_slots() : 0; }
  [[nodiscard]] const std::string& view_name(int slot) const override { return contacts_.name(slot); }
  [[nodiscard]] Contact look_at(int slot, std::span<const double> y) const override;
  void append_touching(std::span<const double> y, std::vector<Contact>& contacts) const override;
  [[nodiscard]] std::optional<ContactMap> find_map(int slot) const override;
  void append_material_stiffnesses(std::vector<MaterialStiffness>& stiffnesses) const override;
  [[nodiscard]] std::optional<ResolvedImpact> describe_impact(const ContactEvent& lift_off) const override;

 private:
  struct Total {
    LedgerRow row;
    CompliantContacts::Passive what{};
  };

  CompliantContacts& contacts_;
  Role role_;
  std::size_t num_active_, num_passive_;
  std::vector<Total> totals_;  // sums over the contacts
};

}  // namespace carom
