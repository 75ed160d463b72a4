#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "carom/simulation/event_driven/event_log.h"
#include "carom/simulation/event_driven/options.h"
#include "carom/simulation/mechanism_system.h"
#include "carom/simulation/time_stepping/stepping_formulation.h"

namespace carom {

/// Steps with impulses in place of events, for as long as events crowd: where more contacts hang together than events
/// can follow one by one, or where contacts were lost. The mechanism then moves as in time stepping, by the scheme of
/// Moreau and Jean with the contacts' own laws.
///
/// What these steps take and lose is booked in the rows of the event-driven account: friction with friction, impacts
/// with impacts, resistance to turning with friction, the error of the scheme with that of projections.
class ImpulseSteps {
 public:
  /// The model and the system must outlive it.
  ImpulseSteps(const Model& model, ContactSetup setup, const EventDrivenOptions& options, MechanismSystem& system,
               EventLog& log);

  /// Whether the contacts' laws can be followed in steps. Compliant laws cannot.
  [[nodiscard]] bool are_possible() const { return possible_; }
  [[nodiscard]] bool are_taken() const { return stepping_ != nullptr; }

  /// From here on. y then has no contact that is closed.
  void begin(double time, std::span<double> y);
  /// Goes on from a y that may have jumped.
  void restart(double time, std::span<const double> y);
  /// y is that after the step; where the step failed, as it was.
  [[nodiscard]] StepReport step(double limit, std::span<double> y);
  /// Within the last step.
  [[nodiscard]] bool interpolate(double time, std::span<double> y);
  /// Whether events can follow again what the last steps left: few contacts that hang together, none of them deep.
  [[nodiscard]] bool may_end() const;
  void end();

  /// Bodies that the last step left in each other.
  [[nodiscard]] std::optional<std::string> objection() const { return stepping_->objection(); }
  [[nodiscard]] std::string failure() const { return stepping_->failure(); }
  /// So far: how often, and for how long.
  struct Total {
    int times{};
    double duration{};  // [s]
  };
  [[nodiscard]] const Total& total() const { return total_; }
  [[nodiscard]] double length() const { return step_; }

  /// For checkpoints.
  void append_numbers(std::vector<double>& numbers) const;
  [[nodiscard]] bool restore_numbers(std::span<const double> numbers);

 private:
  void make_stepping();
  void stand_in();
  void pack(std::span<const double> y);
  void unpack(std::span<const double> stepped, std::span<double> y) const;
  void take_events();

  const Model& model_;
  ContactSetup setup_;
  MechanismSystem& system_;
  EventLog& log_;
  int crowd_;
  double step_;  // [s]
  StopToken stop_;
  bool possible_{};
  std::unique_ptr<SteppingFormulation> stepping_;  // null: none are taken
  std::vector<int> views_;                         // of the stepped contacts, for each of the rigid ones; −1: none
  std::vector<double> y_before_, stepped_;
  int count_{};  // of steps since they began
  Total total_;
};

}  // namespace carom
