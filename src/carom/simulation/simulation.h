#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "carom/base/stop_token.h"
#include "carom/integrators/integrator.h"
#include "carom/simulation/compliant/contact_rule.h"
#include "carom/simulation/event_driven/options.h"
#include "carom/simulation/observer.h"
#include "carom/simulation/time_breaks.h"
#include "carom/simulation/time_stepping/options.h"
#include "carom/simulation/verdict/verdict.h"

namespace carom {

class CompliantContacts;
class Formulation;
class Model;
class RunJudge;
class SingularityWatch;

/// What contacts obey.
enum class FormulationKind {
  Compliant,    // forces of depth, rate and memory
  EventDriven,  // rigid: constraints between events, laws of impact at them
  TimeStepping  // rigid: impulses over steps of a fixed length
};

struct SimulationOptions {
  IntegratorOptions integrator{};
  double duration{1.0};       // [s]
  double record_every{1e-2};  // between two calls of the observer  [s]
  /// Between two checkpoints, each taken at the end of the first step past its time; 0: none. The integrator restarts
  /// there, so that runs with other intervals differ within their tolerances.  [s]
  double checkpoint_every{0.0};
  ContactSetup contacts{};  // what may touch; without rules, nothing does
  FormulationKind formulation{FormulationKind::Compliant};
  EventDrivenOptions event_driven{};    // where it is that
  TimeSteppingOptions time_stepping{};  // the same
  /// What casts doubt on the run before it starts, such as check_step() finds: the first warnings of its report.
  std::vector<std::string> warnings{};
  /// Ends the run within an evaluation of its rates, also inside a step: it has then Stopped where it last stood.
  StopToken stop{};
};

enum class SimulationStatus {
  Finished,  // the duration is over
  Stopped,   // the observer or the stop token asked for it
  Failed     // the sentence says why; everything up to `time` is good
};

struct [[nodiscard]] SimulationReport {
  SimulationStatus status{SimulationStatus::Finished};
  std::string sentence;     // what happened, when, and for a failure what to try
  State state;              // at the end
  Ledger ledger;            // at the end
  VectorX drive_efforts{};  // of driven joints at the end, zero for others  [N·m] or [N]
  IntegratorStatistics statistics{};
  int rank_deficit{};  // redundant constraint rows at the end
  std::vector<ContactReport> contacts{};
  std::vector<RunNote> notes{};         // the first, up to a limit
  std::int64_t num_notes{};             // in all
  std::vector<std::string> warnings{};  // sentences on what casts doubt on the run, and what to try
  Verdict verdict{};                    // what all of this comes to
};

/// Throws InputError for a duration or interval out of range.
void validate(const SimulationOptions& options);

/// A mechanism that moves: the one place where model, integrator and ledger meet.
class Simulation {
 public:
  /// The model must outlive the simulation. Throws InputError where options are out of range, or where the initial
  /// state cannot be brought to satisfy the constraints.
  Simulation(const Model& model, const State& initial, const SimulationOptions& options);

  /// Goes on from a checkpoint of the same model with the same options. The duration may be another; adaptive methods
  /// look at the end when they choose a step, so that their bits then differ. Throws InputError where the checkpoint
  /// does not fit the model.
  Simulation(const Model& model, const Checkpoint& checkpoint, const SimulationOptions& options);
  ~Simulation();

  /// One a contact point that there may be.
  [[nodiscard]] std::vector<std::string> contact_names() const;

  /// Null where contacts are not compliant, or nothing can touch.
  [[nodiscard]] const CompliantContacts* contacts() const;

  /// The account at the start; after run(), at the end.
  [[nodiscard]] const Ledger& ledger() const { return ledger_; }

  /// Runs to the end of the duration. The observer may be null. Once only.
  SimulationReport run(Observer* observer);

 private:
  [[nodiscard]] bool show(double time, std::span<const double> y, Observer* observer);
  [[nodiscard]] double next_due() const;
  [[nodiscard]] bool show_until(double time, Observer* observer);
  void schedule_checkpoint();
  [[nodiscard]] bool keep_checkpoint(Observer* observer);
  void save_memories(std::vector<double>& numbers) const;
  [[nodiscard]] bool restore_memories(std::span<const double> numbers);
  SimulationReport finish(SimulationStatus status, std::string sentence, Observer* observer);
  [[nodiscard]] double calc_gain_threshold() const;
  [[nodiscard]] bool tell_contact_events(Observer* observer);
  [[nodiscard]] bool tell_note(const RunNote& note, Observer* observer);
  [[nodiscard]] StepReport start();
  [[nodiscard]] StepReport cross_break();
  [[nodiscard]] bool tell_drive_jumps(Observer* observer);
  [[nodiscard]] bool tell_singular_position(Observer* observer);
  [[nodiscard]] bool tell_step(Observer* observer);
  [[nodiscard]] std::int64_t count_steps() const { return before_.steps + integrator_.statistics().steps; }
  void update_account(double time, std::span<const double> y);
  [[nodiscard]] std::optional<std::string> look_at_step();

  SimulationOptions options_;
  std::unique_ptr<Formulation> formulation_;
  MechanismSystem& system_;
  Integrator& integrator_;
  std::vector<RunNote> assembly_;  // what was moved before the start
  std::unique_ptr<RunJudge> judge_;
  std::unique_ptr<SingularityWatch> singularities_;
  std::vector<RunNote> notes_;
  std::int64_t num_notes_{};
  /// Its start, samples and ledger at the start are kept up to date; the rest is as of the last checkpoint or jump, or
  /// of what the run starts from. The next sample is due at start + samples · record_every.
  Checkpoint progress_;
  TimeBreaks breaks_;
  TimeBreaks::Stop stop_;           // the next of them
  std::vector<char> told_of_jump_;  // by velocity: the note on its drive is written
  double end_{};                    // [s]
  double next_checkpoint_{};        // [s]
  IntegratorStatistics before_{};   // of the run that wrote the checkpoint this one goes on from
  std::vector<double> y_interpolated_;
  State shown_;
  Ledger ledger_;
};

}  // namespace carom
