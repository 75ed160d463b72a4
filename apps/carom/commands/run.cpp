// carom run: simulates a scene and says what happened.
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "apps/carom/arguments/report_arguments.h"
#include "apps/carom/arguments/scene_arguments.h"
#include "apps/carom/commands/all.h"
#include "apps/carom/output/output_file.h"
#include "apps/carom/output/output_plan.h"
#include "apps/carom/output/run_recording.h"
#include "apps/carom/output/run_summary.h"
#include "apps/carom/terminal/progress.h"
#include "apps/carom/terminal/stall_watch.h"
#include "apps/carom/terminal/stop_signal.h"
#include "carom/base/input_error.h"
#include "carom/recording/export_csv.h"
#include "carom/recording/recorded_maps.h"
#include "carom/recording/recording_reader.h"
#include "carom/scene/read_scene.h"
#include "carom/scene/simulation_options.h"
#include "carom/simulation/compliant/stepping/step_limit.h"
#include "carom/simulation/simulation.h"
#include "carom/simulation/verdict/activity.h"

namespace carom::app {
namespace {

// Draws the progress, records where asked to, and says when the run has become slow.
class RunObserver : public Observer {
 public:
  RunObserver(Progress& progress, double end, Observer* recorder)
      : progress_(progress), end_(end), recorder_(recorder) {}

  [[nodiscard]] bool observe(const Moment& moment) override {
    progress_.show(moment.state.time);
    return recorder_ == nullptr || recorder_->observe(moment);
  }
  [[nodiscard]] bool observe_checkpoint(const Checkpoint& checkpoint) override {
    return recorder_ == nullptr || recorder_->observe_checkpoint(checkpoint);
  }
  [[nodiscard]] bool observe_contact(const std::string& contact, const ContactEvent& event) override {
    return recorder_ == nullptr || recorder_->observe_contact(contact, event);
  }
  [[nodiscard]] bool observe_note(const RunNote& note) override {
    return recorder_ == nullptr || recorder_->observe_note(note);
  }
  [[nodiscard]] bool observe_step(const StepMoment& step) override {
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start_;
    const std::optional<StallWatch::Stall> stall = stall_.look(wall.count(), step.time, step.steps);
    if (stall) tell_stall(*stall, describe_hardest_contact(step.system, step.time, step.y));
    return true;
  }

 private:
  void tell_stall(const StallWatch::Stall& stall, const std::string& contact) {
    progress_.clear();
    fmt::print(
        stderr,
        "carom: at t = {:.6g} s the run has become {:.2g} times slower: {:.2g} s of motion a second, in steps of "
        "{:.2g} s, so that the rest takes about {:.2g} s; {}; try a softer contact or more damping, a looser "
        "tolerance, or formulation = \"time-stepping\"\n",
        stall.time, stall.slower, stall.speed, stall.step, (end_ - stall.time) / stall.speed,
        contact.empty() ? "nothing touches: look for stiff springs or a fast drive" : contact);
  }

  Progress& progress_;
  double end_;  // [s]
  Observer* recorder_;
  StallWatch stall_;
  std::chrono::steady_clock::time_point start_{std::chrono::steady_clock::now()};
};

RecordingResumption read_resumption(const std::string& path) {
  RecordingResumption resumption(path);
  const std::string& version = resumption.header().program_version;
  if (version != CAROM_VERSION) {
    fmt::print(stderr, "carom: {} was begun by version {}: the last bits may differ from those of an unbroken run\n",
               path, version);
  }
  if (!resumption.warning().empty()) fmt::print(stderr, "carom: warning: {}: {}\n", path, resumption.warning());
  return resumption;
}

class RunCommand : public Command {
 public:
  [[nodiscard]] std::string name() const override { return "run"; }
  [[nodiscard]] std::string summary() const override { return "Simulate a scene and print its energy account"; }
  [[nodiscard]] std::vector<std::string> examples() const override {
    return {"carom run scenes/basics/pendulum.toml",
            "carom run scenes/basics/pendulum.toml --out pendulum.carom",
            "carom run scenes/basics/pendulum.toml --set scene.duration='1 min' --summary pendulum.json",
            "carom run scenes/basics/double_pendulum.toml --report double_pendulum.html",
            "carom run --resume pendulum.carom",
            "carom run scenes/basics/double_pendulum.toml --json"};
  }

  void declare(CommandLine& line) override {
    scene_.declare(line, CommandLine::Presence::Optional);
    line.add("--out", recording_, "Record the run to this file, for 'carom export' and --resume");
    line.add("--resume", resumed_, "Go on with the run of this recording, from its last checkpoint");
    line.add("--csv", csv_folder_,
             "Write samples.csv, events.csv and impacts.csv to this folder, and maps.csv of patches");
    line.add("--report", report_.page, "Write a page that shows the run, for any browser");
    line.add("--figures", report_.figures, "Write figures of the run (SVG, PDF, PNG) to this folder");
    line.add("--summary", summary_file_, "Write the summary as JSON to this file (- for standard output)");
    outputs_.declare(line);
    line.add_flag("--json", json_, "Print the summary as JSON: the same as --summary -");
    line.add_flag("--quiet", quiet_, "Print no summary and no progress");
  }

