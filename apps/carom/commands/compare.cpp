// carom compare: the same scene under several laws or settings, side by side.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/carom/arguments/report_arguments.h"
#include "apps/carom/arguments/scene_arguments.h"
#include "apps/carom/arguments/variants.h"
#include "apps/carom/command_line.h"
#include "apps/carom/commands/all.h"
#include "apps/carom/output/run_recording.h"
#include "apps/carom/output/run_summary.h"
#include "apps/carom/output/text_table.h"
#include "apps/carom/terminal/stop_signal.h"
#include "carom/recording/status_names.h"
#include "carom/report/support/temporary_folder.h"
#include "carom/scene/read_scene.h"
#include "carom/scene/simulation_options.h"

namespace carom::app {
namespace {

constexpr int kFormatVersion = 1;

// A variant that ran.
struct Compared {
  Variant variant;
  SimulationReport report;
  std::string summary;  // JSON
};

// The earliest that ended, of all contacts.
std::optional<FirstImpact> find_first_impact(const SimulationReport& report) {
  const ContactEvent* first = nullptr;
  for (const ContactReport& contact : report.contacts) {
    if (contact.impacts.empty()) continue;
    const ContactEvent& impact = contact.impacts.front();
    if (first == nullptr || impact.time - impact.duration < first->time - first->duration) first = &impact;
  }
  if (first == nullptr || !(first->approach_speed > 0.0)) return std::nullopt;
  return FirstImpact{first->approach_speed, std::clamp(first->separation_speed / first->approach_speed, 1e-3, 1.0)};
}

// Over all contacts of a run.
struct ContactTotals {
  std::int64_t episodes{};
  double peak_force{};  // of contacts that ended  [N]
  double max_depth{};   // [m]
};
ContactTotals add_up(const SimulationReport& report) {
  ContactTotals totals;
  for (const ContactReport& contact : report.contacts) {
    totals.episodes += contact.episodes;
    totals.max_depth = std::max(totals.max_depth, contact.max_depth);
    totals.peak_force = std::max(totals.peak_force, contact.max_force);
  }
  return totals;
}

// The largest difference of a joint's position at the end; not a number where they have other joints.
double find_distance(const State& a, const State& b) {
  if (a.q.size() != b.q.size()) return std::numeric_limits<double>::quiet_NaN();
  return (a.q - b.q).cwiseAbs().maxCoeff();
}

// The verdict, and where the run ended if not at its end.
std::string describe_end(const SimulationReport& report) {
  const std::string_view grade = grade_name(report.verdict.grade);
  if (report.status == SimulationStatus::Finished) return std::string(grade);
  const std::string_view how = report.status == SimulationStatus::Failed ? grade : status_name(report.status);
  return fmt::format("{} at {:.4g} s", how, report.state.time);
}

std::string format_number(double value) { return std::isfinite(value) ? fmt::format("{:.5g}", value) : "–"; }

std::string format_table(const std::vector<Compared>& runs) {
  std::vector<TextTable::Align> columns(11, TextTable::Align::Right);
  columns.front() = columns.back() = TextTable::Align::Left;
  TextTable table(columns);
  table.add_row({"", "touched", "first e", "max force", "max depth", "dissipated", "stored", "moved", "steps", "evals",
                 "verdict"});
  table.add_row({"", "", "", "[N]", "[m]", "[J]", "[J]", "apart"});
  for (const Compared& run : runs) {
    const ContactTotals totals = add_up(run.report);
    const std::optional<FirstImpact> impact = find_first_impact(run.report);
    table.add_row({run.variant.label, std::to_string(totals.episodes),
                   impact ? format_number(impact->restitution) : "–", format_number(totals.peak_force),
                   format_number(totals.max_depth), format_number(run.report.ledger.total(LedgerKind::Dissipated)),
                   format_number(run.report.ledger.total(LedgerKind::Stored)),
                   format_number(find_distance(run.report.state, runs.front().report.state)),
                   std::to_string(run.report.statistics.steps), std::to_string(run.report.statistics.rate_evaluations),
                   describe_end(run.report)});
  }
  return table.text() +
         fmt::format("\nmoved apart: largest difference of a joint's position at the end from '{}', [m] or [rad]\n",
                     runs.front().variant.label);
}

std::string make_json(const std::vector<Compared>& runs) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Compared& run : runs) {
    list.push_back({{"label", run.variant.label},
                    {"overrides", run.variant.overrides},
                    {"summary", nlohmann::ordered_json::parse(run.summary)}});
  }
  return nlohmann::ordered_json{{"format", kFormatVersion}, {"version", CAROM_VERSION}, {"runs", std::move(list)}}.dump(
             2) +
         "\n";
}

