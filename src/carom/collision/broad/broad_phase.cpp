#include "carom/collision/broad/broad_phase.h"

#include <algorithm>
#include <utility>

namespace carom {

BroadPhase::BroadPhase(CollisionFilter filter)
    : filter_(std::move(filter)),
      cells_(static_cast<std::size_t>(filter_.num_shapes())),
      sorter_(static_cast<std::size_t>(filter_.num_shapes())) {}

void BroadPhase::update(std::span<const BoundingBox> boxes) {
  num_found_ = 0;
  cells_.sort(boxes);
  const std::vector<CellList::Grid>& grids = cells_.grids();
  for (std::size_t fine = 0; fine < grids.size(); ++fine) {
    find_within(grids[fine]);
    for (std::size_t coarse = fine + 1; coarse < grids.size(); ++coarse) find_across(grids[fine], grids[coarse]);
  }
  find_endless(boxes);
  sorter_.sort({found_.data(), num_found_}, pairs_);
  // What the filter refuses goes last, where memory is read in order.
  if (filter_.allows_all()) return;
  std::erase_if(pairs_, [&](const ShapePair& pair) { return !filter_.allows(pair.a, pair.b); });
}

void BroadPhase::make_room(std::size_t count) {
  if (num_found_ + count > found_.size()) found_.resize(2 * found_.size() + count);
}

// Which boxes meet cannot be foreseen: every candidate is written, and stays if it does.
void BroadPhase::try_cells(std::uint32_t own, std::uint32_t first, std::uint32_t last) {
  make_room(last - first);
  const CellList::Box box = cells_.box(own);
  const int shape = box.shape();
  ShapePair* next = found_.data() + num_found_;
  for (std::uint32_t i = first; i < last; ++i) {
    const CellList::Box& other = cells_.box(i);
    *next = {std::min(shape, other.shape()), std::max(shape, other.shape())};
    next += box.meets(other) ? 1 : 0;
  }
  num_found_ = static_cast<std::size_t>(next - found_.data());
}

// Each pair of neighboring cells once: the rest of the own cell and the next one in the row, and three cells each in
// four of the eight rows around.
void BroadPhase::find_within(const CellList::Grid& grid) {
  const auto [nx, ny, nz] = grid.dims;
  const auto row_at = [&, ny = ny, nz = nz](int y, int z) {
    return grid.row * ((y < 0 ? ny - 1 : y == ny ? 0 : y) + ny * (z == nz ? 0 : z));
  };
  const auto try_from_to = [&](std::uint32_t own, int first, int last) {
    try_cells(own, cells_.first_in(grid, first), cells_.first_in(grid, last));
  };
  for (int z = 0; z < nz; ++z) {
    for (int y = 0; y < ny; ++y) {
      const int row = row_at(y, z);
      const int around[4] = {row_at(y + 1, z), row_at(y - 1, z + 1), row_at(y, z + 1), row_at(y + 1, z + 1)};
      const std::uint32_t end = cells_.first_in(grid, row + nx);
      for (std::uint32_t i = cells_.first_in(grid, row); i < end; ++i) {
        const int x = grid.own(cells_.box(i).cell()) - row;
        try_cells(i, i + 1, cells_.first_in(grid, row + x + 2));
        for (const int other : around) try_from_to(i, other + x - 1, other + x + 2);
        if (x > 0 && x < nx - 1) continue;
        // Where the row begins again.
        const int beyond = x == 0 ? nx - 1 : 0;
        if (x > 0) try_from_to(i, row, row + 1);
        for (const int other : around) try_from_to(i, other + beyond, other + beyond + 1);
      }
    }
  }
}

// Of the larger boxes, those meet this one that begin at most a cell before it, and not behind its end.
void BroadPhase::find_across(const CellList::Grid& fine, const CellList::Grid& coarse) {
  for (auto i = static_cast<std::uint32_t>(fine.first); i < fine.last; ++i) {
    int from[3], count[3];
    for (int axis = 0; axis < 3; ++axis) {
      from[axis] = static_cast<int>(static_cast<double>(cells_.box(i).low[axis]) * coarse.cells_per_unit) - 1;
      const int to = static_cast<int>(static_cast<double>(cells_.box(i).high[axis]) * coarse.cells_per_unit);
      count[axis] = to - from[axis] + 1;
    }
    for (int z = 0; z < count[2]; ++z) {
      for (int y = 0; y < count[1]; ++y) {
        for (int x = 0; x < count[0]; ++x) {
          const int cell = coarse.number(from[0] + x, from[1] + y, from[2] + z);
          try_cells(i, cells_.first_in(coarse, cell), cells_.first_in(coarse, cell + 1));
        }
      }
    }
  }
}

void BroadPhase::find_endless(std::span<const BoundingBox> boxes) {
  for (const int endless : cells_.endless()) {
    const auto a = static_cast<std::size_t>(endless);
    make_room(boxes.size());
    for (std::size_t b = 0; b < boxes.size(); ++b) {
      if (b <= a && !boxes[b].is_finite()) continue;
      const int other = static_cast<int>(b);
      if (boxes[a].meets(boxes[b])) found_[num_found_++] = {std::min(endless, other), std::max(endless, other)};
    }
  }
}

}  // namespace carom
