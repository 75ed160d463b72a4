#include "reproductions/drawn_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/base/nearest_name.h"

namespace carom::reproductions {
namespace {

const FigureSeries& find_series(const Figure& figure, std::string_view label) {
  std::vector<std::string> labels;
  for (const FigureSeries& series : figure.series) {
    if (series.label == label && !series.y.empty()) return series;
    labels.push_back(series.label);
  }
  throw InputError("figure '" + figure.id + "'",
                   fmt::format("draws no curve '{}'{}", label, make_suggestion(label, labels)));
}

std::size_t find_nearest(const std::vector<double>& values, double wanted) {
  const auto nearer = [&](double a, double b) { return std::abs(a - wanted) < std::abs(b - wanted); };
  return static_cast<std::size_t>(std::min_element(values.begin(), values.end(), nearer) - values.begin());
}

}  // namespace

DrawnCurve::DrawnCurve(const Figure& figure, std::string_view label)
    : figure_(figure), series_(find_series(figure, label)), name_(fmt::format("{}: {}", figure.id, label)) {}

DrawnCurve::DrawnCurve(const Figure& figure, std::size_t number)
    : figure_(figure),
      series_(figure.series.at(number)),
      name_(fmt::format("{}: {}", figure.id, series_.label.empty() ? fmt::format("#{}", number) : series_.label)) {}

double DrawnCurve::at(double x) const {
  const std::vector<double>&xs = series_.x, &ys = series_.y;
  for (std::size_t i = 0; i < xs.size(); ++i) {
    if (xs[i] == x) return ys[i];
    const bool between = i + 1 < xs.size() && (xs[i] - x) * (xs[i + 1] - x) < 0.0;
    if (between) return ys[i] + (x - xs[i]) / (xs[i + 1] - xs[i]) * (ys[i + 1] - ys[i]);
  }
  throw InputError("figure '" + figure_.id + "'", fmt::format("its curve {} does not reach x = {}", name_, x));
}

double DrawnCurve::highest(double from_x, double to_x) const {
  double highest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < series_.x.size(); ++i) {
    if (series_.x[i] >= from_x && series_.x[i] <= to_x) highest = std::max(highest, series_.y[i]);
  }
  return highest;
}

double DrawnCurve::highest() const {
  constexpr double kEverywhere = std::numeric_limits<double>::infinity();
  return highest(-kEverywhere, kEverywhere);
}

double DrawnCurve::lowest() const {
  double lowest = std::numeric_limits<double>::infinity();
  for (const double y : series_.y) lowest = std::min(lowest, y);
  return lowest;
}

double DrawnCurve::mean(double from_x, double to_x) const {
  double sum = 0.0, count = 0.0;
  for (std::size_t i = 0; i < series_.x.size(); ++i) {
    if (series_.x[i] < from_x || series_.x[i] > to_x) continue;
    sum += series_.y[i];
    count += 1.0;
  }
  return sum / count;
}

double DrawnCurve::farthest_from(const std::function<double(double x)>& expected) const {
  double farthest = 0.0;
  for (std::size_t i = 0; i < series_.x.size(); ++i) {
    if (!std::isnan(series_.y[i])) farthest = std::max(farthest, std::abs(series_.y[i] - expected(series_.x[i])));
  }
  return farthest;
}

double DrawnCurve::area() const {
  double area = 0.0;
  for (std::size_t i = 1; i < series_.x.size(); ++i) {
    area += 0.5 * (series_.y[i] + series_.y[i - 1]) * (series_.x[i] - series_.x[i - 1]);
  }
  return area;
}

Check DrawnCurve::check(std::string name, double expected, double found, double tolerance, std::string note) const {
  return mark(check_number(std::move(name), expected, found, tolerance, figure_.y.unit, std::move(note)));
}

Check DrawnCurve::check_at(double x, double expected, double tolerance, std::string note) const {
  const std::string where =
      fmt::format("{} at {:.6g}{}{}", series_.label, x, figure_.x.unit.empty() ? "" : " ", figure_.x.unit);
  return check(where, expected, at(x), tolerance, std::move(note));
}

Check DrawnCurve::mark(Check check) const {
  check.curve = name_;
  return check;
}

Check check_heat(const Figure& figure, double x, double y, double expected, std::string note) {
  const FigureHeat& heat = figure.heat.value();
  const std::size_t column = find_nearest(heat.x, x), row = find_nearest(heat.y, y);
  Check check = check_number(fmt::format("{} at {:g}, {:g}", heat.label, heat.x[column], heat.y[row]), expected,
                             heat.values[row * heat.x.size() + column], 0.0, heat.unit, std::move(note));
  check.curve = fmt::format("{}: {}", figure.id, heat.label);
  return check;
}

}  // namespace carom::reproductions
