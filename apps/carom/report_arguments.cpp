#include "apps/carom/report_arguments.h"

#include <algorithm>
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
  write(recordings, label_runs(recordings));
}

void ReportArguments::write(const std::vector<std::filesystem::path>& recordings,
                            const std::vector<std::string>& labels) const {
  std::optional<Page> content;
  for (std::size_t i = 0; i < recordings.size(); ++i) {
    const LoadedRun run = load(recordings[i]);
    if (!content) content.emplace(run.header.scene);
    content->add_run(run, labels[i]);
    if (figures.empty()) continue;
    const std::filesystem::path folder(figures);
    write_figures(make_run_figures(run), labels[i].empty() ? folder : folder / figure_file_name(labels[i]));
  }
  if (!page.empty() && content) content->write(page);
}

}  // namespace carom::app
