#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "carom/collision/pair_list.h"

namespace carom {

/// Sorts pairs of different shapes by the first, then the second one, in a time that grows with the number of shapes
/// and pairs: by counting, first into blocks of shapes that follow each other, then each block by itself, so that all
/// counts stay in the caches.
class PairSorter {
 public:
  explicit PairSorter(std::size_t num_shapes);

  /// Pairs are found with either shape first; sorted they have a < b. Allocates only while there are more than ever
  /// before.
  void sort(std::span<const ShapePair> found, std::vector<ShapePair>& sorted);

 private:
  void sort_into_blocks(std::span<const ShapePair> found);
  void sort_block(int first_shape, std::span<const ShapePair> block, std::span<ShapePair> sorted);

  int block_bits_;                           // a block has 2^bits shapes
  std::vector<std::uint32_t> block_starts_;  // the first pair of each block, and one behind the last
  std::vector<std::uint32_t> starts_;        // of the shapes of a block
  std::vector<ShapePair> in_blocks_;
};

}  // namespace carom
