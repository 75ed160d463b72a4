#include "carom/math/cubic_spline.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "carom/base/assert.h"

namespace carom {
namespace {

// One row of a tridiagonal system: lower·uᵢ₋₁ + diagonal·uᵢ + upper·uᵢ₊₁ = right.
struct Row {
  double lower{}, diagonal{}, upper{}, right{};
};

// Elimination without pivoting: safe because every row here is diagonally dominant. The solution replaces `right`.
void solve_tridiagonal(std::vector<Row>& rows) {
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const double factor = rows[i].lower / rows[i - 1].diagonal;
    rows[i].diagonal -= factor * rows[i - 1].upper;
    rows[i].right -= factor * rows[i - 1].right;
  }
  rows.back().right /= rows.back().diagonal;
  for (std::size_t i = rows.size() - 1; i-- > 0;) {
    rows[i].right = (rows[i].right - rows[i].upper * rows[i + 1].right) / rows[i].diagonal;
  }
}

// Equations for the second derivatives uᵢ: with hᵢ = xᵢ₊₁ − xᵢ and sᵢ = (yᵢ₊₁ − yᵢ)/hᵢ, equal slopes on both sides of
// an inner knot mean hᵢ₋₁ uᵢ₋₁ + 2 (hᵢ₋₁ + hᵢ) uᵢ + hᵢ uᵢ₊₁ = 6 (sᵢ − sᵢ₋₁). A prescribed slope at an end is the same
// equation with a piece of length zero and that slope outside.
std::vector<Row> make_equations(std::span<const double> x, std::span<const double> y,
                                const std::optional<EndSlopes>& slopes) {
  const std::size_t last = x.size() - 1;
  const auto step = [&](std::size_t i) { return x[i + 1] - x[i]; };
  const auto secant = [&](std::size_t i) { return (y[i + 1] - y[i]) / step(i); };
  std::vector<Row> rows(x.size(), Row{.diagonal = 1.0});
  for (std::size_t i = 1; i < last; ++i) {
    rows[i] = {step(i - 1), 2.0 * (x[i + 1] - x[i - 1]), step(i), 6.0 * (secant(i) - secant(i - 1))};
  }
  if (slopes) {
    rows[0] = {0.0, 2.0 * step(0), step(0), 6.0 * (secant(0) - slopes->first)};
    rows[last] = {step(last - 1), 2.0 * step(last - 1), 0.0, 6.0 * (slopes->last - secant(last - 1))};
  }
  return rows;
}

[[maybe_unused]] bool is_valid_table(std::span<const double> x, std::span<const double> y) {
  const auto finite = [](double value) { return std::isfinite(value); };
  return x.size() == y.size() && x.size() >= 2 && std::ranges::all_of(x, finite) && std::ranges::all_of(y, finite) &&
         std::ranges::adjacent_find(x, std::greater_equal<>{}) == x.end();
}

}  // namespace

CubicSpline::CubicSpline(std::span<const double> x, std::span<const double> y, std::optional<EndSlopes> slopes,
                         SplineExtension extension)
    : knots_(x.size()), extension_(extension) {
  CAROM_ASSERT(is_valid_table(x, y));
  std::vector<Row> rows = make_equations(x, y, slopes);
  solve_tridiagonal(rows);
  const std::size_t last = x.size() - 1;
  for (std::size_t i = 0; i < last; ++i) {
    const double step = x[i + 1] - x[i], u = rows[i].right, next_u = rows[i + 1].right;
    const double slope = (y[i + 1] - y[i]) / step - step * (2.0 * u + next_u) / 6.0;
    knots_[i] = {x[i], y[i], slope, u, (next_u - u) / step};
  }
  const double step = x[last] - x[last - 1];
  const double end_slope = knots_[last - 1].slope + 0.5 * step * (rows[last - 1].right + rows[last].right);
  knots_[last] = {x[last], y[last], end_slope, rows[last].right, 0.0};
}

CubicSpline::Sample CubicSpline::sample(double x) const {
  if (x < knots_.front().x) return extend(knots_.front(), x);
  if (x > knots_.back().x) return extend(knots_.back(), x);
  const auto after = std::ranges::upper_bound(knots_, x, {}, &Knot::x);
  const Knot& knot = *(after - 1);
  const double d = x - knot.x;
  return {knot.value + d * (knot.slope + d * (0.5 * knot.curvature + d * knot.third / 6.0)),
          knot.slope + d * (knot.curvature + 0.5 * d * knot.third), knot.curvature + d * knot.third};
}

CubicSpline::Sample CubicSpline::extend(const Knot& end, double x) const {
  if (extension_ == SplineExtension::Hold) return {end.value, 0.0, 0.0};
  return {end.value + end.slope * (x - end.x), end.slope, 0.0};
}

}  // namespace carom
