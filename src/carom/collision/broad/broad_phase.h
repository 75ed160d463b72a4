#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "carom/collision/broad/bounding_box.h"
#include "carom/collision/broad/cell_list.h"
#include "carom/collision/broad/collision_filter.h"
#include "carom/collision/broad/pair_sorter.h"

namespace carom {

/// Finds the pairs of shapes whose boxes meet, in a time that grows with the number of shapes and pairs alone.
///
/// Boxes are sorted by the cell of a grid that their low corner is in, so that a box reaches into the next cell at
/// most; boxes of about the same size share a grid. A box is compared with those of half the cells around it, and with
/// those of larger boxes in all cells around.
///
/// Rejected: a sweep along one axis, whose candidates grow as n^(5/3) in a cube full of bodies; hashed cells, which
/// jump about in memory; and sorting by the number of the cell, which takes twice as long as counting places.
class BroadPhase {
 public:
  explicit BroadPhase(CollisionFilter filter);

  /// Boxes in the order of the filter's shapes; one without end meets all others. They are compared in single precision
  /// and rounded outwards: none that meet are missed, and a few that are apart by less than 1e-6 of the size of the
  /// whole may be found too. Allocates only while there are more pairs than ever before.
  void update(std::span<const BoundingBox> boxes);

  /// With a < b, sorted by a, then b: the same for any way that led here.
  [[nodiscard]] const std::vector<ShapePair>& pairs() const { return pairs_; }

 private:
  /// Room for few pairs in each of ten places is made once a box.
  static constexpr std::size_t kFew = 8, kMostOfFew = 10 * kFew;

  /// All of these write pairs from `next` on, and return where they go on. Where memory ends, it moves with them.
  ShapePair* make_room(ShapePair* next, std::size_t count);
  ShapePair* try_cells(const CellList::Box& box, std::uint32_t first, std::uint32_t last, ShapePair* next);
  ShapePair* find_within(const CellList::Grid& grid, ShapePair* next);
  ShapePair* find_across(const CellList::Grid& fine, const CellList::Grid& coarse, ShapePair* next);
  ShapePair* find_endless(std::span<const BoundingBox> boxes, ShapePair* next);

  CollisionFilter filter_;
  CellList cells_;
  PairSorter sorter_;
  std::vector<ShapePair> found_;  // unsorted, and room for more
  std::vector<ShapePair> pairs_;
};

}  // namespace carom
