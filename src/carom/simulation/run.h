#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/simulation/formulation.h"
#include "carom/simulation/observer.h"
#include "carom/simulation/options.h"
#include "carom/simulation/report.h"
#include "carom/simulation/time_breaks.h"

namespace carom {

class RunJudge;
class SingularityWatch;

/// One run of a mechanism, from a state or a checkpoint on: the one place where model, integrator, ledger and judge
/// meet. It goes on for as long as it is asked to; the duration of its options is what a whole run covers.
class Run {
 public:
  /// The model must outlive the run. Throws InputError where options are out of range, or where the initial state
  /// cannot be brought to satisfy the constraints.
  Run(const Model& model, const State& initial, const SimulationOptions& options);

  /// Goes on from a checkpoint of the same model with the same options. Throws InputError where the checkpoint does not
  /// fit the model.
  Run(const Model& model, const Checkpoint& checkpoint, const SimulationOptions& options);
  ~Run();

  [[nodiscard]] double time() const { return begun_ ? integrator_.time() : progress_.time; }
  [[nodiscard]] double end() const { return end_; }  // of the duration  [s]
  [[nodiscard]] std::span<const double> y() const { return begun_ ? integrator_.state() : progress_.y; }
  [[nodiscard]] MechanismSystem& system() { return system_; }
  [[nodiscard]] const MechanismSystem& system() const { return system_; }
  [[nodiscard]] const Formulation& formulation() const { return *formulation_; }
  /// The account at the present.
  [[nodiscard]] const Ledger& ledger() {
    update_account(time(), y());
    return ledger_;
  }

  /// How far one call came.
  enum class Progress {
    OnTheWay,  // one step further
    Reached,   // the time that was asked for
    Stopped,   // the observer or the stop token asked for it
    Failed     // failure() says why; time and state are those of the last good step
  };
  /// One step, at most to the limit. The observer may be null.
  [[nodiscard]] Progress step(double limit, Observer* observer);
  /// As many as there are to the limit.
  [[nodiscard]] Progress go_to(double limit, Observer* observer);
  /// What made the run stop or fail.
  [[nodiscard]] const std::string& sentence() const { return sentence_; }

  /// The present, from where another run goes on with the same bits as this one: the integrator restarts here.
  [[nodiscard]] const Checkpoint& checkpoint();

  /// Forces on the mechanism have changed since the last step: the next one begins with them as they are now.
  void note_changes() { changed_ = true; }
  /// The same where speeds of driven joints change: before that, and after it.
  void start_jump();
  void finish_jump();
  /// Work that no force did  [J].
  void book_input(double work);

  /// What there is to say of the run so far.
  [[nodiscard]] SimulationReport report(SimulationStatus status, std::string sentence);
  /// To the end of the duration. Contacts that last are counted as if they ended there: nothing follows it.
  [[nodiscard]] SimulationReport go_to_end(Observer* observer);
  /// Where go_to_end() came, from where another run can go on.
  [[nodiscard]] const Checkpoint& before_end() const { return progress_; }

 private:
  [[nodiscard]] bool show(double time, std::span<const double> y, Observer* observer);
  [[nodiscard]] double next_due() const;
  [[nodiscard]] bool show_until(double time, Observer* observer);
  void schedule_checkpoint();
  [[nodiscard]] bool keep_checkpoint(Observer* observer);
  void save_memories(std::vector<double>& numbers) const;
  [[nodiscard]] bool restore_memories(std::span<const double> numbers);
  [[nodiscard]] double calc_gain_threshold() const;
  [[nodiscard]] bool tell_contact_events(Observer* observer);
  [[nodiscard]] bool tell_note(const RunNote& note, Observer* observer);
  [[nodiscard]] StepReport start();
  [[nodiscard]] StepReport restart();
  void use_piece(double time);
  [[nodiscard]] bool cross_break(Observer* observer);
  [[nodiscard]] bool tell_drive_jumps(Observer* observer);
  [[nodiscard]] bool tell_singular_position(Observer* observer);
  [[nodiscard]] bool tell_step(Observer* observer);
  [[nodiscard]] std::int64_t count_steps() const { return before_.steps + integrator_.statistics().steps; }
  void update_account(double time, std::span<const double> y);
  [[nodiscard]] std::optional<std::string> look_at_step();
  void take_present();
  void fill_checkpoint();
  [[nodiscard]] bool begin(Observer* observer);
  [[nodiscard]] Progress try_step(double limit, Observer* observer);
  [[nodiscard]] Progress fail();
  [[nodiscard]] Progress stop(std::string_view where = {});

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
  bool begun_{};                    // the integrator has the state that the run starts from
  bool changed_{};                  // forces have, since the last step
  StepReport last_{};               // how the last step or start went
  bool objected_{};                 // the present cannot be right: no step goes on from it
  std::string sentence_;
  std::vector<double> y_interpolated_;
  State shown_;
  Ledger ledger_;
};

}  // namespace carom
