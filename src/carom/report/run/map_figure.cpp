#include "carom/report/run/map_figure.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "carom/report/run/channel_label.h"

namespace carom {
namespace {

// Channels of one contact, pressure first, then the traction along x and y: see name_map().
struct MapChannels {
  std::string contact;
  std::size_t first{};  // channel
  int num_x{}, num_y{};
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(num_x) * static_cast<std::size_t>(num_y); }
};

// "map.NAME.pressure_3_17_Pa": NAME, 3 and 17.
struct MapElement {
  std::string contact;
  int row{}, column{};
};

std::optional<MapElement> read_element(const Channel& channel) {
  constexpr std::string_view kGroup = "map.", kField = ".pressure_";
  const std::string_view name = channel.name;
  const std::size_t field = name.rfind(kField);
  if (channel_group(channel) != "map" || field == std::string_view::npos || field < kGroup.size()) return std::nullopt;
  MapElement element{.contact = std::string(name.substr(kGroup.size(), field - kGroup.size()))};
  const char *next = name.data() + field + kField.size(), *end = name.data() + name.size();
  const auto row = std::from_chars(next, end, element.row);
  if (row.ec != std::errc() || row.ptr == end) return std::nullopt;
  const auto column = std::from_chars(row.ptr + 1, end, element.column);
  return column.ec == std::errc() ? std::optional(std::move(element)) : std::nullopt;
}

std::vector<MapChannels> find_maps(const std::vector<Channel>& channels) {
  std::vector<MapChannels> maps;
  for (std::size_t c = 1; c < channels.size(); ++c) {
    const std::optional<MapElement> element = read_element(channels[c]);
    if (!element) continue;
    if (maps.empty() || maps.back().contact != element->contact)
      maps.push_back({.contact = element->contact, .first = c});
    maps.back().num_x = std::max(maps.back().num_x, element->column + 1);
    maps.back().num_y = std::max(maps.back().num_y, element->row + 1);
  }
  // What a forged file says of itself is not believed.
  std::erase_if(maps, [&](const MapChannels& map) { return map.first + 3 * map.size() > channels.size(); });
  return maps;
}

// Where the sum of pressures is largest.
std::size_t find_largest_force(const LoadedRun& run, const MapChannels& map) {
  std::vector<double> sums(run.table.rows());
  for (std::size_t i = 0; i < map.size(); ++i) {
    const std::span<const float> column = run.table.column(map.first + i);
    for (std::size_t row = 0; row < column.size(); ++row) sums[row] += static_cast<double>(column[row]);
  }
  return static_cast<std::size_t>(std::ranges::max_element(sums) - sums.begin());
}

Figure make_figure_of(const LoadedRun& run, const MapChannels& map, std::size_t row, bool traction) {
  const char* title = traction ? "Traction" : "Pressure";
  Figure figure{.id = fmt::format("map-{}-{}", traction ? "traction" : "pressure", map.first),
                .title = fmt::format("{} over {}", title, map.contact),
                .caption = fmt::format("At t = {:.6g} s, where the normal force was largest.", run.table.time()[row]),
                .x = {.label = "x in elements"},
                .y = {.label = "y in elements"},
                .heat = FigureHeat{.label = title, .unit = "Pa"},
                .equal_axes = true};
  for (int i = 0; i < map.num_x; ++i) figure.heat->x.push_back(i);
  for (int i = 0; i < map.num_y; ++i) figure.heat->y.push_back(i);
  const auto at = [&](std::size_t channel) { return static_cast<double>(run.table.column(channel)[row]); };
  for (std::size_t i = 0; i < map.size(); ++i) {
    const double pressure = at(map.first + i);
    const double size = std::hypot(at(map.first + map.size() + i), at(map.first + 2 * map.size() + i));
    // No color where nothing touches.
    figure.heat->values.push_back(pressure > 0.0 ? (traction ? size : pressure)
                                                 : std::numeric_limits<double>::quiet_NaN());
  }
  return figure;
}

}  // namespace

std::vector<Figure> make_map_figures(const LoadedRun& run) {
  std::vector<Figure> figures;
  // Of long recordings the table holds extremes, which belong to no moment.
  if (run.table.rows() == 0 || static_cast<std::int64_t>(run.table.rows()) != run.recorded_samples) return figures;
  for (const MapChannels& map : find_maps(run.header.channels)) {
    const std::size_t row = find_largest_force(run, map);
    for (const bool traction : {false, true}) {
      Figure figure = make_figure_of(run, map, row, traction);
      const bool touches = std::ranges::any_of(figure.heat->values, [](double value) { return !std::isnan(value); });
      if (touches) figures.push_back(std::move(figure));
    }
  }
  return figures;
}

}  // namespace carom