class CompareCommand : public Command {
 public:
  [[nodiscard]] std::string name() const override { return "compare"; }
  [[nodiscard]] std::string summary() const override {
    return "Run a scene under several laws or settings, and show the runs side by side";
  }
  [[nodiscard]] std::vector<std::string> examples() const override {
    return {"carom compare scenes/gonthier2004/ball_on_plane.toml",
            "carom compare scenes/gonthier2004/ball_on_plane.toml --with hunt-crossley --with 'softer: "
            "normal.stiffness=1e5' --report laws.html",
            "carom compare scenes/gonthier2004/ball_in_tube.toml --with 'LuGre: friction.law=lugre' --with 'fine: "
            "simulate.integrator.tolerance=1e-9'"};
  }

  void declare(CommandLine& line) override {
    scene_.declare(line);
    line.add("--with", variants_,
             "A variant: '[LABEL:] KEY=VALUE …' as of --set, where normal, friction, rolling and memory mean every "
             "contact; or the name of a normal law, which is made to return what the first impact does; may be "
             "repeated; without it, every such law");
    line.add("--report", report_.page, "Write a page that shows the runs together, for any browser");
    line.add("--figures", report_.figures, "Write figures of the runs (SVG, PDF, PNG) to this folder");
    outputs_.declare(line);
    line.add_flag("--json", json_, "Print JSON instead of a table");
  }

  [[nodiscard]] ExitCode run() override {
    outputs_.add_input("the scene", scene_.path);
    report_.plan("--report", outputs_);
    outputs_.check();
    const Scene scene = scene_.read();
    outputs_.add_inputs(scene.sources);
    outputs_.check();
    if (report_.is_wanted()) folder_.emplace();
    const GracefulStop graceful;
    std::vector<Compared> runs;
    if (!run_variant({"scene", {}}, runs)) return finish(runs);
    for (const Variant& variant : list_variants(scene, runs.front().report)) {
      if (!run_variant(variant, runs)) break;
    }
    fmt::print("{}", json_ ? make_json(runs) : format_table(runs));
    if (report_.is_wanted()) show(runs);
    return finish(runs);
  }

 private:
  [[nodiscard]] std::vector<Variant> list_variants(const Scene& scene, const SimulationReport& report) const {
    if (scene.contacts.empty() && variants_.empty()) {
      throw UsageError("the scene has no contacts; tell what to compare it with: --with 'KEY=VALUE …'");
    }
    const std::optional<FirstImpact> impact = find_first_impact(report);
    if (variants_.empty()) {
      if (impact) return list_law_variants(scene, *impact);
      throw UsageError("nothing strikes in the scene; tell what to compare it with: --with 'KEY=VALUE …'");
    }
    std::vector<Variant> variants;
    for (const std::string& text : variants_) variants.push_back(parse_variant(text, scene, impact));
    return variants;
  }

  // False: a signal came.
  [[nodiscard]] bool run_variant(const Variant& variant, std::vector<Compared>& runs) const {
    std::vector<std::string> overrides = scene_.overrides;
    overrides.insert(overrides.end(), variant.overrides.begin(), variant.overrides.end());
    Scene scene = read_scene(scene_.path, overrides);
    scene.record.checkpoint_every = 0.0;  // nobody resumes these runs
    const Model model = scene.model.build();
    SimulationOptions options = make_options(scene);
    options.stop = StopSignal::token();
    Simulation simulation(model, model.make_initial_state(), options);
    std::optional<RunRecording> recording;
    if (report_.is_wanted()) recording.emplace(path_of(runs.size()).string(), false, scene, model, simulation);
    const auto start = std::chrono::steady_clock::now();
    SimulationReport report = simulation.run(recording ? &recording->observer() : nullptr);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    if (recording) recording->finish(report);
    std::string summary = make_summary_json({scene, model, report, elapsed.count()});
    runs.push_back({variant, std::move(report), std::move(summary)});
    return !StopSignal::received();
  }

  [[nodiscard]] std::filesystem::path path_of(std::size_t number) const {
    return folder_->path() / fmt::format("{}.carom", number);
  }

  void show(const std::vector<Compared>& runs) const {
    std::vector<std::filesystem::path> recordings;
    std::vector<std::string> labels;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      recordings.push_back(path_of(i));
      labels.push_back(runs[i].variant.label);
    }
    report_.write(recordings, labels);
  }

  static ExitCode finish(const std::vector<Compared>& runs) {
    if (const std::optional<ExitCode> signal = StopSignal::received()) return *signal;
    ExitCode code = ExitCode::Done;
    for (const Compared& run : runs) {
      for (const std::string& sentence : run.report.warnings) {
        fmt::print(stderr, "carom: {}: warning: {}\n", run.variant.label, sentence);
      }
      if (run.report.status == SimulationStatus::Finished) continue;
      fmt::print(stderr, "carom: {}: {}\n", run.variant.label, run.report.sentence);
      code = ExitCode::NumericalFailure;
    }
    return code;
  }

  SceneArguments scene_;
  std::vector<std::string> variants_;
  ReportArguments report_;
  OutputPlan outputs_;
  bool json_{};
  std::optional<TemporaryFolder> folder_;  // of the recordings
};

}  // namespace

std::unique_ptr<Command> make_compare_command() { return std::make_unique<CompareCommand>(); }

}  // namespace carom::app
