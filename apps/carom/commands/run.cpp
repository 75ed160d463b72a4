// carom run: simulates a scene and says what happened.
#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "apps/carom/commands/all.h"
#include "apps/carom/output_file.h"
#include "apps/carom/progress.h"
#include "apps/carom/run_summary.h"
#include "apps/carom/scene_arguments.h"
#include "apps/carom/stop_signal.h"
#include "carom/recording/channel_list.h"
#include "carom/recording/io_error.h"
#include "carom/recording/recording_observer.h"
#include "carom/simulation/simulation.h"

namespace carom::app {
namespace {

// Draws the progress, records where asked to, and stops the run when a signal came.
class RunObserver : public Observer {
 public:
  RunObserver(Progress& progress, Observer* recorder) : progress_(progress), recorder_(recorder) {}

  [[nodiscard]] bool observe(const Moment& moment) override {
    progress_.show(moment.state.time);
    return (recorder_ == nullptr || recorder_->observe(moment)) && wants_more();
  }
  [[nodiscard]] bool wants_more() override { return !StopSignal::received(); }

 private:
  Progress& progress_;
  Observer* recorder_;
};

// The recording of a run and what feeds it.
class Recorder {
 public:
  Recorder(const std::string& path, const Scene& scene, const Model& model, const Ledger& ledger)
      : path_(path),
        channels_(model, ledger,
                  {.forces = !model.joint_drives().empty() || model.num_constraint_rows() > 0, .bodies = {}}),
        writer_(path, make_header(scene, channels_)),
        observer_(channels_, writer_) {}

  [[nodiscard]] Observer* observer() { return &observer_; }

  /// Throws IoError where the recording could not be written to its end.
  void finish(const SimulationReport& report) {
    if (!writer_.finish(report)) throw IoError(fmt::format("{}: {}", path_, writer_.error()));
  }

 private:
  static RecordingHeader make_header(const Scene& scene, const ChannelList& channels) {
    return {.program_version = CAROM_VERSION,
            .scene = scene.name,
            .settings = {{"integrator", describe_integrator(scene.simulation.integrator)}},
            .sources = scene.sources,
            .channels = channels.channels()};
  }

  std::string path_;
  ChannelList channels_;
  RecordingWriter writer_;
  RecordingObserver observer_;
};

class RunCommand : public Command {
 public:
  [[nodiscard]] std::string name() const override { return "run"; }
  [[nodiscard]] std::string summary() const override { return "Simulate a scene and print its energy account"; }
  [[nodiscard]] std::vector<std::string> examples() const override {
    return {"carom run scenes/basics/pendulum.toml", "carom run scenes/basics/pendulum.toml --out pendulum.carom",
            "carom run scenes/basics/pendulum.toml --set scene.duration='1 min' --summary pendulum.json",
            "carom run scenes/basics/double_pendulum.toml --quiet --summary -"};
  }

  void declare(CommandLine& line) override {
    scene_.declare(line);
    line.add("--out", recording_, "Record the run to this file, for 'carom export'");
    line.add("--summary", summary_file_, "Write the summary as JSON to this file (- for standard output)");
    line.add_flag("--quiet", quiet_, "Print no summary and no progress");
  }

  [[nodiscard]] ExitCode run() override {
    const Scene scene = scene_.read();
    const Model model = scene.model.build();
    Simulation simulation(model, model.make_initial_state(),
                          {.integrator = scene.simulation.integrator,
                           .duration = scene.simulation.duration,
                           .record_every = scene.record.every});
    check_output(summary_file_);
    std::optional<Recorder> recorder;
    if (!recording_.empty()) recorder.emplace(recording_, scene, model, simulation.ledger());

    const StopSignal signals;
    const auto start = std::chrono::steady_clock::now();
    const SimulationReport report =
        simulate(simulation, scene.simulation.duration, recorder ? recorder->observer() : nullptr);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    if (recorder) recorder->finish(report);

    const RunResult result{scene, model, report, elapsed.count()};
    if (!quiet_ && summary_file_ != "-") fmt::print("{}", format_summary(result));
    if (!summary_file_.empty()) write_output(summary_file_, make_summary_json(result));
    return finish(report);
  }

 private:
  SimulationReport simulate(Simulation& simulation, double duration, Observer* recorder) const {
    Progress progress(duration, !quiet_);
    RunObserver observer(progress, recorder);
    return simulation.run(&observer);
  }

  static ExitCode finish(const SimulationReport& report) {
    if (report.status == SimulationStatus::Finished) return ExitCode::Done;
    fmt::print(stderr, "carom: {}\n", report.sentence);
    if (report.status == SimulationStatus::Failed) return ExitCode::NumericalFailure;
    return StopSignal::received().value_or(ExitCode::Interrupted);
  }

  SceneArguments scene_;
  std::string recording_;
  std::string summary_file_;
  bool quiet_{};
};

}  // namespace

std::unique_ptr<Command> make_run_command() { return std::make_unique<RunCommand>(); }

}  // namespace carom::app
