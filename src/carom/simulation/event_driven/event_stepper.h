#pragma once

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "carom/integrators/integrator.h"
#include "carom/integrators/method_choice.h"
#include "carom/simulation/contacts/passage_search.h"
#include "carom/simulation/event_driven/contacts/flights.h"
#include "carom/simulation/event_driven/contacts/ordered_system.h"
#include "carom/simulation/event_driven/contacts/rigid_events.h"
#include "carom/simulation/event_driven/crowding.h"
#include "carom/simulation/event_driven/event_log.h"
#include "carom/simulation/event_driven/first_step.h"
#include "carom/simulation/event_driven/impacts/collision.h"
#include "carom/simulation/event_driven/modes/mode_choice.h"
#include "carom/simulation/event_driven/stepping_fallback.h"
#include "carom/simulation/event_driven/yielding_contacts.h"
#include "carom/simulation/event_driven_options.h"

namespace carom {

/// Moves a mechanism with rigid contacts from event to event.
///
/// Between two events every contact keeps its mode: the closed ones are constraints with Coulomb friction. An event is
/// a moment at which some mode cannot go on. There, in this order:
///   1. contacts that touch and approach collide, until none does;
///   2. modes are found for those that touch and do not separate;
///   3. where there are none, or several, the policy of the scene decides.
/// What follows a restart depends on its time and y alone. From event to event the stepper remembers how long steps
/// were, so that motion goes on with steps as long as before. Flights that one step of low order can follow are left to
/// a method of that kind: after a bounce there are few evaluations to save, and most steps end in the next one.
///
/// Sources by subject: event_begin (the first moment of a motion), event_motion (steps), event_missed (what a step may
/// have passed over), event_resolution, event_touching and event_policy (what happens at an event), event_fallback.
class EventStepper final : public Integrator {
 public:
  EventStepper(RigidPart& rigid, YieldingContacts& yielding, const IntegratorOptions& integrator,
               const EventDrivenOptions& options, EventLog& log, SteppingFallback& fallback);

  [[nodiscard]] StepReport restart(double time, std::span<const double> y,
                                   std::span<const LocatedEvent> handled) override;
  [[nodiscard]] StepReport step(double limit) override;
  [[nodiscard]] double time() const override { return time_; }
  [[nodiscard]] std::span<const double> state() const override { return y_; }
  void replace_state(std::span<const double> y) override;
  [[nodiscard]] bool interpolate(double time, std::span<double> y) override;
  [[nodiscard]] IntegratorStatistics statistics() const override;

  /// Forces or velocities have jumped: the next restart finds anew how contacts go on, with impacts where they are
  /// struck.
  void reconsider() { reconsiders_ = true; }

  /// Why the last step failed, where the rigid problem was the reason; else empty.
  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  static constexpr double kNever = std::numeric_limits<double>::infinity();  // [s]
  // Bodies that come nearer faster than this collide  [m/s].
  static constexpr double kApproaching = 1e-10;
  // In one moment. A chain of n balls needs some n² in sequence.
  static constexpr int kMostCollisions = 10'000;
  // Short steps one after another that are a sign of slip that leads nowhere.
  static constexpr int kMostShort = 20;

  [[nodiscard]] StepReport step_by_events(double limit);
  [[nodiscard]] StepReport step_by_fallback(double limit);
  [[nodiscard]] bool can_fall_back() const;
  void choose_fallback();
  [[nodiscard]] int count_largest_island();
  [[nodiscard]] int count_closed();
  void begin_fallback(Crowding::Kind reason);
  void return_to_events();
  [[nodiscard]] StepReport begin();
  void find_contacts();
  void hand_over_contacts();
  [[nodiscard]] bool should_search();
  [[nodiscard]] StepReport step_to(double limit);
  void start_passages();
  [[nodiscard]] std::optional<double> find_passage();
  void plan_step();
  void learn_from(const StepReport& report);
  [[nodiscard]] bool flies_quickly() const { return quick_ != nullptr && current_ == quick_.get(); }
  [[nodiscard]] StepReport fail();
  [[nodiscard]] StepReport pass_kink(double limit, StepReport report);
  [[nodiscard]] double find_fastest_change(std::span<const double> rate) const;
  [[nodiscard]] bool leads_nowhere(double start, const StepReport& report);
  void move_back_to(double time);
  void find_handled();
  void find_handled_turning(int slot);
  [[nodiscard]] bool misses_something();
  [[nodiscard]] double find_missed(double start);
  [[nodiscard]] bool calc_events_within(double time);
  [[nodiscard]] bool is_unexamined() const;
  [[nodiscard]] bool resolve(std::span<const LocatedEvent> fired = {});
  [[nodiscard]] bool resolve_contacts();
  [[nodiscard]] bool collide();
  [[nodiscard]] bool stop_slow_slip();
  [[nodiscard]] bool may_blame_slow_slip(const ModeChoiceReport& report) const;
  [[nodiscard]] bool choose_without_slow_slip(ModeChoiceReport& report);
  void find_concerned(std::span<const LocatedEvent> fired);
  [[nodiscard]] bool goes_on(int slot) const;
  void find_touching();
  void stop_held_bodies();
  struct Approach {
    double speed{};    // of what approaches fastest  [m/s]
    double fastest{};  // relative velocity of all  [m/s]
  };
  [[nodiscard]] Approach find_approach() const;
  [[nodiscard]] bool follow_policy(ModeChoiceReport report);
  void let_yield(std::span<const int> slots);
  void end_yielding();
  [[nodiscard]] bool notes_strikes();
  void choose_method();
  [[nodiscard]] bool any_yields() const;

  RigidPart& rigid_;
  YieldingContacts& yielding_;
  MechanismSystem& system_;
  RigidContacts& contacts_;
  EventDrivenOptions options_;
  EventLog& log_;
  SteppingFallback& fallback_;
  Crowding crowding_;
  RigidEvents events_;
  OrderedSystem ordered_;
  OrderedEvents ordered_events_;
  std::unique_ptr<Integrator> integrator_;  // of the ordered system
  std::unique_ptr<Integrator> quick_;       // the same for short flights; null: the method was asked for
  std::unique_ptr<Integrator> implicit_;    // the same for contacts that yield; null: none may, or as before
  Integrator* current_;                     // of the three
  MethodChoice choice_;                     // while contacts yield, whose equations may be stiff
  bool yields_{};                           // some contact does
  Collision collision_;
  ModeChoice modes_;
  std::vector<LocatedEvent> handled_;
  ContactIslands islands_;
  std::vector<char> concerned_;  // by slot, of those that touch: by the present event
  std::vector<int> touching_;    // and are concerned
  std::vector<int> bystanders_;  // and are not
  std::vector<double> g_;
  double time_{};  // [s]
  FirstStep first_step_;
  Flights flights_;
  bool keeps_grid_;      // steps are fixed
  double usual_step_{};  // since the last restart; cut ones count only where they are longer; 0: not known  [s]
  double quick_step_{};  // that the method for short flights can do, as far as known  [s]
  int num_short_{};      // steps that led nowhere, one after another
  bool stuck_{};         // they are many
  double flight_end_{};  // where the flights that began should have ended  [s]
  std::vector<double> y_, y_ordered_, y_within_;
  PassageSearch passages_;
  bool restarts_{};     // before the next step
  bool reconsiders_{};  // at the next restart
  bool is_lost_{};      // no impulses or modes were found, which does not prove that there are none
  std::array<bool, Crowding::kNumKinds> told_{};  // the log
  std::string failure_;
};

}  // namespace carom
