#pragma once

#include <vector>

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

/// From the first one to before the last one.
struct PatchRows {
  int first{}, last{};
};

/// Some elements of a grid, in its order. Room for all of them is taken once.
class PatchElements {
 public:
  explicit PatchElements(const PatchGrid& grid) : num_x_(grid.num_x) {
    at_.reserve(static_cast<std::size_t>(grid.size()));
    starts_.assign(static_cast<std::size_t>(grid.num_y) + 1, 0);
  }

  /// Those for which `belongs(i)`.
  template <class Belongs>
  void choose(const Belongs& belongs) {
    at_.clear();
    for (std::size_t row = 0; row + 1 < starts_.size(); ++row) {
      for (int i = static_cast<int>(row) * num_x_, end = i + num_x_; i < end; ++i) {
        if (belongs(i)) at_.push_back(i);
      }
      starts_[row + 1] = at_.size();
    }
  }
  [[nodiscard]] std::size_t size() const { return at_.size(); }
  /// Where the n-th of them is.
  [[nodiscard]] int at(std::size_t n) const { return at_[n]; }
  /// The first one of a row or those after it.
  [[nodiscard]] std::size_t start(int row) const { return starts_[static_cast<std::size_t>(row)]; }
  /// The rows that they are in.
  [[nodiscard]] PatchRows rows() const {
    return at_.empty() ? PatchRows{} : PatchRows{.first = at_.front() / num_x_, .last = at_.back() / num_x_ + 1};
  }

 private:
  int num_x_;
  std::vector<int> at_;
  std::vector<std::size_t> starts_;  // of rows, and the end
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
