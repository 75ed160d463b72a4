#include "carom/collision/broad/cell_list.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace carom {
namespace {

/// More than a float's rounding.
constexpr double kOutwards = 1.2e-7;
/// Finer grids than this share of the whole have no use: what is smaller shares the finest.
constexpr double kFinest = 1e-6;
/// More cells for a box than this cost more memory than they save comparisons.
constexpr std::size_t kCellsPerBox = 8;
constexpr std::size_t kLeastCells = 64;
/// So many, with their cells, are about half of what a core keeps close by.
constexpr std::size_t kBoxesPerBlock = 2048;

/// Two before the first cell and one behind the last.
std::size_t count_starts(const CellList::Grid& grid) {
  return static_cast<std::size_t>(grid.row) * static_cast<std::size_t>(grid.dims[1]) *
             static_cast<std::size_t>(grid.dims[2]) +
         3;
}

/// The binary exponent, from 0 on.
int exponent_of(double extent) { return static_cast<int>(std::bit_cast<std::uint64_t>(extent) >> 52U); }

}  // namespace

CellList::CellList(std::size_t count) : unsorted_(count), boxes_(count), sizes_(count) {}

void CellList::sort(std::span<const BoundingBox> boxes) {
  measure(boxes);
  make_grids();
  choose_blocks();
  const bool has_blocks = block_starts_.size() > 2;
  const std::uint32_t count = place(boxes, has_blocks ? boxes_ : unsorted_);
  if (has_blocks) sort_into_blocks(count);
  for (std::size_t block = 0; block + 1 < block_starts_.size(); ++block) {
    sort_block(block, block_starts_[block], block_starts_[block + 1]);
  }
}

// The starts of blocks move on to their ends while boxes go there.
void CellList::sort_into_blocks(std::uint32_t count) {
  // Blocks are written in no order that could be foreseen: memory is told some boxes before.
  constexpr std::uint32_t kAhead = 16;
  const auto place_of = [&](std::uint32_t i) -> std::uint32_t& {
    return block_starts_[boxes_[i].cell() >> block_bits_];
  };
  for (std::uint32_t i = 0; i < count; ++i) {
    __builtin_prefetch(unsorted_.data() + place_of(std::min(i + kAhead, count - 1)), 1);
    unsorted_[place_of(i)++] = boxes_[i];
  }
  for (std::size_t block = block_starts_.size() - 1; block > 0; --block) {
    block_starts_[block] = block_starts_[block - 1];
  }
  block_starts_[0] = 0;
}

// Counts, then the first place of each cell; the start of a cell moves on to its end, which is the start of the next.
void CellList::sort_block(std::size_t block, std::uint32_t first, std::uint32_t last) {
  const std::size_t begin = block << block_bits_, end = std::min((block + 1) << block_bits_, starts_.size());
  std::fill(starts_.begin() + static_cast<std::ptrdiff_t>(begin), starts_.begin() + static_cast<std::ptrdiff_t>(end),
            0U);
  for (std::uint32_t i = first; i < last; ++i) {
    __builtin_prefetch(&boxes_[i], 1);  // where this block's boxes go
    ++starts_[unsorted_[i].cell()];
  }
  std::uint32_t sum = first;
  for (std::size_t cell = begin; cell < end; ++cell) sum += std::exchange(starts_[cell], sum);
  for (std::uint32_t i = first; i < last; ++i) boxes_[starts_[unsorted_[i].cell()]++] = unsorted_[i];
}

void CellList::measure(std::span<const BoundingBox> boxes) {
  endless_.clear();
  low_.setConstant(INFINITY), high_.setConstant(-INFINITY);
  least_size_ = kNumSizes, most_size_ = -1;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const BoundingBox& box = boxes[i];
    if (!box.is_finite()) {
      sizes_[i] = -1;
      endless_.push_back(static_cast<int>(i));
      continue;
    }
    const double extent = std::max((box.high - box.low).maxCoeff(), 0.0);
    const int exponent = exponent_of(extent);
    sizes_[i] = static_cast<std::int16_t>(exponent);
    least_size_ = std::min(least_size_, exponent), most_size_ = std::max(most_size_, exponent);
    Size& size = size_[static_cast<std::size_t>(exponent)];
    size.smallest = size.count == 0 ? extent : std::min(size.smallest, extent);
    size.largest = std::max(size.largest, extent);
    ++size.count;
    low_ = low_.cwiseMin(box.low), high_ = high_.cwiseMax(box.high);
  }
  unit_ = std::max((high_ - low_).maxCoeff(), 1e-290);
}

