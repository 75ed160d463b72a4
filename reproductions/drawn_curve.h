#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "carom/report/figure/figure.h"
#include "carom/report/page/chapter.h"

namespace carom::reproductions {

/// A curve of a figure, read back from what is drawn: a check of it fails where the page shows something else than
/// what was meant, whichever way the numbers came there. Numbers are in the units of the figure's axes.
class DrawnCurve {
 public:
  /// Throws InputError with the nearest label where the figure draws no curve of this label.
  DrawnCurve(const Figure& figure, std::string_view label);
  /// One of several that share a label, or have none.
  DrawnCurve(const Figure& figure, std::size_t number);

  /// Its height at x, on the straight line between the points before and after; of a curve that turns back, where it
  /// first passes. Throws InputError where it never does.
  [[nodiscard]] double at(double x) const;
  [[nodiscard]] double first() const { return series_.y.front(); }
  [[nodiscard]] double last() const { return series_.y.back(); }
  [[nodiscard]] double highest(double from_x, double to_x) const;
  [[nodiscard]] double highest() const;
  [[nodiscard]] double lowest() const;
  /// Of its points from one x to another.
  [[nodiscard]] double mean(double from_x, double to_x) const;
  /// The largest |y − expected(x)| of its points; gaps are passed over.
  [[nodiscard]] double farthest_from(const std::function<double(double x)>& expected) const;
  /// ∫ y dx along the curve, by the trapezoidal rule: the area inside a loop that is run through clockwise.
  [[nodiscard]] double area() const;
  [[nodiscard]] const FigureSeries& points() const { return series_; }

  /// Of what was read, in the unit of the figure's y axis.
  [[nodiscard]] Check check(std::string name, double expected, double found, double tolerance, std::string note) const;
  /// The same of its height at x.
  [[nodiscard]] Check check_at(double x, double expected, double tolerance, std::string note) const;
  /// A check of another kind, or in another unit, of what was read.
  [[nodiscard]] Check mark(Check check) const;

 private:
  const Figure& figure_;
  const FigureSeries& series_;
  std::string name_;  // of the figure, and of the curve in it
};

/// Of the value that a map of a figure shows at the point of its grid that is nearest to (x, y).
[[nodiscard]] Check check_heat(const Figure& figure, double x, double y, double expected, std::string note);

}  // namespace carom::reproductions
