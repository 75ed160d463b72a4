#include "carom/contact/restitution.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "carom/contact/parameter_checks.h"
#include "carom/math/piecewise_cubic.h"

namespace carom {
namespace {

bool is_finite(const std::vector<double>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

bool is_increasing(const std::vector<double>& numbers) {
  return std::adjacent_find(numbers.begin(), numbers.end(), std::greater_equal<>()) == numbers.end();
}

bool is_table(const Restitution::Table& table) {
  return table.speeds.size() == table.values.size() && is_finite(table.speeds) && is_finite(table.values) &&
         is_increasing(table.speeds);
}

// The cubic between two points with given values and slopes.
double interpolate(const std::vector<double>& x, const std::vector<double>& y, const std::vector<double>& slopes,
                   double speed) {
  if (speed <= x.front()) return y.front();
  if (speed >= x.back()) return y.back();
  const auto right = static_cast<std::size_t>(std::upper_bound(x.begin(), x.end(), speed) - x.begin());
  const std::size_t left = right - 1;
  const double width = x[right] - x[left], u = (speed - x[left]) / width, w = 1.0 - u;
  return y[left] * w * w * (1.0 + 2.0 * u) + y[right] * u * u * (1.0 + 2.0 * w) +
         width * u * w * (slopes[left] * w - slopes[right] * u);
}

}  // namespace

Restitution::Restitution(Table table) {
  SmoothTable smooth{std::move(table), {}};
  if (is_table(smooth)) smooth.slopes = calc_monotone_slopes(smooth.speeds, smooth.values);
  form_ = std::move(smooth);
}

double Restitution::at(double speed) const {
  if (const auto* constant = std::get_if<double>(&form_)) return *constant;
  if (const auto* linear = std::get_if<Linear>(&form_)) return std::max(linear->floor, 1.0 - linear->alpha * speed);
  const auto& table = std::get<SmoothTable>(form_);
  return interpolate(table.speeds, table.values, table.slopes, speed);
}

double Restitution::least() const {
  if (const auto* constant = std::get_if<double>(&form_)) return *constant;
  if (const auto* linear = std::get_if<Linear>(&form_)) return linear->floor;
  const auto& values = std::get<SmoothTable>(form_).values;
  return *std::min_element(values.begin(), values.end());
}

double Restitution::most() const {
  if (const auto* constant = std::get_if<double>(&form_)) return *constant;
  if (std::holds_alternative<Linear>(form_)) return 1.0;
  const auto& values = std::get<SmoothTable>(form_).values;
  return *std::max_element(values.begin(), values.end());
}

void Restitution::check(ParameterChecks& checks, std::string_view key, Zero zero) const {
  const schema::Range range{.least = 0.0, .most = 1.0, .least_excluded = zero == Zero::Refused};
  if (const auto* constant = std::get_if<double>(&form_)) {
    checks.within(key, *constant, range);
  } else if (const auto* linear = std::get_if<Linear>(&form_)) {
    checks.not_negative(fmt::format("{}.alpha", key), linear->alpha);
    checks.within(fmt::format("{}.floor", key), linear->floor, range);
  } else {
    check_table(std::get<SmoothTable>(form_), checks, key, range);
  }
}

void Restitution::check_table(const SmoothTable& table, ParameterChecks& checks, std::string_view key,
                              const schema::Range& range) {
  const std::size_t size = table.speeds.size();
  if (size == 0 || size != table.values.size()) {
    checks.refuse(key, "a table of as many values as speeds",
                  fmt::format("{} speeds and {} values", size, table.values.size()));
  }
  for (const double speed : table.speeds) checks.not_negative(fmt::format("{}.speeds", key), speed);
  if (!is_increasing(table.speeds)) checks.refuse(fmt::format("{}.speeds", key), "increasing", "another order");
  for (const double value : table.values) checks.within(fmt::format("{}.values", key), value, range);
}

}  // namespace carom