// Equal sizes have one grid whatever rounding makes of them: a grid takes extents up to twice its smallest.
void CellList::make_grids() {
  grids_.clear();
  const double finest = kFinest * unit_;
  double smallest = 0.0;
  std::size_t starts = 0, first = 0;
  for (int exponent = least_size_; exponent <= most_size_; ++exponent) {
    const Size size = std::exchange(size_[static_cast<std::size_t>(exponent)], {});
    if (size.count == 0) continue;
    const bool joins = !grids_.empty() && size.largest <= std::max(2.0 * smallest, finest);
    if (!joins) {
      grids_.push_back({.first = first, .last = first, .start = starts});
      smallest = size.smallest;
    }
    Grid& grid = grids_.back();
    grid.last = first += size.count;
    choose_cells(grid, std::max(size.largest, finest));
    starts = grid.start + count_starts(grid);
    grid_of_size_[static_cast<std::size_t>(exponent)] = static_cast<std::uint8_t>(grids_.size() - 1);
  }
  starts_.resize(starts);
}

void CellList::choose_blocks() {
  const std::size_t wanted = boxes_.size() < 2 * kBoxesPerBlock ? 1 : boxes_.size() / kBoxesPerBlock;
  block_bits_ = static_cast<int>(std::bit_width(starts_.size() / wanted));
  block_starts_.assign((starts_.size() >> block_bits_) + 2, 0U);
}

void CellList::choose_cells(Grid& grid, double largest) {
  constexpr double kMostAlongAxis = 1e6;
  // A little larger, for the rounding of boxes.
  grid.cells_per_unit = unit_ / (1.001 * largest + 4.0 * kOutwards * unit_);
  const std::size_t most = kCellsPerBox * (grid.last - grid.first) + kLeastCells;
  std::size_t product = 1;
  for (int axis = 0; axis < 3; ++axis) {
    // Of boxes that are anywhere, or nowhere, so many that their product is still a number.
    const double cells = (high_[axis] - low_[axis]) / unit_ * grid.cells_per_unit;
    grid.dims[static_cast<std::size_t>(axis)] =
        cells < kMostAlongAxis ? std::max(4, static_cast<int>(cells) + 2) : static_cast<int>(kMostAlongAxis);
    product *= static_cast<std::size_t>(grid.dims[static_cast<std::size_t>(axis)]);
  }
  while (product > most) {
    int& widest = *std::ranges::max_element(grid.dims);
    if (widest <= 4) break;
    product = product / static_cast<std::size_t>(widest);
    widest = std::max(4, widest / 2);
    product *= static_cast<std::size_t>(widest);
  }
  grid.row = grid.dims[0] + 1;
}

std::uint32_t CellList::place(std::span<const BoundingBox> boxes, std::vector<Box>& placed) {
  const double inwards = (1.0 - kOutwards) / unit_, outwards = (1.0 + kOutwards) / unit_;
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (sizes_[i] < 0) continue;
    const Grid& grid = grid_of(i);
    const Vector3 low = (boxes[i].low - low_) * inwards, high = (boxes[i].high - low_) * outwards;
    const Vector3 at = low * grid.cells_per_unit;
    const int own = grid.number(static_cast<int>(at.x()), static_cast<int>(at.y()), static_cast<int>(at.z()));
    const auto cell = static_cast<std::uint32_t>(grid.start + 2 + static_cast<std::size_t>(own));
    Box& box = placed[count++];
    box.low = Lanes{static_cast<float>(low.x()), static_cast<float>(low.y()), static_cast<float>(low.z()),
                    std::bit_cast<float>(cell)};
    box.high = Lanes{static_cast<float>(high.x()), static_cast<float>(high.y()), static_cast<float>(high.z()),
                     std::bit_cast<float>(static_cast<int>(i))};
    ++block_starts_[cell >> block_bits_];
  }
  std::uint32_t sum = 0;
  for (std::uint32_t& start : block_starts_) sum += std::exchange(start, sum);
  return count;
}

}  // namespace carom
