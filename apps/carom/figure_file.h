#pragma once

#include <string>

#include "carom/report/figure/figure.h"

namespace carom::app {

/// Throws UsageError unless the name ends as a figure's may (.svg, .pdf, .png), and as check_output() does; IoError
/// where gnuplot is missing. An empty path is no figure.
void check_figure_file(const std::string& path);

/// The figure as one file of the kind that its name tells. The file appears whole or not at all.
void write_figure_file(const Figure& figure, const std::string& path);

}  // namespace carom::app
