#include "carom/report/figure/data_range.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/report/figure/heat_edges.h"

namespace carom {
namespace {

constexpr double kMargin = 0.04;     // beside lines, as a part of the axis
constexpr double kNarrowest = 1e-9;  // numbers that differ by less of their size are one number with rounding
constexpr double kLargest = 1e300;   // leaves room for margins

AxisRange widen(double low, double high, double margin, AxisScale scale) {
  if (scale == AxisScale::Log) {
    const double length = std::log(high / low);
    const double factor = length > kNarrowest ? std::exp(margin * length) : 10.0;
    return {std::max(low / factor, std::numeric_limits<double>::min()), std::min(high * factor, kLargest)};
  }
  const double size = std::max(std::abs(low), std::abs(high));
  const bool one_number = high - low <= kNarrowest * size;
  const double room = one_number ? (size > 0.0 ? 0.1 * size : 1.0) : margin * (high - low);
  return {low - room, high + room};
}

AxisRange choose(const FigureAxis& axis, const DataRange& data, double margin) {
  if (!axis.range) return data.find_range(margin);
  DataRange wanted(axis.scale);
  wanted.include(*axis.range);
  return wanted.find_range(0.0);
}

}  // namespace

void DataRange::include(double value) {
  if (!std::isfinite(value) || std::abs(value) > kLargest || (scale_ == AxisScale::Log && value <= 0.0)) return;
  low_ = empty_ ? value : std::min(low_, value);
  high_ = empty_ ? value : std::max(high_, value);
  empty_ = false;
}

void DataRange::include(std::span<const double> values) {
  for (const double value : values) include(value);
}

AxisRange DataRange::find_range(double margin) const {
  if (empty_) return scale_ == AxisScale::Log ? AxisRange{0.1, 10.0} : AxisRange{0.0, 1.0};
  return widen(low_, high_, margin, scale_);
}

FigureRanges find_ranges(const Figure& figure) {
  DataRange x(figure.x.scale), y(figure.y.scale);
  bool has_points = false;
  for (const FigureSeries& series : figure.series) {
    x.include(series.x);
    y.include(series.y);
    has_points = has_points || series.style == SeriesStyle::Points;
  }
  for (const FigureRegion& region : figure.regions) {
    x.include(region.x);
    y.include(region.y);
  }
  for (const FigureAnnotation& annotation : figure.annotations) {
    x.include(annotation.x);
    y.include(annotation.y);
  }
  if (figure.heat) {
    // A map fills its frame.
    x.include(find_cell_edges(figure.heat->x, figure.x.scale));
    y.include(find_cell_edges(figure.heat->y, figure.y.scale));
    return {choose(figure.x, x, 0.0), choose(figure.y, y, 0.0)};
  }
  // Lines run from side to side; points and paths need room.
  const bool room = has_points || figure.equal_axes || !figure.regions.empty();
  return {choose(figure.x, x, room ? kMargin : 0.0), choose(figure.y, y, kMargin)};
}

}  // namespace carom
