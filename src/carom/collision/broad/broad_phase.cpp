#include "carom/collision/broad/broad_phase.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace carom {
namespace {

constexpr int kNumLevels = 64;

/// By way of a signed number, which processors convert at once.
std::uint64_t count_cells(double place) { return static_cast<std::uint64_t>(static_cast<std::int64_t>(place)); }

double calc_extent(const BoundingBox& box) { return (box.high - box.low).maxCoeff(); }

}  // namespace

BroadPhase::BroadPhase(CollisionFilter filter) : filter_(std::move(filter)) {
  const auto count = static_cast<std::size_t>(filter_.num_shapes());
  entries_.resize(count);
  scratch_.resize(count);
  sorted_boxes_.resize(count);
  levels_.resize(count);
  order_.resize(count);
  std::iota(order_.begin(), order_.end(), 0);
}

void BroadPhase::update(std::span<const BoundingBox> boxes) {
  found_.clear();
  sort_into_grids(boxes);
  for (std::size_t fine = 0; fine < grids_.size(); ++fine) {
    find_within(grids_[fine]);
    for (std::size_t coarse = fine + 1; coarse < grids_.size(); ++coarse) find_across(grids_[fine], grids_[coarse]);
  }
  find_endless(boxes);
  sort_pairs();
}

// Least significant digits first; the order of the update before makes most of the memory's accesses go forward.
void BroadPhase::sort_entries(std::size_t first, std::size_t last) {
  std::uint64_t highest = 0;
  for (std::size_t i = first; i < last; ++i) highest = std::max(highest, entries_[i].cell);
  constexpr unsigned kBits = 11;
  std::array<std::size_t, 1U << kBits> starts;
  for (unsigned shift = 0; shift < 64 && (highest >> shift) != 0; shift += kBits) {
    const auto digit = [&](const Entry& entry) { return (entry.cell >> shift) & ((1U << kBits) - 1); };
    starts.fill(0);
    for (std::size_t i = first; i < last; ++i) ++starts[digit(entries_[i])];
    std::size_t sum = first;
    for (std::size_t& start : starts) sum += std::exchange(start, sum);
    for (std::size_t i = first; i < last; ++i) scratch_[starts[digit(entries_[i])]++] = entries_[i];
    std::copy(scratch_.begin() + static_cast<std::ptrdiff_t>(first),
              scratch_.begin() + static_cast<std::ptrdiff_t>(last),
              entries_.begin() + static_cast<std::ptrdiff_t>(first));
  }
}

void BroadPhase::sort_into_grids(std::span<const BoundingBox> boxes) {
  // The level of a box is the least power of two that is not below its extent, from that of the smallest one on.
  double smallest = INFINITY;
  Vector3 low = Vector3::Constant(INFINITY), high = -low;
  for (const BoundingBox& box : boxes) {
    const double extent = calc_extent(box);
    if (!std::isfinite(extent)) continue;
    if (extent > 0.0) smallest = std::min(smallest, extent);
    low = low.cwiseMin(box.low), high = high.cwiseMax(box.low);
  }
  if (!std::isfinite(smallest)) smallest = 1.0;
  endless_.clear();
  std::array<std::size_t, kNumLevels> counts{};
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const double extent = calc_extent(boxes[i]);
    if (!std::isfinite(extent)) {
      levels_[i] = -1;
      endless_.push_back(static_cast<int>(i));
      continue;
    }
    int exponent = 0;
    if (extent > smallest) (void)std::frexp(extent / smallest * (1.0 - 1e-15), &exponent);
    levels_[i] = static_cast<std::int8_t>(std::clamp(exponent, 0, kNumLevels - 1));
    ++counts[static_cast<std::size_t>(levels_[i])];
  }

  // Cells no smaller than a box, and so large that they can be counted.
  grids_.clear();
  std::array<int, kNumLevels> grid_of;
  std::size_t first = 0;
  for (std::size_t level = 0; level < kNumLevels; ++level) {
    if (counts[level] == 0) continue;
    grid_of[level] = static_cast<int>(grids_.size());
    Grid grid;
    const double needed = std::ldexp(smallest, static_cast<int>(level));
    grid.cell_size = std::max(1.001 * needed, (high - low).maxCoeff() / 1e6);
    grid.origin = low.array() - 1.5 * grid.cell_size;
    const auto cells = [&](int axis) {
      return static_cast<std::uint64_t>((high[axis] - low[axis]) / grid.cell_size) + 5;
    };
    grid.row = cells(0);
    grid.layer = grid.row * cells(1);
    grid.first = grid.last = first;
    first += counts[level];
    grids_.push_back(grid);
  }
  for (const int shape : order_) {
    const auto i = static_cast<std::size_t>(shape);
    if (levels_[i] < 0) continue;
    Grid& grid = grids_[static_cast<std::size_t>(grid_of[static_cast<std::size_t>(levels_[i])])];
    const Vector3 place = (boxes[i].low - grid.origin) * (1.0 / grid.cell_size);
    const std::uint64_t cell =
        count_cells(place.x()) + grid.row * count_cells(place.y()) + grid.layer * count_cells(place.z());
    entries_[grid.last++] = {cell, shape};
  }
  std::size_t next = 0;
  for (const Grid& grid : grids_) sort_entries(grid.first, grid.last);
  for (std::size_t i = 0; i < first; ++i) {
    sorted_boxes_[i] = boxes[static_cast<std::size_t>(entries_[i].shape)];
    order_[next++] = entries_[i].shape;
  }
  for (const int shape : endless_) order_[next++] = shape;
}

