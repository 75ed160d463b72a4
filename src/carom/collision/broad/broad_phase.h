#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "carom/collision/broad/bounding_box.h"
#include "carom/collision/broad/collision_filter.h"

namespace carom {

/// Finds the pairs of shapes whose boxes meet, in a time that grows with the number of shapes and pairs alone.
///
/// Boxes are sorted by the cell of a grid that their low corner is in, a grid for each power of two of their sizes, so
/// that a box reaches into the next cell at most. Cells in one row follow each other, so that neighbors are found by
/// five cursors that move through the list once; a smaller box looks up the cells of larger ones around it.
///
/// Rejected: a sweep along one axis, whose candidates grow as n^(5/3) in a cube full of bodies; and hashed cells, which
/// jump about in memory once there are many.
class BroadPhase {
 public:
  explicit BroadPhase(CollisionFilter filter);

  /// Boxes in the order of the filter's shapes; one without end meets all others. Allocates only while there are more
  /// pairs than ever before.
  void update(std::span<const BoundingBox> boxes);

  /// With a < b, sorted by a, then b: the same for any way that led here.
  [[nodiscard]] const std::vector<ShapePair>& pairs() const { return pairs_; }

 private:
  struct Entry {
    std::uint64_t cell{};
    int shape{};
  };
  struct Grid {
    double cell_size{};  // [m]
    Vector3 origin{Vector3::Zero()};
    std::uint64_t row{}, layer{};  // cells in a row, and in a layer of rows
    std::size_t first{}, last{};   // of its entries
  };

  void sort_into_grids(std::span<const BoundingBox> boxes);
  void sort_entries(std::size_t first, std::size_t last);
  void find_within(const Grid& grid);
  void find_across(const Grid& fine, const Grid& coarse);
  void find_endless(std::span<const BoundingBox> boxes);
  void try_pair(std::size_t i, std::size_t j);
  void add_pair(int shape_a, int shape_b);
  void sort_pairs();

  CollisionFilter filter_;
  std::vector<Entry> entries_, scratch_;
  std::vector<BoundingBox> sorted_boxes_;
  std::vector<std::int8_t> levels_;
  std::vector<int> order_, endless_;
  std::vector<Grid> grids_;
  std::vector<ShapePair> found_, pairs_;
  std::vector<std::size_t> counts_;
};

}  // namespace carom
