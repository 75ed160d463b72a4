#include "apps/carom/arguments/report_arguments.h"

#include <algorithm>
#include <cstdio>
#include <optional>

#include <fmt/format.h>

#include "apps/carom/output/open_recording.h"
#include "carom/report/figure/write_figure.h"
#include "carom/report/page/page.h"
#include "carom/report/run/run_figures.h"

namespace carom::app {
namespace {

LoadedRun load(const std::filesystem::path& path) {
  RecordingReader recording = open_recording(path);
  LoadedRun run = load_run(recording);
  if (!run.replay) fmt::print(stderr, "carom: {}: no replay: {}\n", path.string(), run.no_replay);
  return run;
}

// What tells several runs apart: the names of their files, with their folders where the names alone do not.
std::vector<std::string> label_runs(const std::vector<std::filesystem::path>& recordings) {
  if (recordings.size() == 1) return {""};
  std::vector<std::string> labels;
  for (const std::filesystem::path& path : recordings) {
    const auto same = std::ranges::count(recordings, path.stem(), [](const auto& other) { return other.stem(); });
    labels.push_back(same == 1 ? path.stem().string() : std::filesystem::path(path).replace_extension().string());
  }
  return labels;
}

}  // namespace

void ReportArguments::plan(const std::string& page_option, OutputPlan& plan) const {
  if (page == "-") throw UsageError("a page is a file: give it a name, such as report.html");
  plan.add_file(page_option, page, output_kinds::kPage);
  plan.add_figures("--figures", figures);
  if (!figures.empty()) check_gnuplot();
}

void ReportArguments::write(const std::vector<std::filesystem::path>& recordings) const {
  write(recordings, label_runs(recordings));
}

void ReportArguments::write(const std::vector<std::filesystem::path>& recordings,
                            const std::vector<std::string>& labels) const {
  std::optional<Page> content;
  const std::vector<std::string> folders = make_file_names(labels);
  for (std::size_t i = 0; i < recordings.size(); ++i) {
    const LoadedRun run = load(recordings[i]);
    if (!content) content.emplace(run.header.scene);
    content->add_run(run, labels[i]);
    if (figures.empty()) continue;
    const std::filesystem::path folder(figures);
    write_figures(make_run_figures(run), labels[i].empty() ? folder : folder / folders[i]);
  }
  if (!page.empty() && content) content->write(page);
}

}  // namespace carom::app
