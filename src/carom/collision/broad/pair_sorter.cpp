#include "carom/collision/broad/pair_sorter.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace carom {
namespace {

constexpr std::size_t kShapesPerBlock = 2048;

/// Of a few pairs with the same first shape.
void sort_by_second(std::span<ShapePair> pairs) {
  for (std::size_t i = 1; i < pairs.size(); ++i) {
    const ShapePair pair = pairs[i];
    std::size_t k = i;
    for (; k > 0 && pairs[k - 1].b > pair.b; --k) pairs[k] = pairs[k - 1];
    pairs[k] = pair;
  }
}

/// Shapes without end have a pair with each of the others.
constexpr std::size_t kFew = 16;

}  // namespace

PairSorter::PairSorter(std::size_t num_shapes)
    : block_bits_(num_shapes < 2 * kShapesPerBlock ? static_cast<int>(std::bit_width(num_shapes))
                                                   : static_cast<int>(std::bit_width(kShapesPerBlock) - 1)),
      block_starts_((num_shapes >> block_bits_) + 2),
      starts_((std::size_t{1} << block_bits_) + 1) {}

void PairSorter::sort(std::span<const ShapePair> found, std::vector<ShapePair>& sorted) {
  sorted.resize(found.size());
  sort_into_blocks(found);
  for (std::size_t block = 0; block + 1 < block_starts_.size(); ++block) {
    const std::size_t first = block_starts_[block], count = block_starts_[block + 1] - first;
    if (count == 0) continue;
    sort_block(static_cast<int>(block << block_bits_), std::span(in_blocks_).subspan(first, count),
               std::span(sorted).subspan(first, count));
  }
}

void PairSorter::sort_into_blocks(std::span<const ShapePair> found) {
  in_blocks_.resize(std::max(in_blocks_.size(), found.size()));
  std::ranges::fill(block_starts_, 0U);
  const auto block_of = [&](const ShapePair& pair) {
    return static_cast<std::size_t>(std::min(pair.a, pair.b) >> block_bits_);
  };
  for (const ShapePair& pair : found) ++block_starts_[block_of(pair) + 1];
  for (std::size_t block = 1; block < block_starts_.size(); ++block) block_starts_[block] += block_starts_[block - 1];
  // Starts move on to the ends of their blocks, and back.
  for (const ShapePair& pair : found) {
    in_blocks_[block_starts_[block_of(pair)]++] = {std::min(pair.a, pair.b), std::max(pair.a, pair.b)};
  }
  std::copy_backward(block_starts_.begin(), block_starts_.end() - 1, block_starts_.end());
  block_starts_[0] = 0;
}

void PairSorter::sort_block(int first_shape, std::span<const ShapePair> block, std::span<ShapePair> sorted) {
  const auto place = [&](const ShapePair& pair) { return static_cast<std::size_t>(pair.a - first_shape); };
  std::ranges::fill(starts_, 0U);
  for (const ShapePair& pair : block) ++starts_[place(pair)];
  std::uint32_t sum = 0;
  for (std::uint32_t& start : starts_) sum += std::exchange(start, sum);
  for (const ShapePair& pair : block) sorted[starts_[place(pair)]++] = pair;
  // Now each start is the end of its shape's pairs.
  std::uint32_t start = 0;
  for (const std::uint32_t stop : starts_) {
    const std::span<ShapePair> pairs = sorted.subspan(start, stop - start);
    if (pairs.size() > kFew) {
      std::ranges::sort(pairs, {}, &ShapePair::b);
    } else {
      sort_by_second(pairs);
    }
    start = stop;
  }
}

}  // namespace carom
