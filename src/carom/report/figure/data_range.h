#pragma once

#include <array>
#include <span>

#include "carom/report/figure/figure.h"

namespace carom {

/// What an axis shows: low below high, both finite, both positive where the scale is logarithmic.
struct AxisRange {
  double low{};
  double high{};
};

/// Collects numbers and finds the range to show them in. Gaps and, for logarithms, what is not positive do not count.
class DataRange {
 public:
  explicit DataRange(AxisScale scale) : scale_(scale) {}

  void include(double value);
  void include(std::span<const double> values);

  /// With `margin`, a part of the length, left on both sides. Numbers that are all the same, or none, have some range
  /// around them too.
  [[nodiscard]] AxisRange find_range(double margin) const;

 private:
  AxisScale scale_;
  bool empty_{true};
  double low_{};
  double high_{};
};

/// The ranges of both axes of a figure: those it asks for, or else what its data need.
struct FigureRanges {
  AxisRange x;
  AxisRange y;
};
[[nodiscard]] FigureRanges find_ranges(const Figure& figure);

}  // namespace carom
