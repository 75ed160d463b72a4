#include "carom/collision/broad/broad_phase.h"

#include <algorithm>
#include <utility>

namespace carom {

BroadPhase::BroadPhase(CollisionFilter filter)
    : filter_(std::move(filter)),
      cells_(static_cast<std::size_t>(filter_.num_shapes())),
      sorter_(static_cast<std::size_t>(filter_.num_shapes())) {}

void BroadPhase::update(std::span<const BoundingBox> boxes) {
  cells_.sort(boxes);
  const std::vector<CellList::Grid>& grids = cells_.grids();
  ShapePair* next = found_.data();
  for (std::size_t fine = 0; fine < grids.size(); ++fine) {
    next = find_within(grids[fine], next);
    for (std::size_t coarse = fine + 1; coarse < grids.size(); ++coarse) {
      next = find_across(grids[fine], grids[coarse], next);
    }
  }
  next = find_endless(boxes, next);
  sorter_.sort({found_.data(), next}, pairs_);
  // What the filter refuses goes last, where memory is read in order.
  if (filter_.allows_all()) return;
  std::erase_if(pairs_, [&](const ShapePair& pair) { return !filter_.allows(pair.a, pair.b); });
}

ShapePair* BroadPhase::make_room(ShapePair* next, std::size_t count) {
  const auto num_found = static_cast<std::size_t>(next - found_.data());
  if (num_found + count > found_.size()) [[unlikely]]
    found_.resize(2 * found_.size() + count);
  return found_.data() + num_found;
}

// Which boxes meet cannot be foreseen: every candidate is written, and stays if it does.
inline ShapePair* BroadPhase::try_cells(const CellList::Box& box, std::uint32_t first, std::uint32_t last,
                                        ShapePair* next) {
  if (last - first > kFew) [[unlikely]]
    next = make_room(next, last - first + kMostOfFew);
  const int shape = box.shape();
  for (std::uint32_t i = first; i < last; ++i) {
    const CellList::Box& other = cells_.box(i);
    *next = {shape, other.shape()};
    next += box.meets(other) ? 1 : 0;
  }
  return next;
}

// Each pair of neighboring cells once: the rest of the own cell and the next one in the row, and three cells each in
// four of the eight rows around.
ShapePair* BroadPhase::find_within(const CellList::Grid& grid, ShapePair* next) {
  const auto [nx, ny, nz] = grid.dims;
  const auto row_at = [&, ny = ny, nz = nz](int y, int z) {
    return grid.row * ((y < 0 ? ny - 1 : y == ny ? 0 : y) + ny * (z == nz ? 0 : z));
  };
  const auto try_from_to = [&](const CellList::Box& box, int first, int last) {
    next = try_cells(box, cells_.first_in(grid, first), cells_.first_in(grid, last), next);
  };
  for (int z = 0; z < nz; ++z) {
    for (int y = 0; y < ny; ++y) {
      const int row = row_at(y, z);
      const int around[4] = {row_at(y + 1, z), row_at(y - 1, z + 1), row_at(y, z + 1), row_at(y + 1, z + 1)};
      const std::uint32_t end = cells_.first_in(grid, row + nx);
      for (std::uint32_t i = cells_.first_in(grid, row); i < end; ++i) {
        const CellList::Box box = cells_.box(i);
        const int x = grid.own(box.cell()) - row;
        next = make_room(next, kMostOfFew);
        next = try_cells(box, i + 1, cells_.first_in(grid, row + x + 2), next);
        for (const int other : around) try_from_to(box, other + x - 1, other + x + 2);
        if (x > 0 && x < nx - 1) continue;
        // Where the row begins again.
        const int beyond = x == 0 ? nx - 1 : 0;
        if (x > 0) try_from_to(box, row, row + 1);
        for (const int other : around) try_from_to(box, other + beyond, other + beyond + 1);
      }
    }
  }
  return next;
}

// Of the larger boxes, those meet this one that begin at most a cell before it, and not behind its end.
ShapePair* BroadPhase::find_across(const CellList::Grid& fine, const CellList::Grid& coarse, ShapePair* next) {
  for (auto i = static_cast<std::uint32_t>(fine.first); i < fine.last; ++i) {
    const CellList::Box box = cells_.box(i);
    int from[3], count[3];
    for (int axis = 0; axis < 3; ++axis) {
      from[axis] = static_cast<int>(static_cast<double>(box.low[axis]) * coarse.cells_per_unit) - 1;
      const int to = static_cast<int>(static_cast<double>(box.high[axis]) * coarse.cells_per_unit);
      count[axis] = to - from[axis] + 1;
    }
    for (int z = 0; z < count[2]; ++z) {
      for (int y = 0; y < count[1]; ++y) {
        for (int x = 0; x < count[0]; ++x) {
          const int cell = coarse.number(from[0] + x, from[1] + y, from[2] + z);
          const std::uint32_t first = cells_.first_in(coarse, cell), last = cells_.first_in(coarse, cell + 1);
          if (first == last) continue;
          next = try_cells(box, first, last, make_room(next, kMostOfFew));
        }
      }
    }
  }
  return next;
}

ShapePair* BroadPhase::find_endless(std::span<const BoundingBox> boxes, ShapePair* next) {
  for (const int endless : cells_.endless()) {
    const auto a = static_cast<std::size_t>(endless);
    next = make_room(next, boxes.size());
    for (std::size_t b = 0; b < boxes.size(); ++b) {
      if (b <= a && !boxes[b].is_finite()) continue;
      const int other = static_cast<int>(b);
      if (boxes[a].meets(boxes[b])) *next++ = {std::min(endless, other), std::max(endless, other)};
    }
  }
  return next;
}

}  // namespace carom