  [[nodiscard]] ExitCode run() override {
    check_arguments();
    plan_outputs();
    std::optional<RecordingResumption> resumption;
    if (!resumed_.empty()) resumption = read_resumption(resumed_);
    const Scene scene = resumption ? read_scene_again(resumption->header().sources) : scene_.read();
    outputs_.add_inputs(scene.sources);
    outputs_.check();
    const Model model = scene.model.build();
    SimulationOptions options = make_options(scene);
    options.stop = StopSignal::token();
    options.warnings = check_step(model, model.make_initial_state(), options);
    Simulation simulation = resumption ? Simulation(model, resumption->checkpoint(), options)
                                       : Simulation(model, model.make_initial_state(), options);
    fmt::print(stderr, "{}", format_warnings(options.warnings));
    if (!csv_folder_.empty()) std::filesystem::create_directories(csv_folder_);
    std::optional<RunRecording> recording;
    if (!recording_.empty() || resumption || !csv_folder_.empty() || report_.is_wanted()) {
      if (resumption) {
        recording.emplace(std::move(*resumption), scene, model, simulation);
      } else {
        recording.emplace(recording_, outputs_.force(), scene, model, simulation);
      }
    }

    const GracefulStop graceful;
    const auto start = std::chrono::steady_clock::now();
    const SimulationReport report =
        simulate(simulation, options.duration, recording ? &recording->observer() : nullptr);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    if (recording) recording->finish(report);

    const RunResult result{scene, model, report, elapsed.count()};
    if (!quiet_ && summary_file_ != "-") fmt::print("{}", format_summary(result));
    if (!summary_file_.empty()) write_output(summary_file_, make_summary_json(result));
    if (!csv_folder_.empty()) export_all(recording->path());
    if (report_.is_wanted()) report_.write({recording->path()});
    return finish(report, options.warnings.size());
  }

 private:
  void check_arguments() {
    if (json_) {
      if (!summary_file_.empty()) throw UsageError("--json and --summary are the same; give one of them");
      summary_file_ = "-";
    }
    if (resumed_.empty()) {
      if (scene_.path.empty()) throw UsageError("run needs a scene, or --resume and a recording");
      return;
    }
    if (!scene_.path.empty() || !scene_.overrides.empty() || !recording_.empty()) {
      throw UsageError(
          "--resume goes on with the scene and in the file of the recording: it takes no scene, --set or --out");
    }
  }

  void plan_outputs() {
    outputs_.add_input("the scene", scene_.path);
    outputs_.add_recording_input(resumed_);
    outputs_.add_recording("--out", recording_);
    report_.plan("--report", outputs_);
    outputs_.add_file("--summary", summary_file_, output_kinds::kSummary);
    outputs_.add_file_in("--csv", csv_folder_, "samples.csv", output_kinds::kSamples);
    outputs_.add_file_in("--csv", csv_folder_, "events.csv", output_kinds::kEvents);
    outputs_.add_file_in("--csv", csv_folder_, "impacts.csv", output_kinds::kImpacts);
    outputs_.add_file_in("--csv", csv_folder_, "maps.csv", output_kinds::kMaps);
    outputs_.check();
  }

  void export_all(const std::filesystem::path& path) const {
    RecordingReader reader(path);
    export_csv(reader, std::filesystem::path(csv_folder_) / "samples.csv");
    export_events_csv(reader, std::filesystem::path(csv_folder_) / "events.csv");
    export_impacts_csv(reader, std::filesystem::path(csv_folder_) / "impacts.csv");
    if (!find_recorded_maps(reader.header().channels).empty()) {
      export_maps_csv(reader, std::filesystem::path(csv_folder_) / "maps.csv");
    }
  }

  SimulationReport simulate(Simulation& simulation, double duration, Observer* recorder) const {
    Progress progress(duration, !quiet_);
    RunObserver observer(progress, duration, recorder);
    return simulation.run(&observer);
  }

  // The first warnings were said before the run.
  static ExitCode finish(const SimulationReport& report, std::size_t said) {
    const auto first = report.warnings.begin() + static_cast<std::ptrdiff_t>(said);
    fmt::print(stderr, "{}", format_warnings({first, report.warnings.end()}));
    if (report.status == SimulationStatus::Finished) return ExitCode::Done;
    fmt::print(stderr, "carom: {}\n", report.sentence);
    if (report.status == SimulationStatus::Failed) return ExitCode::NumericalFailure;
    return StopSignal::received().value_or(ExitCode::Interrupted);
  }

  SceneArguments scene_;
  std::string recording_;
  std::string resumed_;
  std::string csv_folder_;
  ReportArguments report_;
  std::string summary_file_;
  OutputPlan outputs_;
  bool json_{};
  bool quiet_{};
};

}  // namespace

std::unique_ptr<Command> make_run_command() { return std::make_unique<RunCommand>(); }

}  // namespace carom::app
