#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "carom/integrators/integrator.h"
#include "carom/simulation/contacts/contact_rule.h"
#include "carom/simulation/event_driven/event_log.h"
#include "carom/simulation/event_driven_options.h"

namespace carom {

class MechanismSystem;
class Model;
class RigidPart;
class SteppingFormulation;

/// Time steps in place of events, where more contacts are connected than events can follow one by one, or modes were
/// not found. The mechanism then moves by the scheme of Peiret with relaxed contacts and with the coefficients of the
/// contacts' impact laws in the form of Poisson, or else of Newton.
///
/// What these steps lose is booked in the rows of the event-driven account: friction in *friction*, moments in
/// *rolling resistance*, impacts in *impact*, the error of the scheme in *projection*.
class SteppingFallback {
 public:
  /// The model and the part must outlive it.
  SteppingFallback(const Model& model, ContactSetup setup, const EventDrivenOptions& options, RigidPart& rigid,
                   EventLog& log);
  ~SteppingFallback();

  /// Contacts that may yield by their compliant laws have no form for time steps.
  [[nodiscard]] bool is_possible() const { return possible_; }
  [[nodiscard]] bool is_active() const { return stepping_ != nullptr; }

  /// Opens all rigid contacts in y: the fallback's own contacts act in their place.
  void begin(double time, std::span<double> y);
  /// Continues from a y that may have jumped.
  void restart(double time, std::span<const double> y);
  /// y is that after the step; where the step failed, as it was.
  [[nodiscard]] StepReport step(double limit, std::span<double> y);
  /// Within the last step.
  [[nodiscard]] bool interpolate(double time, std::span<double> y);
  /// Whether events can follow the contacts again: few are connected, and none is deep.
  [[nodiscard]] bool may_end() const;
  void end();

  /// Adds what happened in the last step to the log; gains of impact laws above a threshold  [J].
  void take_events(double threshold);
  /// Bodies that the last step left in each other.
  [[nodiscard]] std::optional<std::string> objection() const;
  [[nodiscard]] std::string failure() const;
  /// So far: how often, and for how long.
  struct Total {
    int times{};
    double duration{};  // [s]
  };
  [[nodiscard]] const Total& total() const { return total_; }
  [[nodiscard]] double length() const { return step_; }
  [[nodiscard]] IntegratorStatistics statistics() const;

  /// For checkpoints.
  void append_numbers(std::vector<double>& numbers) const;
  [[nodiscard]] bool restore_numbers(std::span<const double> numbers);

 private:
  /// Energy of relaxed contacts  [J].
  struct Stored {
    double normals{}, bristles{};
    [[nodiscard]] double sum() const { return normals + bristles; }
  };

  [[nodiscard]] static Stored read_stored(std::span<const double> accounts);
  [[nodiscard]] double find_stiffness() const;
  void make_stepping();
  void stand_in();
  void load(double time, std::span<const double> y);
  void pack(std::span<const double> y);
  void unpack(std::span<const double> stepped, std::span<double> y) const;

  const Model& model_;
  ContactSetup setup_;
  RigidPart& rigid_;
  MechanismSystem& system_;
  EventLog& log_;
  int max_island_;
  double step_;  // [s]
  StopToken stop_;
  bool possible_{};
  std::unique_ptr<SteppingFormulation> stepping_;  // null: none are taken
  std::vector<int> views_;                         // of the stepped contacts, for each of the rigid ones; −1: none
  std::vector<double> y_before_, stepped_;
  bool is_fresh_{};         // no step since the last restart, so that it is not known what presses
  int count_{};             // of steps since they began
  Stored stored_, packed_;  // before the next step, and before the last one
  Total total_;
  IntegratorStatistics ended_;  // of the intervals before the present one
};

}  // namespace carom
