#pragma once

#include <span>
#include <string>
#include <vector>

#include "carom/dynamics/applied_forces.h"
#include "carom/ledger/ledger.h"
#include "carom/simulation/contacts/contact.h"
#include "carom/simulation/contacts/contact_names.h"
#include "carom/simulation/contacts/contact_slots.h"
#include "carom/simulation/time_stepping/contact_memory.h"
#include "carom/simulation/time_stepping/stepped_law.h"

namespace carom {

/// The contacts of a mechanism that moves in steps: geometry of every slot, laws, and what is remembered.
///
/// What contacts store and have lost is part of y, for the ledger. What each of them remembers is kept here, as
/// contacts come and go: it is that of the last step taken.
///
/// Contacts are seen from outside through *views*: one for each slot where slots are listed (ContactSlots), else one
/// for each rule, which shows the contact that presses hardest; nobody would read a channel for each of many pairs.
class SteppedContacts {
 public:
  enum Account : int {
    kStoredNormal,
    kStoredBristles,
    kFrictionLoss,
    kImpactLoss,
    kNumerical,
    kResistanceLoss,
    kNumAccounts
  };
  /// Possible contact points up to which each has a slot and a view of its own.
  static constexpr int kMostListed = 1000;

  using Motion = ContactSlots::Motion;

  /// Throws InputError for a rule that has nothing to hold for, or laws that time stepping cannot follow.
  SteppedContacts(const Model& model, const ContactSetup& setup, int most_listed = kMostListed);

  [[nodiscard]] int num_slots() const { return slots_.count(); }
  [[nodiscard]] const Motion& motion(int slot) const { return slots_.motion(slot); }
  [[nodiscard]] const SteppedLaw& law(int slot) const { return laws_[place(slots_.slot(slot).rule)]; }
  [[nodiscard]] const ContactMemory& memory(int slot) const { return memory_[place(slot)]; }
  [[nodiscard]] ContactMemory& memory(int slot) { return memory_[place(slot)]; }
  [[nodiscard]] double calc_depth_limit(int slot) const { return slots_.calc_depth_limit(slot); }
  /// For messages.
  [[nodiscard]] std::string describe(int slot) const;

  void calc_motion(const Kinematics& kinematics) { slots_.calc_motion(kinematics); }
  /// The same with the slots that a step asks for; see ContactSlots::find().
  void find(const Kinematics& kinematics, double margin, double step);
  /// The slots that find() found within reach.
  [[nodiscard]] const std::vector<int>& near() const { return slots_.near(); }

  /// After find(), with the velocities that a step takes: when it has to end so that nothing is passed through.
  using Passage = ContactSlots::Passage;
  [[nodiscard]] std::optional<Passage> find_passage(const Kinematics& kinematics, double step) {
    return slots_.find_passage(kinematics, step);
  }
  [[nodiscard]] std::string describe(const Passage& passage) const {
    return names_.of_point(passage.shape_a, passage.shape_b, 0);
  }
  /// Whether a contact that closes this fast is left to find_passage() as long as it is apart.
  [[nodiscard]] bool is_left_to_passages(int slot, double speed, double step) const {
    return slots_.is_left_to_passages(slot, speed, step);
  }

  /// The error of the last step's velocities, which rounding may keep above the tolerance  [m/s].
  [[nodiscard]] double velocity_error() const { return velocity_error_; }
  void set_velocity_error(double error) { velocity_error_ = error; }

  /// Adds the forces of the last step to what acts on the bodies, where they are now.
  void add_forces(const Kinematics& kinematics, AppliedForces& applied);

  [[nodiscard]] int num_views() const { return static_cast<int>(views_.size()); }
  /// Who touches whom there, in a report of nothing.
  [[nodiscard]] const ContactReport& view(int view) const { return views_[place(view)]; }
  [[nodiscard]] int view_of(int slot) const { return slots_.are_listed() ? slot : slots_.slot(slot).rule; }
  /// After add_forces(). The gap is no number where a rule has no contact near.
  [[nodiscard]] Contact look_at(int view) const;
  /// Of one slot, after add_forces().
  [[nodiscard]] Contact contact(int slot) const;
  [[nodiscard]] bool share_views() const { return !slots_.are_listed(); }

  /// To try a step and take it back: slots and what they remember.
  struct Saved {
    std::vector<ContactSlots::Slot> slots;
    std::vector<ContactMemory> memory;
  };
  void save(Saved& saved) const;
  void restore(const Saved& saved);
  /// For checkpoints: slots that remember something. False: these numbers are not of this mechanism.
  void append_numbers(std::vector<double>& numbers) const;
  [[nodiscard]] bool restore_numbers(std::span<const double> numbers);

  /// The rows of the ledger that are theirs, and their values from the accounts in y.
  void append_rows(std::vector<LedgerRow>& rows) const;
  static void write_rows(std::span<const double> accounts, std::span<LedgerRow> rows);

 private:
  [[nodiscard]] static std::size_t place(int index) { return static_cast<std::size_t>(index); }
  void name_views(const ContactSetup& setup);
  void find_strongest();

  ContactSlots slots_;
  ContactNames names_;
  std::vector<SteppedLaw> laws_;  // of rules
  std::vector<ContactReport> views_;
  std::vector<ContactMemory> memory_, memory_before_;
  std::vector<char> kept_;
  std::vector<int> shown_;   // the slot of each view; −1: none
  double velocity_error_{};  // [m/s]
};

}  // namespace carom
