#include "carom/report/figure/gnuplot_script.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "carom/report/figure/data_range.h"
#include "carom/report/figure/gnuplot_text.h"
#include "carom/report/figure/heat_edges.h"
#include "carom/report/figure/palette.h"

namespace carom {
namespace {

constexpr double kFontSize = 8.0;  // [pt]
constexpr double kMillimetresPerInch = 25.4;
constexpr double kPointsPerInch = 72.0;
constexpr double kBesidePlot = 18.0;          // width of numbers and title of an axis  [mm]
constexpr double kAbovePlot = 20.0;           // height of them and of the legend  [mm]
constexpr double kMostDecades = 6.0;          // that leave room for small tics
constexpr double kLongestBesideColors = 1e4;  // the first number too long to stand there
constexpr double kScreenDots = 96.0;          // of an SVG's pixels  [1/in]
constexpr double kPrintDots = 300.0;          // of a PNG  [1/in]
constexpr const char* kFont = "Liberation Sans";

using Output = std::back_insert_iterator<std::string>;

std::string number(double value) { return write_for_gnuplot(value); }

// The same text in all places, never read as markup.
std::string literal(std::string_view text) { return quote_for_gnuplot(text) + " noenhanced"; }

std::string legend_entry(const std::string& label) { return label.empty() ? "notitle" : "title " + literal(label); }

// Whether the grid points of a linear axis have equal distances, to a thousandth of one.
bool is_even(const std::vector<double>& points, AxisScale scale) {
  if (scale == AxisScale::Log || points.size() < 2) return false;
  const double step = (points.back() - points.front()) / static_cast<double>(points.size() - 1);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (std::abs(points[i] - points.front() - static_cast<double>(i) * step) > 1e-3 * step) return false;
  }
  return true;
}

// Large and small numbers are written in a power of ten that stands once, at the axis.
int choose_power(const FigureAxis& axis, const AxisRange& range, double longest = 1e5) {
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  if (axis.scale == AxisScale::Log || (size >= 1e-2 && size < longest)) return 0;
  return 3 * static_cast<int>(std::floor(std::log10(size) / 3.0));
}

// What the colors of a map go from and to.
AxisRange find_heat_range(const FigureHeat& heat) {
  DataRange values(AxisScale::Linear);
  if (heat.range) {
    values.include(*heat.range);
  } else {
    values.include(heat.values);
  }
  return values.find_range(0.0);
}

// "10⁻⁹ J" for −9 and "J"
std::string scale_unit(const std::string& unit, int power) {
  if (power == 0) return unit;
  constexpr std::array<const char*, 10> kDigits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string scaled = power < 0 ? "10⁻" : "10";
  for (const char digit : std::to_string(std::abs(power))) scaled += kDigits[static_cast<std::size_t>(digit - '0')];
  return unit.empty() ? scaled : scaled + " " + unit;
}

class Script {
 public:
  Script(const Figure& figure, const FigureLook& look)
      : figure_(figure),
        look_(look),
        ranges_(find_ranges(figure)),
        x_power_(choose_power(figure.x, ranges_.x)),
        y_power_(choose_power(figure.y, ranges_.y)),
        color_power_(has_color_scale(figure) ? choose_power({}, find_heat_range(*figure.heat), kLongestBesideColors)
                                             : 0) {}

  std::string make() {
    fmt::format_to(out_, "set encoding utf8\nset decimalsign '.'\n");
    add_data();
    add_frame();
    add_axis("x", figure_.x, ranges_.x, x_power_);
    add_axis("y", figure_.y, ranges_.y, y_power_);
    if (figure_.heat) add_color_scale(*figure_.heat);
    add_annotations();
    add_plots();
    return text_;
  }

 private:
  static bool has_color_scale(const Figure& figure) { return figure.heat && figure.heat->categories.empty(); }

  // In the powers of the axes.
  [[nodiscard]] std::string x(double value) const { return number(value / std::pow(10.0, x_power_)); }
  [[nodiscard]] std::string y(double value) const { return number(value / std::pow(10.0, y_power_)); }

  [[nodiscard]] std::string color(double value) const { return number(value / std::pow(10.0, color_power_)); }

  void add_data() {
    for (std::size_t i = 0; i < figure_.regions.size(); ++i) add_points("region", i, figure_.regions[i]);
    for (std::size_t i = 0; i < figure_.series.size(); ++i) add_points("series", i, figure_.series[i]);
    if (figure_.heat) add_cells(*figure_.heat);
  }

  template <class Points>
  void add_points(const char* kind, std::size_t index, const Points& points) {
    fmt::format_to(out_, "${}{} << END\n", kind, index);
    for (std::size_t i = 0; i < points.x.size(); ++i) {
      fmt::format_to(out_, "{} {}\n", x(points.x[i]), y(points.y[i]));
    }
    // A block without a line would be an error.
    fmt::format_to(out_, "NaN NaN\nEND\n");
  }

