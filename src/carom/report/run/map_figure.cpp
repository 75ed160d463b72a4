#include "carom/report/run/map_figure.h"

#include <cmath>
#include <limits>
#include <string>

#include <fmt/format.h>

namespace carom {
namespace {

constexpr double kMillimetre = 1e-3;  // [m]

Figure make_figure_of(const LargestMap& map, const char* id, const char* title, const std::vector<double>& field) {
  Figure figure{.id = fmt::format("map-{}-{}", id, map.layout.pressure),
                .title = fmt::format("{} over {}", title, map.layout.contact),
                .caption = fmt::format("At t = {:.6g} s, where the normal force was largest; from the middle of the "
                                       "grid, along its axes.",
                                       map.time),
                .x = {.label = "x", .unit = "mm"},
                .y = {.label = "y", .unit = "mm"},
                .heat = FigureHeat{.label = title, .unit = "Pa"},
                .equal_axes = true};
  for (const double x : map.x) figure.heat->x.push_back(x / kMillimetre);
  for (const double y : map.y) figure.heat->y.push_back(y / kMillimetre);
  for (std::size_t i = 0; i < field.size(); ++i) {
    // No color where nothing touches.
    figure.heat->values.push_back(map.pressure[i] > 0.0 ? field[i] : std::numeric_limits<double>::quiet_NaN());
  }
  return figure;
}

}  // namespace

void LargestMap::add(const SampleBlock& block, std::size_t sample) {
  const MapSample map(layout, block, sample);
  double sum = 0.0;
  for (std::size_t i = 0; i < layout.size(); ++i) sum += map.pressure(i);
  if (!(sum > force)) return;
  time = map.time();
  force = sum;
  x.clear(), y.clear(), pressure.clear(), traction.clear();
  for (int column = 0; column < layout.num_x; ++column) x.push_back(map.x(column));
  for (int row = 0; row < layout.num_y; ++row) y.push_back(map.y(row));
  for (std::size_t i = 0; i < layout.size(); ++i) {
    pressure.push_back(map.pressure(i));
    traction.push_back(std::hypot(map.traction_x(i), map.traction_y(i)));
  }
}

std::vector<Figure> make_map_figures(const std::vector<LargestMap>& maps) {
  std::vector<Figure> figures;
  for (const LargestMap& map : maps) {
    if (!(map.force > 0.0)) continue;
    figures.push_back(make_figure_of(map, "pressure", "Pressure", map.pressure));
    figures.push_back(make_figure_of(map, "traction", "Traction", map.traction));
  }
  return figures;
}

}  // namespace carom
