#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "apps/carom/command_line.h"
#include "apps/carom/output/output_plan.h"

namespace carom::app {

/// What of runs is to be shown, and where: a page, figures as files.
struct ReportArguments {
  std::string page;
  std::string figures;  // a folder

  [[nodiscard]] bool is_wanted() const { return !page.empty() || !figures.empty(); }

  /// Adds what is wanted to the plan. Throws where gnuplot is missing, before hours of work are done for it.
  void plan(const std::string& page_option, OutputPlan& plan) const;

  /// Writes what is wanted of these recordings, told apart by the names of their files. Says on standard error what
  /// cannot be shown.
  void write(const std::vector<std::filesystem::path>& recordings) const;
  /// The same with other names.
  void write(const std::vector<std::filesystem::path>& recordings, const std::vector<std::string>& labels) const;
};

}  // namespace carom::app