  // One line a cell: center, edges, value.
  void add_cells(const FigureHeat& heat) {
    const std::vector<double> edges_x = find_cell_edges(heat.x, figure_.x.scale);
    const std::vector<double> edges_y = find_cell_edges(heat.y, figure_.y.scale);
    fmt::format_to(out_, "$heat << END\n");
    for (std::size_t j = 0; j < heat.y.size(); ++j) {
      for (std::size_t i = 0; i < heat.x.size(); ++i) {
        fmt::format_to(out_, "{} {} {} {} {} {} {}\n", x(heat.x[i]), y(heat.y[j]), x(edges_x[i]), x(edges_x[i + 1]),
                       y(edges_y[j]), y(edges_y[j + 1]), color(heat.values[j * heat.x.size() + i]));
      }
    }
    fmt::format_to(out_, "NaN NaN NaN NaN NaN NaN NaN\nEND\n");
  }

  void add_frame() {
    fmt::format_to(out_,
                   "set border 3 lc rgb '#333333' lw 0.7\n"
                   "set tics nomirror out scale 0.6 textcolor rgb '#333333'\n"
                   "set grid back lt 1 lc rgb '#dddddd' lw 0.5 dt solid\nset minussign\n"
                   // Above the plot, where it hides no data.
                   "set key above left Left reverse horizontal samplen 1.6 height 0.2\n"
                   "set style fill solid 1.0 noborder\n");
    if (look_.title && !figure_.title.empty()) {
      fmt::format_to(out_, "set title {} font ',{:g}' offset 0,-0.4\n", literal(figure_.title), kFontSize + 1.0);
    }
    if (figure_.equal_axes) fmt::format_to(out_, "set size ratio -1\n");
    // What lies outside the ranges that were asked for is cut off, not dropped.
    fmt::format_to(out_, "set clip two\n");
  }

  // [letters]
  [[nodiscard]] double find_longest_label() const {
    std::size_t longest = 0;
    for (const FigureSeries& series : figure_.series) longest = std::max(longest, series.label.size());
    for (const FigureRegion& region : figure_.regions) longest = std::max(longest, region.label.size());
    return static_cast<double>(longest);
  }

  void add_axis(const char* axis, const FigureAxis& described, const AxisRange& range, int power) {
    const double factor = std::pow(10.0, -power);
    fmt::format_to(out_, "set {}label {}\n", axis,
                   literal(axis_title(described.label, scale_unit(described.unit, power))));
    fmt::format_to(out_, "set {}range [{}:{}]\n", axis, number(factor * range.low), number(factor * range.high));
    if (described.scale == AxisScale::Linear) {
      fmt::format_to(out_, "set format {} '%.6g'\n", axis);
      return;
    }
    const double decades = std::log10(range.high / range.low);
    fmt::format_to(out_, "set logscale {}\nset m{}tics {}\n", axis, axis, decades <= kMostDecades ? 10 : 1);
    // Powers, unless the axis holds too few of them to read anything off.
    const bool powers = decades >= 2.0;
    fmt::format_to(out_, "set format {} '{}'\n", axis, powers ? "10^{%T}" : "%g");
  }

  void add_color_scale(const FigureHeat& heat) {
    if (!heat.categories.empty()) {
      fmt::format_to(out_, "unset colorbox\nset palette maxcolors {} defined (", heat.categories.size());
      for (std::size_t i = 0; i < heat.categories.size(); ++i) {
        fmt::format_to(out_, "{}{} '{}'", i == 0 ? "" : ", ", i, category_color(i));
      }
      fmt::format_to(out_, ")\nset cbrange [-0.5:{}]\n", static_cast<double>(heat.categories.size()) - 0.5);
      return;
    }
    fmt::format_to(out_, "set palette defined (");
    for (std::size_t i = 0; i < kHeatPalette.size(); ++i) {
      fmt::format_to(out_, "{}{} '{}'", i == 0 ? "" : ", ", i, kHeatPalette[i]);
    }
    const AxisRange range = find_heat_range(heat);
    fmt::format_to(out_, ")\nset cbrange [{}:{}]\nset cblabel {} offset 1\nset format cb '%.4g'\n", color(range.low),
                   color(range.high), literal(axis_title(heat.label, scale_unit(heat.unit, color_power_))));
  }

  // Regions and maps of categories use the same colors in the same order.
  static std::string_view category_color(std::size_t index) { return palette_color(static_cast<int>(index)); }

  void add_annotations() {
    int tag = 1;
    for (const FigureAnnotation& annotation : figure_.annotations) {
      if (!std::isfinite(annotation.x) || !std::isfinite(annotation.y)) continue;
      fmt::format_to(out_, "set label {} {} at {},{} front point pt 7 ps 0.3 lc rgb '#000000' offset 0.6,0.5\n", tag++,
                     literal(annotation.text), x(annotation.x), y(annotation.y));
    }
  }

