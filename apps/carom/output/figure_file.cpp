#include "apps/carom/output/figure_file.h"

#include <filesystem>

#include <fmt/format.h>

#include "apps/carom/command.h"
#include "apps/carom/output/output_file.h"
#include "carom/report/figure/write_figure.h"
#include "carom/report/support/temporary_folder.h"
#include "carom/scene/source_files.h"

namespace carom::app {

void plan_figure_file(const std::string& path, OutputPlan& plan) {
  if (path.empty()) return;
  if (!is_figure_name(path)) {
    throw UsageError(fmt::format("--figure: expected a name that ends in .svg, .pdf or .png, found '{}'", path));
  }
  plan.add_file("--figure", path, output_kinds::kFigure);
  check_gnuplot();
}

void write_figure_file(const Figure& figure, const std::string& path) {
  if (path.empty()) return;
  const TemporaryFolder folder;
  write_figure(figure, folder.path());
  const std::string ending = std::filesystem::path(path).extension().string();
  write_output(path, read_file(folder.path() / (figure_file_name(figure.id) + ending)));
}

}  // namespace carom::app
