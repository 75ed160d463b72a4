#pragma once

#include <span>
#include <string>
#include <vector>

#include "carom/simulation/event_driven/contacts/rigid_part.h"
#include "carom/simulation/event_driven/event_log.h"
#include "carom/simulation/event_driven/impacts/contact_groups.h"
#include "carom/simulation/event_driven/modes/turning_modes.h"
#include "carom/simulation/event_driven_options.h"
#include "carom/simulation/mechanism/mechanism_system.h"

namespace carom {

struct [[nodiscard]] ModeChoiceReport {
  ModeStatus status{ModeStatus::One};
  std::vector<int> slots{};  // the contacts concerned
  RunNote note{};            // unless it is One
};

/// Decides how contacts that touch go on, and writes it to their memory. Contacts that do not feel each other are
/// problems of their own.
class ModeChoice {
 public:
  ModeChoice(RigidPart& rigid, const EventDrivenOptions& options, EventLog& log);

  /// What the present modes have come to at (t, y): hints at what changes. To be called before velocities jump.
  void look(double time, std::span<const double> y);

  /// How often the modes that were chosen led nowhere: each time slip ten times faster counts as none, up to the speed
  /// below which impacts do not bounce. Slip that begins keeps the direction of its acceleration up to the latter: its
  /// own would turn there at the rate of friction's acceleration over its speed, and the equations be stiff.
  void set_patience(int failures);
  [[nodiscard]] bool is_impatient() const { return own_direction_ > 0.0; }
  [[nodiscard]] double no_slip() const { return no_slip_; }  // [m/s]
  [[nodiscard]] bool has_stopped(const Vector3& slip) const { return slip.norm() <= no_slip_; }

  /// At (t, y), where nothing that touches approaches any more. Bystanders touch too, and go on as they are. Where
  /// there are several solutions and one of them is to be chosen, that is done here.
  ModeChoiceReport choose(double time, std::span<const int> touching, std::span<const int> bystanders,
                          std::span<double> y);

 private:
  [[nodiscard]] TouchingContact guess(std::span<const double> memory, int contact) const;
  void guess_turning(std::span<const double> memory, int contact);
  [[nodiscard]] TurningModeAnswer solve(std::span<const int> group, std::span<const Eigen::Index> rows,
                                        std::vector<TouchingContact>& contacts, std::vector<TurningDisc>& discs,
                                        VectorX& f, VectorX& a) const;
  [[nodiscard]] ModeChoiceReport choose_for(std::span<const int> group, double time, std::span<const double> memory);
  [[nodiscard]] std::size_t pick(std::span<const ContactModeSolution> solutions, std::span<const int> group,
                                 std::span<const double> memory) const;
  [[nodiscard]] RunNote describe(const ModeAnswer& answer, std::span<const int> slots, double time) const;
  void write(double time, std::span<double> memory);
  void write_turning(std::span<double> memory) const;
  void look_at_turning(int slot, std::span<const double> memory);
  void open_all_but(std::span<const int> slots, std::span<const int> bystanders, double time, std::span<double> memory);
  void open(int slot, double time, std::span<double> memory);
  void close(int slot, double time, std::span<double> memory);

  struct Look {
    bool pressed{};                  // its normal force does not vanish
    bool held{};                     // by friction that is not at its limit
    Vector3 force{Vector3::Zero()};  // [N]
    bool rolling_held{};             // the same of its moments
    bool spinning_held{};
    Vector3 moment{Vector3::Zero()};  // [N·m]
  };

  RigidPart& rigid_;
  MechanismSystem& system_;
  RigidContacts& contacts_;
  EventDrivenOptions options_;
  EventLog& log_;
  double force_scale_;      // [N]
  double no_slip_;          // slower slip has stopped  [m/s]
  double own_direction_{};  // slower slip that begins has no direction of its own  [m/s]
  std::vector<Look> looks_;
  std::vector<char> stays_;  // by slot: not to be opened
  std::vector<int> candidates_;
  std::vector<TouchingContact> choices_;
  std::vector<TurningDisc> discs_;  // of those that resist turning
  ContactGroups groups_;
  VectorX f_, a_;
  std::vector<RunNote> chosen_;  // of solutions that were chosen from several
};

}  // namespace carom
