#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "carom/collision/broad/bounding_box.h"

namespace carom {

/// Boxes sorted by the cell of a grid that their low corner is in, with a grid for boxes of about one size; all that a
/// search looks at lies side by side in memory.
///
/// Where there are many, they are sorted into blocks of cells first, then each block by itself, so that what is counted
/// and moved fits into the caches: counting all cells at once takes four times as long for a million boxes as for a
/// thousand, each.
class CellList {
 public:
  explicit CellList(std::size_t count);

  /// Three numbers that are compared at once, and one more that goes with them.
  using Lanes [[gnu::vector_size(16)]] = float;

  /// In units of the extent of the whole, from its low corner on: rounded outwards to single precision. The cell and
  /// the shape are in the last lanes, so that a box is read and written in one go.
  struct Box {
    Lanes low, high;

    [[nodiscard]] std::uint32_t cell() const { return std::bit_cast<std::uint32_t>(low[3]); }  // of all grids
    [[nodiscard]] int shape() const { return std::bit_cast<int>(high[3]); }

    [[nodiscard]] bool meets(const Box& other) const {
      const auto within = (low <= other.high) & (high >= other.low);
      const auto words = std::bit_cast<std::array<std::int64_t, 2>>(within);
      return (words[0] & (words[1] | static_cast<std::int64_t>(0xffffffff00000000U))) == -1;
    }
  };
  /// Cells are as large as the largest box, so that a box reaches into the next cell at most. They are numbered along
  /// x, then y, then z. Where there would be many more cells than boxes, the grid goes on from its beginning: boxes far
  /// from each other share cells then.
  struct Grid {
    double cells_per_unit{};
    std::array<int, 3> dims{};  // cells along x, y, z; a row has one more, always empty
    int row{};                  // cells in a row, with the empty one
    std::size_t first{}, last{};
    std::size_t start{};  // of its cells

    /// The number in this grid of a cell that is counted through all grids.
    [[nodiscard]] int own(std::uint32_t cell) const { return static_cast<int>(cell - start) - 2; }
    /// Of the cell at these places along x, y and z, however far.
    [[nodiscard]] int number(int x, int y, int z) const {
      return fold(x, 0) + row * (fold(y, 1) + dims[1] * fold(z, 2));
    }
    [[nodiscard]] int fold(int place, std::size_t axis) const {
      const int dim = dims[axis];
      if (place >= 0 && place < dim) return place;
      const int rest = place % dim;
      return rest < 0 ? rest + dim : rest;
    }
  };

  void sort(std::span<const BoundingBox> boxes);

  [[nodiscard]] const std::vector<Grid>& grids() const { return grids_; }  // from small boxes to large ones
  [[nodiscard]] const Box& box(std::uint32_t place) const { return boxes_[place]; }
  /// Where the boxes of a cell begin; those of the next one follow. Cells from −1 to one behind the last.
  [[nodiscard]] std::uint32_t first_in(const Grid& grid, int cell) const {
    return starts_[grid.start + static_cast<std::size_t>(cell + 1)];
  }
  /// Shapes whose boxes have no end, in increasing order: they are in no grid.
  [[nodiscard]] const std::vector<int>& endless() const { return endless_; }

 private:
  /// Boxes whose extents have the same binary exponent.
  struct Size {
    double smallest{}, largest{};
    std::size_t count{};
  };
  static constexpr std::size_t kNumSizes = 2048;

  void measure(std::span<const BoundingBox> boxes);
  void make_grids();
  void choose_cells(Grid& grid, double largest);
  void choose_blocks();
  std::uint32_t place(std::span<const BoundingBox> boxes, std::vector<Box>& placed);
  void sort_into_blocks(std::uint32_t count);
  void sort_block(std::size_t block, std::uint32_t first, std::uint32_t last);
  [[nodiscard]] const Grid& grid_of(std::size_t shape) const {
    return grids_[grid_of_size_[static_cast<std::size_t>(sizes_[shape])]];
  }

  Vector3 low_{Vector3::Zero()}, high_{Vector3::Zero()};  // of the whole  [m]
  double unit_{1.0};                                      // [m]
  std::vector<Box> unsorted_, boxes_;
  std::vector<std::uint32_t> starts_;
  int block_bits_{};                         // a block has 2^bits cells that follow each other
  std::vector<std::uint32_t> block_starts_;  // the first box of each block, and one behind the last
  std::vector<std::int16_t> sizes_;          // of shapes: their binary exponents; −1: no end
  int least_size_{}, most_size_{};
  std::array<Size, kNumSizes> size_{};  // all empty between updates
  std::array<std::uint8_t, kNumSizes> grid_of_size_{};
  std::vector<int> endless_;
  std::vector<Grid> grids_;
};

}  // namespace carom
