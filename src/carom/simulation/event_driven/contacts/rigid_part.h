#pragma once

#include <vector>

#include "carom/simulation/contacts/contact_part.h"
#include "carom/simulation/event_driven/contacts/contact_projection.h"
#include "carom/simulation/event_driven/contacts/smooth_contacts.h"

namespace carom {

/// Rigid contacts as a part of a mechanism: those that are closed are constraints with friction, until an event.
class RigidPart final : public ContactPart {
 public:
  /// The contacts must outlive it.
  RigidPart(const Model& model, RigidContacts& contacts);

  [[nodiscard]] RigidContacts& contacts() const { return contacts_; }
  [[nodiscard]] const SmoothContacts& smooth() const { return smooth_; }
  /// The contacts' part of a y or of its rate, and what they remember according to it.
  [[nodiscard]] std::span<const double> state(std::span<const double> y) const {
    return y.subspan(place().passive, static_cast<std::size_t>(contacts_.state_size()));
  }
  [[nodiscard]] std::span<double> state(std::span<double> y) const {
    return y.subspan(place().passive, static_cast<std::size_t>(contacts_.state_size()));
  }
  [[nodiscard]] std::span<const double> memory(std::span<const double> y) const {
    return static_cast<const RigidContacts&>(contacts_).memory(state(y));
  }
  [[nodiscard]] std::span<double> memory(std::span<double> y) const { return contacts_.memory(state(y)); }
  [[nodiscard]] bool has_closed(std::span<const double> y) const;

  /// Where contacts come and go: finds those near at (t, y).
  void find(double time, std::span<const double> y);
  /// Contacts that touch at (t, y): their rows, and the accelerations that they would have without contact forces.
  /// False where the mechanism has none.
  [[nodiscard]] bool calc_touching(double time, std::span<const double> y, std::span<const int> slots);
  /// An impulse along the rows of calc_touching() at (t, y) changes the velocities. What each contact takes out is
  /// booked as its loss, what driven joints put in as their work.
  void apply_impulse(double time, const ConstVectorRef& impulse, std::span<double> y);
  /// Whether the last evaluation or projection failed because no forces, or no positions, keep closed contacts closed.
  [[nodiscard]] bool cannot_keep_closed() const { return fails_; }

  /// What friction took without an event, and moments against rolling and spinning where some contact has them  [J].
  void book_friction(double loss, std::span<double> y) const { y[place().integrals] += loss; }
  void book_resistance(double loss, std::span<double> y) const {
    if (contacts_.any_resists_turning()) y[place().integrals + 1] += loss;
  }

  /// The contacts that act for those of mode Yielding, by the same slots.
  void set_yielding(const ContactPart& contacts) { yielding_ = &contacts; }
  /// Contacts of another system of the same model act in place of these, none of which is closed, and are what there is
  /// to see: for each view of these the view of theirs (−1: none).
  void begin_stand_in(ContactPart& contacts, std::span<const int> views);
  void end_stand_in() { stand_in_ = nullptr; }

  [[nodiscard]] int num_passive() const override { return contacts_.state_size(); }
  void append_integral_rows(std::vector<LedgerRow>& rows) const override;
  void append_total_rows(std::vector<LedgerRow>& rows) const override;
  [[nodiscard]] bool keeps_positions() const override { return true; }

  void calc_motion(double /*time*/, const Kinematics& /*kinematics*/) override { loaded_ = false; }
  void add_forces(std::span<const double> y, const Kinematics& kinematics, AppliedForces& applied) override;
  [[nodiscard]] bool add_reactions(std::span<const double> y, VectorX& v_rate, AppliedForces& applied) override;
  void write_rates(std::span<double> rate) const override;

  void calc_whole_motion(std::span<const double> y) override;
  void write_totals(std::span<const double> y, std::span<LedgerRow> rows) const override;
  [[nodiscard]] double calc_drift(double time, std::span<const double> y) override;
  [[nodiscard]] bool project(double time, std::span<const double> y) override;
  [[nodiscard]] std::string_view failure() const override { return failure_; }

  [[nodiscard]] int num_views() const override { return contacts_.num_views(); }
  [[nodiscard]] const std::string& view_name(int view) const override;
  [[nodiscard]] Contact look_at(int view, std::span<const double> y) const override;
  void append_touching(std::span<const double> y, std::vector<Contact>& contacts) const override;
  [[nodiscard]] bool has_stand_in() const override { return stand_in_ != nullptr; }

 private:
  [[nodiscard]] bool move_towards(double time, std::span<const double> y, double& left);
  [[nodiscard]] double calc_gap(std::span<const double> y) const;
  [[nodiscard]] int find_shown(int view, std::span<const double> y) const;
  [[nodiscard]] Contact describe(int slot, std::span<const double> y) const;
  [[nodiscard]] Contact describe_rigid(int slot, std::span<const double> y) const;

  RigidContacts& contacts_;
  SmoothContacts smooth_;
  ContactProjection projection_;
  const ContactPart* yielding_{};  // null: none yields
  ContactPart* stand_in_{};        // null: none does
  std::vector<int> stand_in_views_;
  bool loaded_{};  // the contacts have the motion of the system's kinematics
  bool fails_{};
  std::string_view failure_;
  VectorX change_, q_before_, q_, v_;
};

}  // namespace carom