void BroadPhase::add_pair(int shape_a, int shape_b) {
  if (filter_.allows(shape_a, shape_b)) found_.push_back({std::min(shape_a, shape_b), std::max(shape_a, shape_b)});
}

void BroadPhase::try_pair(std::size_t i, std::size_t j) {
  if (sorted_boxes_[i].meets(sorted_boxes_[j])) add_pair(entries_[i].shape, entries_[j].shape);
}

// Each pair of neighboring cells once: the rest of the own cell and the next one in the row, and three cells each in
// four of the eight rows around.
void BroadPhase::find_within(const Grid& grid) {
  const std::uint64_t ahead[4] = {grid.row, grid.layer - grid.row, grid.layer, grid.layer + grid.row};
  std::size_t cursors[4] = {grid.first, grid.first, grid.first, grid.first};
  for (std::size_t i = grid.first; i < grid.last; ++i) {
    const std::uint64_t cell = entries_[i].cell;
    for (std::size_t j = i + 1; j < grid.last && entries_[j].cell <= cell + 1; ++j) try_pair(i, j);
    for (std::size_t k = 0; k < 4; ++k) {
      std::size_t& cursor = cursors[k];
      while (cursor < grid.last && entries_[cursor].cell < cell + ahead[k] - 1) ++cursor;
      for (std::size_t j = cursor; j < grid.last && entries_[j].cell <= cell + ahead[k] + 1; ++j) try_pair(i, j);
    }
  }
}

void BroadPhase::find_across(const Grid& fine, const Grid& coarse) {
  const auto begin = entries_.begin() + static_cast<std::ptrdiff_t>(coarse.first);
  const auto end = entries_.begin() + static_cast<std::ptrdiff_t>(coarse.last);
  for (std::size_t i = fine.first; i < fine.last; ++i) {
    // A box that meets this one begins at most a cell before it, and not behind its end.
    const Vector3 from = ((sorted_boxes_[i].low - coarse.origin) / coarse.cell_size).array() - 1.0;
    const Vector3 to = (sorted_boxes_[i].high - coarse.origin) / coarse.cell_size;
    const auto number = [](double place) { return place > 0.0 ? static_cast<std::uint64_t>(place) : 0; };
    for (std::uint64_t z = number(from.z()); z <= number(to.z()); ++z) {
      for (std::uint64_t y = number(from.y()); y <= number(to.y()); ++y) {
        const std::uint64_t start = z * coarse.layer + y * coarse.row;
        const auto first = std::lower_bound(begin, end, start + number(from.x()),
                                            [](const Entry& entry, std::uint64_t cell) { return entry.cell < cell; });
        for (auto at = first; at != end && at->cell <= start + number(to.x()); ++at) {
          try_pair(i, static_cast<std::size_t>(at - entries_.begin()));
        }
      }
    }
  }
}

void BroadPhase::find_endless(std::span<const BoundingBox> boxes) {
  for (const int endless : endless_) {
    const auto a = static_cast<std::size_t>(endless);
    for (std::size_t b = 0; b < boxes.size(); ++b) {
      if (levels_[b] < 0 && b <= a) continue;
      if (boxes[a].meets(boxes[b])) add_pair(endless, static_cast<int>(b));
    }
  }
}

// By the first shape with counted places, then the few of each by the second.
void BroadPhase::sort_pairs() {
  counts_.assign(static_cast<std::size_t>(filter_.num_shapes()) + 1, 0);
  for (const ShapePair& pair : found_) ++counts_[static_cast<std::size_t>(pair.a)];
  std::size_t sum = 0;
  for (std::size_t& count : counts_) sum += std::exchange(count, sum);
  pairs_.resize(found_.size());
  for (const ShapePair& pair : found_) pairs_[counts_[static_cast<std::size_t>(pair.a)]++] = pair;
  std::size_t start = 0;
  for (const std::size_t stop : counts_) {
    if (stop - start > 1) {
      std::sort(pairs_.begin() + static_cast<std::ptrdiff_t>(start), pairs_.begin() + static_cast<std::ptrdiff_t>(stop),
                [](const ShapePair& p, const ShapePair& q) { return p.b < q.b; });
    }
    start = stop;
    if (start == pairs_.size()) break;
  }
}

}  // namespace carom
