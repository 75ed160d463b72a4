#include "carom/model/time/table_pieces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "carom/base/assert.h"

namespace carom {
namespace {

using time_functions::Overshoot;
using time_functions::Table;
using time_functions::TableKind;
using Pieces = std::vector<CubicPiece>;

// At rest from the last row on.
CubicPiece make_end(const Table& table, int joins) {
  return {.start = table.times.back(), .value = table.values.back(), .joins = joins};
}

double calc_secant(const Table& table, std::size_t i) {
  return (table.values[i + 1] - table.values[i]) / (table.times[i + 1] - table.times[i]);
}

Pieces make_linear(const Table& table) {
  Pieces pieces;
  for (std::size_t i = 0; i + 1 < table.times.size(); ++i) {
    pieces.push_back({.start = table.times[i], .value = table.values[i], .slope = calc_secant(table, i), .joins = 0});
  }
  pieces.push_back(make_end(table, 0));
  return pieces;
}

Pieces make_steps(const Table& table) {
  Pieces pieces;
  for (std::size_t i = 0; i < table.times.size(); ++i) {
    pieces.push_back({.start = table.times[i], .value = table.values[i]});
  }
  return pieces;
}

// The clock rounds the end of a short pulse late in a run; its height makes up for that, so that its area is as given.
Pieces make_pulses(const Table& table) {
  Pieces pieces;
  for (std::size_t i = 0; i < table.times.size(); ++i) {
    const double start = table.times[i];
    const bool is_last = i + 1 == table.times.size();
    const double end = is_last ? start + table.width : std::min(start + table.width, table.times[i + 1]);
    pieces.push_back({.start = start, .value = table.base + table.values[i] * (table.width / (end - start))});
    if (is_last || end < table.times[i + 1]) pieces.push_back({.start = end, .value = table.base});
  }
  return pieces;
}

Pieces make_smooth(const Table& table) {
  const std::vector<double> slopes = calc_monotone_slopes(table.times, table.values);
  Pieces pieces;
  for (std::size_t i = 0; i + 1 < table.times.size(); ++i) {
    pieces.push_back(make_hermite_piece(table.times[i], table.times[i + 1] - table.times[i], table.values[i],
                                        table.values[i + 1], slopes[i], slopes[i + 1], 1));
  }
  pieces.push_back(make_end(table, 1));
  return pieces;
}

CubicSpline make_cubic_spline(const Table& table) {
  return CubicSpline(table.times, table.values, table.end_rates, SplineExtension::Hold);
}

Pieces make_spline(const Table& table) {
  const CubicSpline spline = make_cubic_spline(table);
  Pieces pieces;
  for (const CubicSpline::Knot& knot : spline.knots().first(spline.knots().size() - 1)) {
    pieces.push_back({knot.x, knot.value, knot.slope, knot.curvature, knot.third, 2});
  }
  const bool rests = table.end_rates && table.end_rates->first == 0.0;
  const bool ends_at_rest = table.end_rates && table.end_rates->last == 0.0;
  pieces.front().joins = rests ? 1 : 0;
  pieces.push_back(make_end(table, ends_at_rest ? 1 : 0));
  return pieces;
}

Pieces make_all(const Table& table) {
  switch (table.kind) {
    case TableKind::Linear:
      return make_linear(table);
    case TableKind::Step:
      return make_steps(table);
    case TableKind::Pulse:
      return make_pulses(table);
    case TableKind::Smooth:
      return make_smooth(table);
    case TableKind::Spline:
      return make_spline(table);
  }
  return {};
}

// Where the slope of a knot's cubic vanishes, as distances from the knot; NaN: nowhere.
std::array<double, 2> find_turns(const CubicSpline::Knot& knot) {
  // slope + curvature d + third d²/2 = 0, without the difference of nearly equal numbers.
  const double root = std::sqrt(knot.curvature * knot.curvature - 2.0 * knot.third * knot.slope);
  const double q = -(knot.curvature + std::copysign(root, knot.curvature));
  return {q / knot.third, 2.0 * knot.slope / q};
}

}  // namespace

PiecewiseCubic make_pieces(const Table& table) {
  return {table.kind == TableKind::Pulse ? table.base : table.values.front(), make_all(table)};
}

Overshoot time_functions::find_overshoot(const Table& table) {
  CAROM_ASSERT(table.times.size() >= 2 && table.times.size() == table.values.size());
  const CubicSpline spline = make_cubic_spline(table);
  const auto [least, most] = std::ranges::minmax(table.values);
  Overshoot worst{.range = most - least};
  for (std::size_t i = 0; i + 1 < table.times.size(); ++i) {
    const CubicSpline::Knot& knot = spline.knots()[i];
    for (const double turn : find_turns(knot)) {
      if (!(turn > 0.0 && turn < table.times[i + 1] - knot.x)) continue;
      const double value = spline.sample(knot.x + turn).value;
      const double beyond = std::max(value - most, least - value);
      if (beyond > worst.beyond) {
        worst = {.time = knot.x + turn, .value = value, .beyond = beyond, .range = most - least, .row = i};
      }
    }
  }
  return worst;
}

}  // namespace carom
