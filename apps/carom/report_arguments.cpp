#include "apps/carom/report_arguments.h"

#include <cstdio>
#include <optional>

#include <fmt/format.h>

#include "apps/carom/output_file.h"
#include "carom/base/input_error.h"
#include "carom/report/figure/write_figure.h"
#include "carom/report/page/page.h"
#include "carom/report/run/run_figures.h"

namespace carom::app {
namespace {

LoadedRun load(const std::filesystem::path& path) {
  RecordingReader recording(path);
  LoadedRun run = load_run(recording);
  if (!run.replay) fmt::print(stderr, "carom: {}: no replay: {}\n", path.string(), run.no_replay);
  return run;
}

}  // namespace

void ReportArguments::check(const std::vector<std::filesystem::path>& inputs) const {
  if (page == "-") throw UsageError("a page is a file: give it a name, such as report.html");
  check_output(page);
  for (const std::filesystem::path& input : inputs) {
    std::error_code ignored;
    if (!page.empty() && std::filesystem::equivalent(page, input, ignored)) {
      throw InputError(fmt::format("'{}'", page), "is what the report is made from; give the page another name");
    }
  }
  if (figures.empty()) return;
  check_gnuplot();
  std::filesystem::create_directories(figures);
}

void ReportArguments::write(const std::vector<std::filesystem::path>& recordings) const {
  std::optional<Page> content;
  for (const std::filesystem::path& path : recordings) {
    const LoadedRun run = load(path);
    if (!content) content.emplace(run.header.scene);
    // What tells several runs apart is the names of their files.
    const std::string label = recordings.size() > 1 ? path.stem().string() : "";
    const std::string name = content->add_run(run, label);
    if (figures.empty()) continue;
    const std::filesystem::path folder = std::filesystem::path(figures) / figure_file_name(label);
    write_figures(make_run_figures(run), recordings.size() > 1 ? folder : std::filesystem::path(figures));
  }
  if (!page.empty() && content) content->write(page);
}

}  // namespace carom::app
