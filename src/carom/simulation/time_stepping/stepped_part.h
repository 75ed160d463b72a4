#pragma once

#include "carom/integrators/ode_system.h"
#include "carom/simulation/contacts/contact_part.h"
#include "carom/simulation/time_stepping/stepped_contacts.h"

namespace carom {

/// Stepped contacts as a part of a mechanism: what they exerted in the last step is a force, and the accounts of what
/// they store and have lost change with whole steps.
class SteppedPart final : public ContactPart {
 public:
  /// The contacts must outlive it.
  explicit SteppedPart(SteppedContacts& contacts) : contacts_(contacts) {}

  [[nodiscard]] SteppedContacts& contacts() const { return contacts_; }
  /// What they store and have lost, their part of a y: SteppedContacts::Account.
  [[nodiscard]] std::span<const double> accounts(std::span<const double> y) const {
    return y.subspan(place().passive, SteppedContacts::kNumAccounts);
  }
  [[nodiscard]] std::span<double> accounts(std::span<double> y) const {
    return y.subspan(place().passive, SteppedContacts::kNumAccounts);
  }
  /// The mean rate of the system over a step at (t, y) as if no contact touched; its parts() then belong to that
  /// moment.
  [[nodiscard]] RateStatus calc_free_rate(double time, double step, std::span<const double> y, std::span<double> rate);

  [[nodiscard]] int num_passive() const override { return SteppedContacts::kNumAccounts; }
  void append_total_rows(std::vector<LedgerRow>& rows) const override { contacts_.append_rows(rows); }

  void add_forces(std::span<const double> /*y*/, const Kinematics& kinematics, AppliedForces& applied) override {
    if (acts_) contacts_.add_forces(kinematics, applied);
  }
  void write_rates(std::span<double> rate) const override;
  void write_totals(std::span<const double> y, std::span<LedgerRow> rows) const override {
    SteppedContacts::write_rows(accounts(y), rows);
  }

  [[nodiscard]] int num_views() const override { return contacts_.num_views(); }
  [[nodiscard]] const std::string& view_name(int view) const override { return contacts_.view(view).name; }
  [[nodiscard]] Contact look_at(int view, std::span<const double> /*y*/) const override {
    return contacts_.look_at(view);
  }
  void append_touching(std::span<const double> y, std::vector<Contact>& contacts) const override;
  [[nodiscard]] double velocity_error() const override { return contacts_.velocity_error(); }

 private:
  SteppedContacts& contacts_;
  bool acts_{true};
};

}  // namespace carom
