#include "carom/report/page/figure_json.h"

#include <cmath>

#include <nlohmann/json.hpp>

namespace carom {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLongestList = 64;  // that is clearer in the header than in a block

Json make_numbers(const std::vector<double>& numbers, BlockList& blocks) {
  if (numbers.size() > kLongestList) return {{"block", blocks.add(std::span(numbers), 1)}, {"column", 0}};
  Json list = Json::array();
  for (const double number : numbers) list.push_back(std::isfinite(number) ? Json(number) : Json());
  return list;
}

Json make_range(const std::optional<std::array<double, 2>>& range) { return range ? Json(*range) : Json(); }

Json make_axis(const FigureAxis& axis) {
  return {{"label", axis.label},
          {"unit", axis.unit},
          {"scale", axis.scale == AxisScale::Log ? "log" : "linear"},
          {"range", make_range(axis.range)}};
}

const char* style_name(SeriesStyle style) {
  return style == SeriesStyle::Points ? "points" : style == SeriesStyle::Steps ? "steps" : "line";
}

const char* dash_name(DashStyle dash) {
  return dash == DashStyle::Dashed ? "dashed" : dash == DashStyle::Dotted ? "dotted" : "solid";
}

Json make_series(const FigureSeries& series, BlockList& blocks) {
  return {{"label", series.label},
          {"x", make_numbers(series.x, blocks)},
          {"y", make_numbers(series.y, blocks)},
          {"style", style_name(series.style)},
          {"color", series.color ? Json(*series.color) : Json()},
          {"dash", dash_name(series.dash)}};
}

Json make_heat(const FigureHeat& heat, BlockList& blocks) {
  return {{"x", make_numbers(heat.x, blocks)},
          {"y", make_numbers(heat.y, blocks)},
          {"values", make_numbers(heat.values, blocks)},
          {"label", heat.label},
          {"unit", heat.unit},
          {"range", make_range(heat.range)},
          {"categories", heat.categories.empty() ? Json() : Json(heat.categories)}};
}

}  // namespace

Json make_figure_json(const Figure& figure, BlockList& blocks) {
  Json series = Json::array(), regions = Json::array(), annotations = Json::array();
  for (const FigureSeries& each : figure.series) series.push_back(make_series(each, blocks));
  for (const FigureRegion& region : figure.regions) {
    regions.push_back({{"label", region.label},
                       {"x", make_numbers(region.x, blocks)},
                       {"y", make_numbers(region.y, blocks)},
                       {"color", region.color}});
  }
  for (const FigureAnnotation& each : figure.annotations) {
    annotations.push_back({{"x", each.x}, {"y", each.y}, {"text", each.text}});
  }
  return {{"id", figure.id},
          {"title", figure.title},
          {"caption", figure.caption},
          {"x", make_axis(figure.x)},
          {"y", make_axis(figure.y)},
          {"series", std::move(series)},
          {"regions", std::move(regions)},
          {"annotations", std::move(annotations)},
          {"heat", figure.heat ? make_heat(*figure.heat, blocks) : Json()},
          {"equal_axes", figure.equal_axes}};
}

}  // namespace carom
