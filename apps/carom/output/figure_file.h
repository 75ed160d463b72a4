#pragma once

#include <string>

#include "apps/carom/output/output_plan.h"
#include "carom/report/figure/figure.h"

namespace carom::app {

/// Adds the figure to the plan. Throws UsageError unless the name ends as a figure's may (.svg, .pdf, .png), IoError
/// where gnuplot is missing. An empty path is no figure.
void plan_figure_file(const std::string& path, OutputPlan& plan);

/// The figure as one file of the kind that its name tells. The file appears whole or not at all.
void write_figure_file(const Figure& figure, const std::string& path);

}  // namespace carom::app
