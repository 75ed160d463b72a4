#include "carom/report/figure/figure.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "carom/base/input_error.h"

namespace carom {
namespace {

bool rises(const std::vector<double>& values) {
  return std::ranges::adjacent_find(values, std::not_fn(std::less<>{})) == values.end();
}

}  // namespace

std::string axis_title(const std::string& label, const std::string& unit) {
  return unit.empty() ? label : fmt::format("{} [{}]", label, unit);
}

void validate(const Figure& figure) {
  const std::string element = fmt::format("figure '{}'", figure.id);
  if (figure.id.empty()) throw InputError("figure", "has no id");
  for (const FigureSeries& series : figure.series) {
    if (series.x.size() == series.y.size()) continue;
    throw InputError(element, fmt::format("series '{}' has {} numbers in x and {} in y", series.label, series.x.size(),
                                          series.y.size()));
  }
  for (const FigureRegion& region : figure.regions) {
    if (region.x.size() == region.y.size()) continue;
    throw InputError(element, fmt::format("region '{}' has {} numbers in x and {} in y", region.label, region.x.size(),
                                          region.y.size()));
  }
  if (!figure.heat) return;
  const FigureHeat& heat = *figure.heat;
  if (heat.values.size() != heat.x.size() * heat.y.size()) {
    throw InputError(element, fmt::format("the heat map has {} values on a grid of {} by {}", heat.values.size(),
                                          heat.x.size(), heat.y.size()));
  }
  if (!rises(heat.x) || !rises(heat.y)) throw InputError(element, "the grid of the heat map does not rise");
}

}  // namespace carom
