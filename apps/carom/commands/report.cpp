// carom report: recordings as a page that opens in a browser, and as figures.
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "apps/carom/arguments/report_arguments.h"
#include "apps/carom/command_line.h"
#include "apps/carom/commands/all.h"

namespace carom::app {
namespace {

class ReportCommand : public Command {
 public:
  [[nodiscard]] std::string name() const override { return "report"; }
  [[nodiscard]] std::string summary() const override { return "Show recordings as a page, or as figures"; }
  [[nodiscard]] std::vector<std::string> examples() const override {
    return {"carom report pendulum.carom", "carom report hertz.carom gonthier.carom --out both.html",
            "carom report pendulum.carom --figures figures"};
  }

  void declare(CommandLine& line) override {
    line.add("runs", runs_, "Recordings, made by 'carom run --out'", CommandLine::Presence::Required);
    line.add("--out", report_.page, "Write the page to this file; without it, the name of the first run with .html");
    line.add("--figures", report_.figures, "Write figures (SVG, PDF, PNG) to this folder; alone, no page is written");
    outputs_.declare(line);
  }

  [[nodiscard]] ExitCode run() override {
    if (!report_.is_wanted()) report_.page = std::filesystem::path(runs_.front()).replace_extension(".html").string();
    const std::vector<std::filesystem::path> recordings(runs_.begin(), runs_.end());
    for (const std::string& run : runs_) outputs_.add_recording_input(run);
    report_.plan("--out", outputs_);
    outputs_.check();
    report_.write(recordings);
    if (!report_.page.empty()) fmt::print("{}\n", report_.page);
    if (!report_.figures.empty()) fmt::print("{}\n", report_.figures);
    return ExitCode::Done;
  }

 private:
  std::vector<std::string> runs_;
  ReportArguments report_;
  OutputPlan outputs_;
};

}  // namespace

std::unique_ptr<Command> make_report_command() { return std::make_unique<ReportCommand>(); }

}  // namespace carom::app
