#include "carom/report/run/run_figures.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "carom/report/run/channel_label.h"
#include "carom/report/run/default_charts.h"
#include "carom/report/run/map_figure.h"

namespace carom {
namespace {

constexpr std::size_t kMostPoints = 4000;  // of a line: more than a printer resolves
constexpr std::size_t kMostPaths = 4;

// "Joint angles" → "joint-angles"
std::string make_id(const std::string& title) {
  std::string id = title;
  for (char& letter : id) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    if (letter == ' ') letter = '-';
  }
  return id;
}

// Of long columns the lowest and the highest number of each stretch, in the order in which they come.
void thin(std::span<const double> time, std::span<const float> values, FigureSeries& series) {
  const std::size_t stretch = values.size() <= kMostPoints ? 1 : (2 * values.size() + kMostPoints - 1) / kMostPoints;
  const auto take = [&](std::size_t at) {
    series.x.push_back(time[at]);
    series.y.push_back(static_cast<double>(values[at]));
  };
  for (std::size_t start = 0; start < values.size(); start += stretch) {
    const std::size_t end = std::min(start + stretch, values.size());
    std::size_t low = start, high = start;
    for (std::size_t i = start + 1; i < end; ++i) {
      if (std::isnan(values[i])) continue;
      if (std::isnan(values[low]) || values[i] < values[low]) low = i;
      if (std::isnan(values[high]) || values[i] > values[high]) high = i;
    }
    take(std::min(low, high));
    if (low != high) take(std::max(low, high));
  }
}

// What all labels end in, from the last dot on: it is in the title already.
std::string_view find_common_ending(std::span<const std::string> labels) {
  const std::size_t dot = labels.front().rfind('.');
  if (dot == std::string::npos) return {};
  const std::string_view ending = std::string_view(labels.front()).substr(dot);
  const bool common = std::ranges::all_of(labels, [&](const std::string& label) { return label.ends_with(ending); });
  return common ? ending : std::string_view();
}

std::string make_legend(std::string_view label, std::string_view ending, std::string_view group) {
  if (group != "joint" && label.starts_with(group)) label.remove_prefix(group.size() + 1);
  label.remove_suffix(ending.size());
  std::string text(label);
  std::ranges::replace(text, '_', ' ');
  return text;
}

Figure make_figure(const LoadedRun& run, const Chart& chart) {
  const std::vector<Channel>& channels = run.header.channels;
  const Channel& first = channels[static_cast<std::size_t>(chart.channels.front())];
  const bool energy = channel_group(first) == "ledger";
  Figure figure{.id = make_id(chart.title),
                .title = chart.title,
                .x = {.label = "time", .unit = "s"},
                .y = {.label = chart.title == "Energy account" ? "energy" : chart.title, .unit = first.unit}};
  figure.y.label[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(figure.y.label[0])));
  std::vector<std::string> labels;
  for (const int channel : chart.channels) labels.push_back(channel_label(channels[static_cast<std::size_t>(channel)]));
  const std::string ending(find_common_ending(labels));
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto channel = static_cast<std::size_t>(chart.channels[i]);
    FigureSeries series;
    if (labels.size() > 1)
      series.label = make_legend(labels[i], energy ? "" : ending, channel_group(channels[channel]));
    thin(run.table.time(), run.table.column(channel), series);
    figure.series.push_back(std::move(series));
  }
  return figure;
}

// The two axes along which paths reach farthest, the vertical one upwards.
std::array<int, 2> choose_view(const std::vector<std::vector<Vector3>>& paths) {
  Vector3 low = Vector3::Constant(std::numeric_limits<double>::infinity()), high = -low;
  for (const std::vector<Vector3>& path : paths) {
    for (const Vector3& point : path) {
      if (!is_finite(point)) continue;
      low = low.cwiseMin(point);
      high = high.cwiseMax(point);
    }
  }
  if (!is_finite(low)) return {0, 2};
  int least = 0;
  const Vector3 size = high - low;
  for (int axis = 1; axis < 3; ++axis) least = size[axis] < size[least] ? axis : least;
  return {least == 0 ? 1 : 0, least == 2 ? 1 : 2};
}

std::optional<Figure> make_paths(const Replay& replay) {
  std::vector<TrailPoint> points = list_trail_points(replay);
  const auto ends = static_cast<std::size_t>(
      std::ranges::count_if(points, [](const TrailPoint& point) { return point.name.starts_with("end of "); }));
  points.resize(std::min(ends > 0 ? ends : points.size(), kMostPaths));
  if (points.empty()) return std::nullopt;
  std::vector<std::vector<Vector3>> paths;
  paths.reserve(points.size());
  for (const TrailPoint& point : points) paths.push_back(calc_path(replay, point));
  const auto [across, up] = choose_view(paths);
  constexpr std::array<const char*, 3> kAxes{"x", "y", "z"};
  Figure figure{.id = "paths",
                .title = "Paths",
                .x = {.label = kAxes[static_cast<std::size_t>(across)], .unit = "m"},
                .y = {.label = kAxes[static_cast<std::size_t>(up)], .unit = "m"},
                .equal_axes = true};
  for (std::size_t i = 0; i < points.size(); ++i) {
    FigureSeries series{.label = points[i].name};
    for (const Vector3& point : paths[i]) {
      series.x.push_back(point[across]);
      series.y.push_back(point[up]);
    }
    figure.series.push_back(std::move(series));
  }
  return figure;
}

}  // namespace

std::vector<Figure> make_run_figures(const LoadedRun& run) {
  std::vector<Figure> figures;
  for (const Chart& chart : choose_charts(run.header.channels)) figures.push_back(make_figure(run, chart));
  for (const Chart& chart : choose_ledger_charts(run.header.channels)) figures.push_back(make_figure(run, chart));
  for (Figure& map : make_map_figures(run.maps)) figures.push_back(std::move(map));
  if (run.replay && run.replay->poses.frames() > 1) {
    if (std::optional<Figure> paths = make_paths(*run.replay)) figures.push_back(std::move(*paths));
  }
  return figures;
}

}  // namespace carom