  // What is drawn later lies above.
  void add_plots() {
    std::vector<std::string> plots;
    if (figure_.heat) list_heat(*figure_.heat, plots);
    for (std::size_t i = 0; i < figure_.regions.size(); ++i) {
      const FigureRegion& region = figure_.regions[i];
      plots.push_back(
          fmt::format("$region{} using 1:2 with filledcurves closed fs transparent solid 0.3 fc rgb '{}' {}", i,
                      palette_color(region.color), legend_entry(region.label)));
    }
    std::size_t next_color = 0;
    for (std::size_t i = 0; i < figure_.series.size(); ++i) plots.push_back(draw_series(i, next_color));
    // Something has to be drawn for the axes to be.
    if (plots.empty()) plots.emplace_back("NaN notitle");
    const std::string all = fmt::format("{}", fmt::join(plots, ", \\\n  "));
    for (const std::string& terminal : list_terminals()) fmt::format_to(out_, "{}plot {}\nset output\n", terminal, all);
  }

  void list_heat(const FigureHeat& heat, std::vector<std::string>& plots) const {
    // An image is a hundred times smaller than a box for each value, but drawn only where these are evenly spaced.
    if (is_even(heat.x, figure_.x.scale) && is_even(heat.y, figure_.y.scale)) {
      plots.emplace_back("$heat using 1:2:7 with image notitle");
    } else {
      plots.emplace_back("$heat using 1:2:3:4:5:6:7 with boxxyerror lc palette lw 0.2 fs solid 1.0 border notitle");
    }
    for (std::size_t i = 0; i < heat.categories.size(); ++i) {
      plots.push_back(fmt::format("keyentry with boxes fs solid 1.0 fc rgb '{}' {}", category_color(i),
                                  legend_entry(heat.categories[i])));
    }
  }

  std::string draw_series(std::size_t index, std::size_t& next_color) const {
    const FigureSeries& series = figure_.series[index];
    const std::string_view color = series.color ? palette_color(*series.color) : line_color(next_color++);
    const std::string data = fmt::format("$series{} using 1:2", index);
    if (series.style == SeriesStyle::Points) {
      return fmt::format("{} with points pt 7 ps 0.35 lc rgb '{}' {}", data, color, legend_entry(series.label));
    }
    const char* dash = series.dash == DashStyle::Dashed   ? "(6,3)"
                       : series.dash == DashStyle::Dotted ? "(1.5,2.5)"
                                                          : "1";
    return fmt::format("{} with {} lw 1.1 dt {} lc rgb '{}' {}", data,
                       series.style == SeriesStyle::Steps ? "fsteps" : "lines", dash, color,
                       legend_entry(series.label));
  }

  // With equal axes, what the data need below and beside titles and legend.  [mm]
  [[nodiscard]] double find_height() const {
    if (!figure_.equal_axes) return look_.height;
    const double shape = (ranges_.y.high - ranges_.y.low) / (ranges_.x.high - ranges_.x.low);
    return std::clamp((look_.width - kBesidePlot) * shape + kAbovePlot, 0.5 * look_.width, 1.3 * look_.width);
  }

  // The same figure on three kinds of paper: lengths are given in what each counts with. A font of a PNG is measured in
  // dots of a screen, and letters are narrower than gnuplot thinks when it divides the legend into columns.
  [[nodiscard]] std::vector<std::string> list_terminals() const {
    const double width = look_.width / kMillimetresPerInch, height = find_height() / kMillimetresPerInch;  // [in]
    const double letters = find_longest_label();
    const double screen = kScreenDots / kPointsPerInch, print = kPrintDots / kPointsPerInch;
    return {
        fmt::format("set terminal svg size {:.0f},{:.0f} font '{},{:.2f}' lw {:.3f} background rgb 'white'\n"
                    "set output '{}.svg'\nset xtics offset 0,0.3\nset xlabel offset 0,0.6\nset key width {:.1f}\n",
                    width * kScreenDots, height * kScreenDots, kFont, kFontSize * screen, screen, kScriptOutput, 0.0),
        fmt::format("set terminal pdfcairo size {:.4f}in,{:.4f}in font '{},{:g}' fontscale 0.75 lw 2 ps 0.8\n"
                    "set output '{}.pdf'\nset xtics offset 0,0\nset xlabel offset 0,0\nset key width {:.1f}\n",
                    width, height, kFont, kFontSize, kScriptOutput, -0.1 * letters),
        fmt::format("set terminal pngcairo size {:.0f},{:.0f} font '{},{:g}' fontscale {:.4f} lw {:.4f} ps {:.4f}\n"
                    "set output '{}.png'\n",
                    width * kPrintDots, height * kPrintDots, kFont, kFontSize, print / screen, print, print,
                    kScriptOutput)};
  }

  const Figure& figure_;
  const FigureLook& look_;
  FigureRanges ranges_;
  int x_power_, y_power_, color_power_;
  std::string text_;
  Output out_{text_};
};

}  // namespace

std::string make_gnuplot_script(const Figure& figure, const FigureLook& look) { return Script(figure, look).make(); }

}  // namespace carom
