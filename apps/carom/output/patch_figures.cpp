#include "apps/carom/output/patch_figures.h"

#include <cmath>
#include <limits>

namespace carom::app {
namespace {

constexpr double kMillimetre = 1e-3;

PatchField calc_size(const ShearField& traction) { return (traction.x.square() + traction.y.square()).sqrt(); }

Figure make_map(const PatchGrid& grid, const PatchField& field, const PatchField& pressure, const char* id,
                const char* title) {
  Figure figure{.id = id,
                .title = title,
                .x = {.label = "x", .unit = "mm"},
                .y = {.label = "y", .unit = "mm"},
                .heat = FigureHeat{.label = title, .unit = "Pa"},
                .equal_axes = true};
  for (int i = 0; i < grid.num_x; ++i) figure.heat->x.push_back(grid.x(i) / kMillimetre);
  for (int i = 0; i < grid.num_y; ++i) figure.heat->y.push_back(grid.y(i * grid.num_x) / kMillimetre);
  for (int i = 0; i < grid.size(); ++i) {
    // No color where nothing touches.
    figure.heat->values.push_back(pressure[i] > 0.0 ? field[i] : std::numeric_limits<double>::quiet_NaN());
  }
  return figure;
}

Figure make_cut(const ContactPatch& patch) {
  const PatchGrid& grid = patch.grid();
  Figure figure{.id = "patch-middle",
                .title = "Along the middle",
                .x = {.label = "x", .unit = "mm"},
                .y = {.label = "stress", .unit = "Pa"}};
  FigureSeries pressure{.label = "pressure"}, along{.label = "traction in x"};
  const int start = grid.num_y / 2 * grid.num_x;
  for (int i = start; i < start + grid.num_x; ++i) {
    pressure.x.push_back(grid.x(i) / kMillimetre);
    pressure.y.push_back(patch.pressure()[i]);
    along.y.push_back(patch.traction().x[i]);
  }
  along.x = pressure.x;
  figure.series = {std::move(pressure), std::move(along)};
  return figure;
}

}  // namespace

std::vector<Figure> make_patch_figures(const ContactPatch& patch) {
  std::vector<Figure> figures{make_cut(patch)};
  if (patch.grid().plane()) return figures;
  figures.push_back(make_map(patch.grid(), patch.pressure(), patch.pressure(), "patch-pressure", "Pressure"));
  figures.push_back(
      make_map(patch.grid(), calc_size(patch.traction()), patch.pressure(), "patch-traction", "Traction"));
  return figures;
}

}  // namespace carom::app
