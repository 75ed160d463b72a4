#pragma once

#include <filesystem>
#include <vector>

#include "carom/report/figure/figure.h"
#include "carom/report/figure/gnuplot_script.h"

namespace carom {

/// Writes a figure as ID.svg, ID.pdf and ID.png through gnuplot; the folder is made where it is missing. In names of
/// files, what is no letter, digit, dot, hyphen or underscore becomes an underscore. Each file appears whole or not at
/// all.
///
/// Throws InputError where the figure makes no sense, IoError where gnuplot is missing or fails, or the files cannot be
/// written.
void write_figure(const Figure& figure, const std::filesystem::path& folder, const FigureLook& look = {});

/// Several, on all cores; see make_file_names().
void write_figures(const std::vector<Figure>& figures, const std::filesystem::path& folder,
                   const FigureLook& look = {});

/// Throws IoError where gnuplot is missing.
void check_gnuplot();

/// The name of a figure's files, without the ending.
[[nodiscard]] std::string figure_file_name(const std::string& id);

/// The same for several, each with a name of its own: what differs in letters that no file name has gets a number.
[[nodiscard]] std::vector<std::string> make_file_names(const std::vector<std::string>& ids);

}  // namespace carom
