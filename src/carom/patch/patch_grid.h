#pragma once

#include <Eigen/Core>

namespace carom {

/// One number for each element of a grid, x running fastest.
using PatchField = Eigen::ArrayXd;

/// The contact plane in equal rectangles around its origin. A plane problem has one row of strips: num_y is 1 and dy
/// the width of the bodies across the plane.
struct PatchGrid {
  int num_x{}, num_y{};  // elements each way, num_x ≥ 2
  double dx{}, dy{};     // size of an element  [m]

  [[nodiscard]] int size() const { return num_x * num_y; }
  [[nodiscard]] bool plane() const { return num_y == 1; }
  [[nodiscard]] double element_area() const { return dx * dy; }  // [m²]
  /// Of the centre of an element.  [m]
  [[nodiscard]] double x(int i) const { return (i % num_x - 0.5 * (num_x - 1)) * dx; }
  [[nodiscard]] double y(int i) const { return (i / num_x - 0.5 * (num_y - 1)) * dy; }
  [[nodiscard]] bool on_edge(int i) const {
    const int column = i % num_x, row = i / num_x;
    return column == 0 || column == num_x - 1 || (!plane() && (row == 0 || row == num_y - 1));
  }
};

/// Square elements over a square of the given half width, or strips over an interval.
[[nodiscard]] inline PatchGrid make_square_grid(int num_across, double half_width) {
  const double size = 2.0 * half_width / num_across;
  return {.num_x = num_across, .num_y = num_across, .dx = size, .dy = size};
}
[[nodiscard]] inline PatchGrid make_line_grid(int num_across, double half_width, double width_of_bodies) {
  return {.num_x = num_across, .num_y = 1, .dx = 2.0 * half_width / num_across, .dy = width_of_bodies};
}

}  // namespace carom
