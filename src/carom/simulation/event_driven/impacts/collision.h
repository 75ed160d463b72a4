#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/simulation/event_driven/contacts/rigid_part.h"
#include "carom/simulation/event_driven/event_log.h"
#include "carom/simulation/event_driven/impacts/group_impact.h"
#include "carom/simulation/event_driven/impacts/impact_account.h"
#include "carom/simulation/event_driven_options.h"
#include "carom/simulation/mechanism/mechanism_system.h"

namespace carom {

/// Impacts: velocities that jump by the contacts' laws, through everything that the mechanism is.
class Collision {
 public:
  Collision(RigidPart& rigid, const EventDrivenOptions& options, EventLog& log);

  /// One impact of all contacts that touch. False: failure() says why.
  [[nodiscard]] bool resolve(double time, std::span<const int> touching, std::span<double> y);
  /// The same where nothing approaches: slip that presses the bodies into each other stops all at once, of one contact
  /// by its law or of all that jam. False: there is no such impulse.
  [[nodiscard]] bool resolve_without_approach(double time, std::span<const int> touching, std::span<double> y);

  /// Stops slip that is slower than this, of contacts that touch and do not part, by the least impulses that leave gaps
  /// and what sticks as they are.
  void stop_slow_slip(double time, std::span<const int> touching, double slow, std::span<double> y);

  /// After all impacts of a moment, and once modes are chosen: tells the log of each contact's impacts together, and of
  /// contacts that came to rest.
  void report(double time, std::span<double> y);

  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  struct Sum {
    double approach{};  // before the first impact  [m/s]
    double impulse{};   // along the normal  [N·s]
    double gravity{};   // that presses the contact, at its last impact  [m/s²]
    bool rests{};       // it was too slow to bounce
  };

  [[nodiscard]] bool calc_rows(double time, std::span<const int> touching, std::span<double> y);
  [[nodiscard]] bool are_slow(std::span<const int> touching, std::span<const int> group) const;
  void hold_slow_groups(std::span<const int> touching);
  void hold(std::span<const int> group);
  [[nodiscard]] std::string describe(std::span<const int> touching, std::span<const int> contacts) const;
  void note_replacement(double time, std::span<const int> touching);
  void note_reformed(double time, std::span<const int> touching);
  void note_turning(double time, std::span<const int> touching);
  void note_gains(double time, std::span<const int> groups);
  void note_gain(double time, std::span<const int> groups, int group, double gained);
  [[nodiscard]] bool find_jamming_impulse(std::span<const int> touching);
  [[nodiscard]] bool find_jump(std::span<const int> touching);
  void apply(double time, std::span<double> y, const ImpactGroups& groups);
  void report_rest(int slot, double time, std::span<double> y);

  RigidPart& rigid_;
  MechanismSystem& system_;
  RigidContacts& contacts_;
  EventDrivenOptions options_;
  EventLog& log_;
  ContactGroups groups_;
  GroupImpact group_impact_;
  std::vector<Sum> sums_;                   // by slot
  std::vector<int> involved_;               // slots with an impulse in this moment
  std::vector<ImpactLaw> laws_;             // of the contacts that touch, as they hold now
  std::vector<ImpactTurning> turning_;      // the same
  std::vector<std::string_view> reformed_;  // laws whose form in groups the log has been told of
  std::vector<std::string_view> turned_;    // the same of contacts that resist turning
  VectorX u_, p_;                           // velocities and impulses along the rows
  VectorX gains_;                           // ½ (u + u′)
  ImpactAccount account_;
  std::string failure_;
};

}  // namespace carom
