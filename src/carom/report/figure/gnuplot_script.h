#pragma once

#include <string>

#include "carom/report/figure/figure.h"

namespace carom {

/// How a figure looks in files. Sizes are those of the printed page.
struct FigureLook {
  double width{85.0};   // one column of a journal; 175 for two  [mm]
  double height{60.0};  // chosen by the data where the axes are equal  [mm]
  bool title{};         // papers put it in their caption
};

/// The names, without the ending, of the files that a script writes in the folder where it runs: .svg, .pdf and .png.
inline constexpr const char* kScriptOutput = "figure";

/// What gnuplot is told, data included. The figure is valid.
[[nodiscard]] std::string make_gnuplot_script(const Figure& figure, const FigureLook& look);

}  // namespace carom
