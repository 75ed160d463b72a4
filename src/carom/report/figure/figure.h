#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace carom {

/// A figure as an analysis describes it: what is drawn, not how. The same description is drawn on pages and written to
/// files; docs/page-format.md says how it stands in a page. NaN is a gap.
///
/// Colors are numbers in one palette (palette.h), which people with any color vision can tell apart.

enum class AxisScale { Linear, Log };

struct FigureAxis {
  std::string label{};  // "angle"
  std::string unit{};   // "rad"; empty: none
  AxisScale scale{AxisScale::Linear};
  std::optional<std::array<double, 2>> range{};  // none: what the data need
};

enum class SeriesStyle { Line, Points, Steps };
enum class DashStyle { Solid, Dashed, Dotted };

struct FigureSeries {
  std::string label{};  // in the legend; empty: not there
  std::vector<double> x{};
  std::vector<double> y{};  // as many as x
  SeriesStyle style{SeriesStyle::Line};
  std::optional<int> color{};  // none: the next of the palette
  DashStyle dash{DashStyle::Solid};
};

/// A polygon, filled so that what lies behind it is seen.
struct FigureRegion {
  std::string label{};
  std::vector<double> x{};
  std::vector<double> y{};
  int color{};
};

struct FigureAnnotation {
  double x{};
  double y{};
  std::string text{};
};

/// Values over a grid. With categories they are numbers in that list.
struct FigureHeat {
  std::vector<double> x{};       // rising
  std::vector<double> y{};       // rising
  std::vector<double> values{};  // all of the first y, all of the second, …
  std::string label{};
  std::string unit{};
  std::optional<std::array<double, 2>> range{};
  std::vector<std::string> categories{};
};

struct Figure {
  std::string id{};     // unique; also the name of its files
  std::string title{};  // short
  std::string caption{};
  FigureAxis x{};
  FigureAxis y{};
  std::vector<FigureSeries> series{};
  std::vector<FigureRegion> regions{};
  std::vector<FigureAnnotation> annotations{};
  std::optional<FigureHeat> heat{};
  bool equal_axes{};  // a unit is as long on both axes
};

/// "angle [rad]"
[[nodiscard]] std::string axis_title(const std::string& label, const std::string& unit);

/// Throws InputError about the figure where lists that belong together differ in length, the grid of a heat map does
/// not rise, or the id is empty.
void validate(const Figure& figure);

}  // namespace carom
